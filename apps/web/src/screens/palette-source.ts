import type { Permission } from '@shifa/contract';
import type { QueryClient, UseQueryOptions } from '@tanstack/react-query';
import { keyOf, type Page, type PageQuery, type ReadRoute } from '../data/queries';
import type { SignedInUser } from '../data/session';

/** Something that the command palette leads to. */
export type PaletteEntry = {
  /** Unique among those of its kind. */
  id: string;
  label: string;
  /** What tells it from others with the same label. */
  detail?: string | undefined;
  path: string;
  /** What it is found by besides; shown where the text that was typed is found only there. */
  also?: readonly (string | null | undefined)[];
};

/** A page, or an action that a page begins at once. */
export type PaletteLink = Pick<PaletteEntry, 'label' | 'path'> & {
  /** Without one, everyone has it. */
  permission?: Permission;
};

/** A kind of document that the palette finds. */
export type PaletteSearch = {
  /** In what the device keeps of the choices: `people`. */
  kind: string;
  /** Above what is found, and in lower case in a sentence: `People`. */
  label: string;
  permission: Permission;
  /** Those that have been loaded already. */
  known: (queryClient: QueryClient) => PaletteEntry[];
  /** Those that the server finds. */
  found: (typed: string) => UseQueryOptions<unknown, Error, PaletteEntry[]>;
};

/** What a feature adds to the command palette. The palette itself knows nothing else of the feature. */
export type PaletteSource = {
  /** Beside the names of its pages: `Inventory`. */
  title: string;
  /** Needed for all of its pages and actions. */
  permission?: Permission;
  /** Besides those of the navigation. */
  pages?: (user: SignedInUser) => readonly PaletteLink[];
  actions?: (user: SignedInUser) => readonly PaletteLink[];
  searches?: readonly PaletteSearch[];
};

/** The most of one kind that the server is asked for. */
export const MOST_FOUND = 6;

type SearchOptions<Row> = Pick<PaletteSearch, 'kind' | 'label' | 'permission'> & {
  entryOf: (row: Row) => PaletteEntry;
};

/** Finds documents by their list, whose search it uses. */
export function searchOf<Row>(
  { list, page }: { list: ReadRoute; page: (query: object) => PageQuery<Row> },
  { entryOf, ...declared }: SearchOptions<Row>,
): PaletteSearch {
  const entriesOf = (rows: Page<Row> | undefined) => (rows?.data ?? []).map(entryOf);
  return {
    ...declared,
    known: (queryClient) =>
      queryClient.getQueriesData<Page<Row>>({ queryKey: keyOf(list) }).flatMap(([, rows]) => entriesOf(rows)),
    found: (typed) => {
      // Rows of another text are not those of this one.
      const { placeholderData: _, ...query } = page({ search: typed, limit: MOST_FOUND });
      return { ...query, select: entriesOf } as unknown as ReturnType<PaletteSearch['found']>;
    },
  };
}
