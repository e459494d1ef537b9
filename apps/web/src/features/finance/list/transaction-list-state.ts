import { parseRupees, TransactionListQuery } from '@shifa/contract';
import { z } from 'zod';

/** An amount as it was typed: the address bar and the server read it alike. */
const typedAmount = z.string().refine((text) => parseRupees(text) !== undefined);

/** What the address bar holds of the list of entries. */
export const TransactionListState = TransactionListQuery.extend({
  minAmount: typedAmount.optional(),
  maxAmount: typedAmount.optional(),
  mine: z.literal('true').optional(),
  waitingForMe: z.literal('true').optional(),
});
export type TransactionListState = z.output<typeof TransactionListState>;

/** What narrows the list, whatever its page and order. */
export function narrowingOf({ page: _page, limit: _limit, sort: _sort, ...narrowing }: TransactionListState) {
  return narrowing;
}

/** Everything that narrows the list taken away. */
export const nothingNarrowed = {
  search: undefined,
  laboratoryId: undefined,
  type: undefined,
  category: undefined,
  paymentMethod: undefined,
  status: undefined,
  flag: undefined,
  party: undefined,
  from: undefined,
  to: undefined,
  minAmount: undefined,
  maxAmount: undefined,
  mine: undefined,
  waitingForMe: undefined,
} satisfies Record<keyof ReturnType<typeof narrowingOf>, undefined>;

/** Whether any entry could be hidden by what is set. */
export function isNarrowed(state: TransactionListState): boolean {
  const narrowing = Object.keys(nothingNarrowed) as (keyof typeof nothingNarrowed)[];
  return narrowing.some((name) => state[name] !== undefined);
}
