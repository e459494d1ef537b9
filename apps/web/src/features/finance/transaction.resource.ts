import { parseRupees, TransactionListQuery, TransactionSchema } from '@shifa/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { z } from 'zod';
import { paths } from '../../config/paths';
import { api } from '../../data/api';
import { live, type LiveNotices } from '../../data/live';
import { keyOfAll, pageQuery, queryOf, type QueryOf, totalOf } from '../../data/queries';
import { defineResource } from '../../data/resource';
import { describeAmount } from './transaction.format';

/** How many entries can be decided at once. */
export const MAX_DECIDED = 1000;

/** What the list, the forms, the actions and the drawer of entries have in common. */
export const transactionResource = defineResource({
  noun: 'entry',
  plural: 'entries',
  entity: 'transaction',
  list: api.transactions.list,
  get: api.transactions.get,
  summaries: [
    ...[api.transactions.totals, api.transactions.stats, api.transactions.reports, api.transactions.monthEnd],
    api.bills.ofOrder,
  ],
  schema: TransactionSchema,
  nameOf: ({ transactionNo }) => transactionNo,
});

export const transactionLive = live({ 'transaction:*': ({ _id }) => transactionResource.staleKeys(_id) });

/** Closing or reopening periods changes what can be done with entries. */
export const periodCloseLive = live({ 'period-lock:updated': () => [keyOfAll('transactions')] });

export const transactionNotices: LiveNotices = {
  'transaction:approved': {
    one: ({ _id, transactionNo, ...entry }) => ({
      type: 'success',
      title: 'Transaction Approved',
      message: `${transactionNo}: ${describeAmount(entry)}`,
      action: { label: 'View entry', path: `${paths.transactions}?entry=${_id}` },
    }),
    many: (count) => ({
      message: `${count} entries were approved`,
      action: { label: 'View entries', path: paths.transactions },
    }),
  },
};

/** How many entries the viewer can approve now, regardless of date. */
export const waitingCount = {
  ...pageQuery(api.transactions.list, { query: { waitingForMe: 'true', limit: 1 } }),
  select: totalOf,
};

/** How many entries the viewer has created since midnight; always counted again. */
export const enteredToday = () => {
  const createdFrom = new Date(new Date().setHours(0, 0, 0, 0)).toISOString();
  return { ...pageQuery(api.transactions.list, { query: { mine: 'true', createdFrom, limit: 1 } }), staleTime: 0 };
};

export const periodClose = queryOf(api.transactions.periodClose);

export const pendingBeforeClose = (query: QueryOf<typeof api.transactions.pendingBeforeClose>) =>
  queryOf(api.transactions.pendingBeforeClose, { query });

/** Parties of earlier entries; the previous ones stay until the next have been loaded. */
export const partySuggestions = (query: QueryOf<typeof api.transactions.parties>) => ({
  ...queryOf(api.transactions.parties, { query }),
  placeholderData: keepPreviousData,
});

export const duplicatesOf = (query: QueryOf<typeof api.transactions.duplicates>) =>
  queryOf(api.transactions.duplicates, { query });

/** An amount as typed: the address bar and the server read it alike. */
const typedAmount = z.string().refine((text) => parseRupees(text) !== undefined);

/** What the address bar holds of the list. */
export const TransactionListState = TransactionListQuery.omit({ createdFrom: true }).extend({
  minAmount: typedAmount.optional(),
  maxAmount: typedAmount.optional(),
  mine: z.literal('true').optional(),
  waitingForMe: z.literal('true').optional(),
  withoutReceipt: z.literal('true').optional(),
});
export type TransactionListState = z.output<typeof TransactionListState>;
