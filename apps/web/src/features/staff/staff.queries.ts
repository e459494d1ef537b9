import type { StaffListQuery, UserEvent } from '@shifa/contract';
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { api, bodyOf } from '../../lib/api';

const root = 'staff';

export const staffQueries = {
  /** Every page of the grid, whatever its filters. */
  lists: [root, 'list'],
  list: (query: StaffListQuery) =>
    queryOptions({
      queryKey: [root, 'list', query],
      queryFn: ({ signal }) => bodyOf(api.staff.list.query({ query: inQuery(query), fetchOptions: { signal } })),
      placeholderData: keepPreviousData,
    }),

  /** How many people there are, of one laboratory or of all within reach. */
  allStats: [root, 'stats'],
  stats: (laboratoryId: string | undefined) =>
    queryOptions({
      queryKey: [root, 'stats', laboratoryId],
      queryFn: async ({ signal }) =>
        (await bodyOf(api.staff.stats.query({ query: { laboratoryId }, fetchOptions: { signal } }))).data,
      placeholderData: keepPreviousData,
    }),

  detail: (id: string) =>
    queryOptions({
      queryKey: [root, 'detail', id],
      queryFn: async ({ signal }) =>
        (await bodyOf(api.staff.get.query({ params: { id }, fetchOptions: { signal } }))).data,
    }),

  sessions: (id: string) =>
    queryOptions({
      queryKey: [root, 'sessions', id],
      queryFn: async ({ signal }) =>
        (await bodyOf(api.staff.sessions.query({ params: { id }, fetchOptions: { signal } }))).data,
    }),

  /** Every page of one person's history. */
  histories: (id: string) => [root, 'history', id],
  history: (id: string, page: number) =>
    queryOptions({
      queryKey: [root, 'history', id, page],
      queryFn: ({ signal }) =>
        bodyOf(api.staff.history.query({ params: { id }, query: { page, limit: 20 }, fetchOptions: { signal } })),
      placeholderData: keepPreviousData,
    }),

  /** The last change that the socket reported; nothing is fetched, `staff.live.ts` puts it here. */
  change: (id: string) =>
    queryOptions<UserEvent>({ queryKey: [root, 'change', id], queryFn: skipToken, staleTime: Infinity }),
};

/** A filter as a query string writes it. */
export function inQuery<Filter extends { mustChangePassword?: boolean }>({ mustChangePassword, ...filter }: Filter) {
  const flag = mustChangePassword === undefined ? undefined : mustChangePassword ? 'true' : 'false';
  return { ...filter, mustChangePassword: flag } as const;
}
