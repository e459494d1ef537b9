import type { LaboratoryEvent, LaboratoryListQuery } from '@shifa/contract';
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { api, bodyOf } from '../../lib/api';
import { laboratoryDetail } from '../../lib/laboratory-detail';

const root = 'laboratories';

export const laboratoryQueries = {
  /** Every page of the grid, whatever its filters. */
  lists: [root, 'list'],
  list: (query: LaboratoryListQuery) =>
    queryOptions({
      queryKey: [root, 'list', query],
      queryFn: ({ signal }) => bodyOf(api.laboratories.list.query({ query, fetchOptions: { signal } })),
      placeholderData: keepPreviousData,
    }),

  detail: laboratoryDetail,

  /** This month's figures, by the laboratory's own calendar. */
  stats: (id: string) =>
    queryOptions({
      queryKey: [root, 'stats', id],
      queryFn: async ({ signal }) =>
        (await bodyOf(api.laboratories.stats.query({ params: { id }, query: {}, fetchOptions: { signal } }))).data,
    }),

  /** Every page of one laboratory's history. */
  histories: (id: string) => [root, 'history', id],
  history: (id: string, page: number) =>
    queryOptions({
      queryKey: [root, 'history', id, page],
      queryFn: ({ signal }) =>
        bodyOf(
          api.laboratories.history.query({ params: { id }, query: { page, limit: 20 }, fetchOptions: { signal } }),
        ),
      placeholderData: keepPreviousData,
    }),

  /** The last change that the socket told of; nothing is fetched, `laboratory.live.ts` puts it here. */
  change: (id: string) =>
    queryOptions<LaboratoryEvent>({ queryKey: [root, 'change', id], queryFn: skipToken, staleTime: Infinity }),
};
