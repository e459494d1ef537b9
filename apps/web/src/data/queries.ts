import type { contract, Pagination } from '@shifa/contract';
import { keepPreviousData, queryOptions, type UseQueryOptions, skipToken } from '@tanstack/react-query';
import { api } from './api';
import { ApiError } from '../lib/api-error';

/** A route of the contract that reads, such as `api.laboratories.get`. */
export type ReadRoute = { query: (...args: never[]) => Promise<{ status: number; body: unknown }> };
/** A route that writes. */
type WriteRoute = { mutate: (...args: never[]) => Promise<{ status: number; body: unknown }> };

type BodyOf<Call extends (...args: never[]) => Promise<{ status: number; body: unknown }>> = Extract<
  Awaited<ReturnType<Call>>,
  { status: 200 | 201 }
>['body'];
type DataIn<Body> = Body extends { data: infer Data } ? Data : never;

/** What a route answers with, without its envelope. */
export type DataOf<Route extends ReadRoute> = DataIn<BodyOf<Route['query']>>;
export type RowOf<Route extends ReadRoute> = DataOf<Route> extends readonly (infer Row)[] ? Row : never;
/** The query string that a route accepts, before it is parsed. */
export type QueryOf<Route extends ReadRoute> =
  Parameters<Route['query']> extends [({ query?: infer Query } | undefined)?] ? Query : never;

type ResourceName = keyof typeof contract;

/** Keys begin with the resource; the rest is one object, so that any part of it finds what it applies to. */
export type Key = readonly unknown[];

const names = new Map<unknown, { resource: ResourceName; route: string }>(
  Object.entries(api).flatMap(([resource, routes]) =>
    Object.entries(routes).map(
      ([route, endpoint]) => [endpoint, { resource: resource as ResourceName, route }] as const,
    ),
  ),
);

type Request = { params?: unknown; query?: unknown };

/** The resource that a route belongs to: `laboratories`. */
export function resourceOf(endpoint: ReadRoute): ResourceName {
  return nameOf(endpoint).resource;
}

function nameOf(endpoint: ReadRoute) {
  const name = names.get(endpoint);
  if (!name) throw new TypeError('This is no route of the contract');
  return name;
}

/**
 * The key of everything that a route answered to requests like this one: `keyOf(api.laboratories.list)` finds every
 * page, whatever its filters.
 */
export function keyOf<Route extends ReadRoute>(endpoint: Route, request?: Partial<Parameters<Route['query']>[0]>): Key {
  const { resource, route } = nameOf(endpoint);
  const { params, query }: Request = request ?? {};
  return [resource, { route, ...(params ? { params } : {}), ...(query ? { query } : {}) }];
}

/** The key of everything that the route of a query answered, whatever was asked for. */
export function keyOfRoute([resource, request]: Key): Key {
  const { route } = request as { route: string };
  return [resource, { route }];
}

/** The key of everything that was fetched of a resource, such as `laboratories`, or of one document of it. */
export function keyOfAll(resource: ResourceName, id?: string): Key {
  return id === undefined ? [resource] : [resource, { params: { id } }];
}

function fetched<Data>(queryKey: Key, fetch: (signal: AbortSignal) => Promise<Data>) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => fetch(signal) });
}

/** A page of rows as the API answers it. */
export type Page<Row> = { data: Row[]; pagination: Pagination };
/** How many rows all pages have. */
export const totalOf = ({ pagination }: Page<unknown>): number => pagination.total;

/** Whether something holds of what a query fetches, which is kept as by the query itself. */
export type Check = UseQueryOptions<unknown, Error, boolean>;

export function checkOf<Data>(query: Query<Data>, check: (data: Data) => boolean): Check {
  return { ...query, select: check } as Check;
}

/** Whether a list has any row. */
export const hasAny = <Row>(query: PageQuery<Row>): Check => checkOf(query, (page) => totalOf(page) > 0);

export type Count = UseQueryOptions<unknown, Error, number>;

/** How many rows a list has. */
export const countOf = <Row>(query: PageQuery<Row>): Count =>
  ({ ...query, select: totalOf, placeholderData: undefined }) as Count;

export type PageQuery<Row> = Query<Page<Row>> & { placeholderData: typeof keepPreviousData };

/** What is fetched, and as what it is kept; how it is read is up to each reader. */
export type Query<Data> = Pick<ReturnType<typeof fetched<Data>>, 'queryKey' | 'queryFn'>;

/** The data of a route as a query: key, request and type come from the contract. */
export function queryOf<Route extends ReadRoute>(endpoint: Route, ...[request]: Parameters<Route['query']>) {
  return fetched(keyOf(endpoint, request), async (signal) => {
    const body = await fetchBody(endpoint, request, signal);
    return (body as { data: DataOf<Route> }).data;
  });
}

/** A page of a list with its pagination; the rows of the previous page stay until the next ones arrive. */
export function pageQuery<Route extends ReadRoute>(
  endpoint: Route,
  ...[request]: Parameters<Route['query']>
): PageQuery<RowOf<Route>> {
  const page = fetched(
    keyOf(endpoint, request),
    async (signal) => (await fetchBody(endpoint, request, signal)) as Page<RowOf<Route>>,
  );
  return { ...page, placeholderData: keepPreviousData };
}

async function fetchBody(endpoint: ReadRoute, request: object | undefined, signal: AbortSignal): Promise<unknown> {
  const { status, body } = await endpoint.query({ ...request, fetchOptions: { signal } } as never);
  // A proxy or a portal may answer with a page of its own.
  if (typeof body !== 'object' || body === null || !('data' in body)) {
    throw new ApiError(status, { message: 'The server sent an unreadable response. Try again.' });
  }
  return body;
}

type ArgsOf<Route extends WriteRoute> = NonNullable<Parameters<Route['mutate']>[0]>;

/** How a write is sent; `keepalive` lets it go out while the page is closing. */
export type Sending = { signal?: AbortSignal | undefined; keepalive?: true };
/** With a key, however often it is sent, it takes effect once; a dry run has none. */
export type KeyedSending = Sending & { key: string | undefined };

/** Writes, and resolves with the data of the answer. */
export async function send<Route extends WriteRoute>(
  endpoint: Route,
  request: Omit<ArgsOf<Route>, 'headers' | 'fetchOptions'>,
  ...[sending]: 'headers' extends keyof ArgsOf<Route> ? [KeyedSending] : [(Sending & { key?: never })?]
): Promise<DataIn<BodyOf<Route['mutate']>>> {
  const { key, signal, keepalive }: Partial<KeyedSending> = sending ?? {};
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  const { body } = await endpoint.mutate({ ...request, headers, fetchOptions: { signal, keepalive } } as never);
  return dataIn(body) as DataIn<BodyOf<Route['mutate']>>;
}

/** @throws ApiError if something between here and the server has answered in its place. */
function dataIn(body: unknown): unknown {
  if (typeof body === 'object' && body !== null && 'data' in body) return body.data;
  throw new ApiError(0, { code: 'NETWORK', message: "The server's answer can't be read. Check whether it was saved." });
}

/** Someone's write, as the socket reports it. */
export type Change = { version: number; by: { _id: string; name: string } | null; at: string };

/** The last change of a document that the socket reported; nothing is fetched, `live()` puts it here. */
export function recentChange<Event extends Change>(entity: string, id: string) {
  return queryOptions<Event>({
    queryKey: ['recent change', entity, id],
    queryFn: skipToken,
    staleTime: Infinity,
  });
}
