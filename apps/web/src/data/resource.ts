import type { ResolvedPermissions } from '@shifa/contract';
import type { Callback } from '../lib/callback';
import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { type Entity, type EventAbout, invalidate } from './live';
import {
  type Change,
  type DataOf,
  type Key,
  keyOf,
  keyOfAll,
  type PageQuery,
  pageQuery,
  type Query,
  queryOf,
  type ReadRoute,
  recentChange,
  resourceOf,
  type RowOf,
} from './queries';
import { readUrlState, type UrlStateSchema } from './url-state';

type ResourceOptions<List extends ReadRoute, Get extends ReadRoute, About extends Entity> = {
  /** What people call one of them, and many: `laboratory`, `laboratories`. */
  noun: string;
  plural: string;
  list: List;
  get: Get;
  /** Other routes that list or count them, so that a write makes their answers stale. */
  summaries?: readonly ReadRoute[];
  /** Reads the document that a version conflict brings. */
  schema: z.ZodType<DataOf<Get>>;
  nameOf: (item: RowOf<List> | DataOf<Get>) => string;
  /** What its socket events begin with: `laboratory`. */
  entity: About;
  /** What someone did, to follow their name, where “changed this laboratory” does not say it. */
  describeChange?: (event: EventAbout<About>) => string | undefined;
};

/** What lists, actions, forms and pages have to know about one kind of document. */
export function defineResource<List extends ReadRoute, Get extends ReadRoute, About extends Entity>({
  get,
  summaries = [],
  entity,
  describeChange,
  ...options
}: ResourceOptions<List, Get, About>) {
  const name = resourceOf(options.list);
  /** Lists and counts, and everything about these documents. */
  const staleKeys = (...ids: readonly string[]): Key[] => [
    ...[options.list, ...summaries].map((route) => keyOf(route)),
    ...ids.map((id) => keyOfAll(name, id)),
  ];
  return {
    ...options,
    /** As in the contract: `laboratories`. */
    name,
    page: (query: object) => pageQuery(options.list, ...([{ query }] as unknown as Parameters<List['query']>)),
    detail: (id: string): Query<DataOf<Get>> => queryOf(get, ...([{ params: { id } }] as Parameters<Get['query']>)),
    /** The last change that someone made, as the socket reported it. */
    recentChange: (id: string) => recentChange<Change>(entity, id),
    describeChange: (change: Change) => describeChange?.(change as EventAbout<About>),
    staleKeys,
    /** Fetches again, where it is shown, what a write on these documents has made stale. */
    invalidate: (queryClient: QueryClient, ...ids: readonly string[]) => invalidate(queryClient, staleKeys(...ids)),
  };
}

/**
 * Requests the page of a list that an address asks for, before the code of the list is there. `assumed` stands for
 * filters that the address leaves open.
 */
export function prefetchPage<Row>(
  resource: { page: (query: object) => PageQuery<Row> },
  schema: UrlStateSchema,
  assumed: object = {},
): Prefetch {
  return (queryClient, search) => {
    const page = resource.page({ ...assumed, ...readUrlState(schema, new URLSearchParams(search)) });
    // A failure is reported by the list, which then tries again.
    queryClient.query(page).catch(() => undefined);
  };
}

/** Requests what the page at an address shows first to a person with these permissions. */
export type Prefetch = (queryClient: QueryClient, search: string, permissions: ResolvedPermissions) => void;

/** A resource with the row of its list and its stored document, whatever its routes are. */
export type Resource<Item, Stored> = {
  name: string;
  noun: string;
  plural: string;
  schema: z.ZodType<Stored>;
  nameOf: Callback<[item: Item | Stored], string>;
  page: (query: object) => PageQuery<Item>;
  detail: (id: string) => Query<Stored>;
  recentChange: (id: string) => ReturnType<typeof recentChange<Change>>;
  describeChange: (change: Change) => string | undefined;
  staleKeys: (...ids: readonly string[]) => Key[];
  invalidate: (queryClient: QueryClient, ...ids: readonly string[]) => Promise<void>;
};
