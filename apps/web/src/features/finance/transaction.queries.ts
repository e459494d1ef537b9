import type {
  DuplicateQuery,
  PartyQuery,
  TransactionEvent,
  TransactionFilterQuery,
  TransactionListQuery,
  TransactionReportQuery,
  TransactionStatsQuery,
} from '@shifa/contract';
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import type { z } from 'zod';
import { api, bodyOf } from '../../lib/api';

const root = 'transactions';

/** Queries as they are asked: amounts as they were typed, truth values as `true` and `false`. */
export type AskedFilter = z.input<typeof TransactionFilterQuery>;
export type AskedList = z.input<typeof TransactionListQuery>;
export type AskedStats = z.input<typeof TransactionStatsQuery>;
export type AskedReport = z.input<typeof TransactionReportQuery>;
export type AskedParties = z.input<typeof PartyQuery>;
export type AskedDuplicates = z.input<typeof DuplicateQuery>;

export const transactionQueries = {
  /** Everything that entries are counted and shown in. */
  all: [root],

  /** Every page of the grid, whatever its filters. */
  lists: [root, 'list'],
  list: (query: AskedList) =>
    queryOptions({
      queryKey: [root, 'list', query],
      queryFn: ({ signal }) => bodyOf(api.transactions.list.query({ query, fetchOptions: { signal } })),
      placeholderData: keepPreviousData,
    }),

  /** Sums over all pages of a list under its filter. */
  allTotals: [root, 'totals'],
  totals: (query: AskedFilter) =>
    queryOptions({
      queryKey: [root, 'totals', query],
      queryFn: async ({ signal }) =>
        (await bodyOf(api.transactions.totals.query({ query, fetchOptions: { signal } }))).data,
      placeholderData: keepPreviousData,
    }),

  /** The figures of a period; this month's where none is given. */
  allStats: [root, 'stats'],
  stats: (query: AskedStats) =>
    queryOptions({
      queryKey: [root, 'stats', query],
      queryFn: async ({ signal }) =>
        (await bodyOf(api.transactions.stats.query({ query, fetchOptions: { signal } }))).data,
      placeholderData: keepPreviousData,
    }),

  allReports: [root, 'report'],
  report: (query: AskedReport) =>
    queryOptions({
      queryKey: [root, 'report', query],
      queryFn: async ({ signal }) =>
        (await bodyOf(api.transactions.reports.query({ query, fetchOptions: { signal } }))).data,
      placeholderData: keepPreviousData,
    }),

  /** How many entries wait for the viewer's decision, whatever their date. */
  waitingCount: queryOptions({
    queryKey: [root, 'waiting'],
    queryFn: async ({ signal }) => {
      const query = { waitingForMe: 'true', limit: 1 } as const;
      return (await bodyOf(api.transactions.list.query({ query, fetchOptions: { signal } }))).pagination.total;
    },
  }),

  detail: (id: string) =>
    queryOptions({
      queryKey: [root, 'detail', id],
      queryFn: async ({ signal }) =>
        (await bodyOf(api.transactions.get.query({ params: { id }, fetchOptions: { signal } }))).data,
    }),

  /** Every page of one entry's history. */
  histories: (id: string) => [root, 'history', id],
  history: (id: string, page: number) =>
    queryOptions({
      queryKey: [root, 'history', id, page],
      queryFn: ({ signal }) =>
        bodyOf(
          api.transactions.history.query({ params: { id }, query: { page, limit: 20 }, fetchOptions: { signal } }),
        ),
      placeholderData: keepPreviousData,
    }),

  /** Who paid or was paid before. */
  parties: (query: AskedParties) =>
    queryOptions({
      queryKey: [root, 'parties', query],
      queryFn: async ({ signal }) =>
        (await bodyOf(api.transactions.parties.query({ query, fetchOptions: { signal } }))).data,
      placeholderData: keepPreviousData,
    }),

  /** Entries that bear the same reference already. */
  duplicates: (query: AskedDuplicates) =>
    queryOptions({
      queryKey: [root, 'duplicates', query],
      queryFn: async ({ signal }) =>
        (await bodyOf(api.transactions.duplicates.query({ query, fetchOptions: { signal } }))).data,
    }),

  periodClose: queryOptions({
    queryKey: [root, 'period-lock'],
    queryFn: async ({ signal }) => (await bodyOf(api.transactions.periodClose.query({ fetchOptions: { signal } }))).data,
  }),

  /** The last change that the socket reported; nothing is fetched, `transaction.live.ts` puts it here. */
  change: (id: string) =>
    queryOptions<TransactionEvent>({ queryKey: [root, 'change', id], queryFn: skipToken, staleTime: Infinity }),
};
