import { api } from '../../../data/api';
import { live } from '../../../data/live';
import { keyOf, queryOf } from '../../../data/queries';

/** The bills of an order with what the next one is compared with; always read again, as others receive goods meanwhile. */
export const billsOf = (orderId: string) => ({
  ...queryOf(api.bills.ofOrder, { params: { id: orderId } }),
  staleTime: 0,
});

/** What is received of an order decides whether its bills can be paid. */
export const billLive = live({
  'purchase-order:*': ({ _id }) => [
    keyOf(api.bills.ofOrder, { params: { id: _id } }),
    keyOf(api.transactions.get),
    keyOf(api.transactions.list),
  ],
});

/** Name the drafts of bills and credit notes, by the id of the order. */
export const billDrafts = { bill: 'bills', credit: 'creditNotes' };
