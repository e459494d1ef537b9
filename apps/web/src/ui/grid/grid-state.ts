import type { GridSortModel } from '@mui/x-data-grid';

/** What the address bar holds of a list; `sort` is a field, descending with a leading `-`. */
export type GridState = { page: number; limit: number; sort: string };

/** What react-query knows of a list; `keepPreviousData` on the query keeps the old rows while new ones come. */
export type ListQuery<Page> = {
  data: Page | undefined;
  error: Error | null;
  /** When `data` was answered, in milliseconds since 1970. */
  dataUpdatedAt: number;
  isFetching: boolean;
  refetch: () => unknown;
};

/** `-createdAt` as the grid's own model. */
export function sortModelOf(sort: string): GridSortModel {
  return sort.startsWith('-') ? [{ field: sort.slice(1), sort: 'desc' }] : [{ field: sort, sort: 'asc' }];
}

/** The grid's own model as `-createdAt`; without one, as it was. */
export function sortOf(model: GridSortModel, otherwise: string): string {
  const [first] = model;
  if (!first?.sort) return otherwise;
  return first.sort === 'desc' ? `-${first.field}` : first.field;
}
