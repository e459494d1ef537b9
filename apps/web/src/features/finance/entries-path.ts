import { countedStatuses, waitingStatuses } from '@shifa/contract';
import { paths } from '../../config/paths';
import { withQuery } from '../../lib/with-query';
import type { AskedFilter } from './transaction.queries';

type Narrowed = Pick<
  AskedFilter,
  'laboratoryId' | 'type' | 'category' | 'paymentMethod' | 'status' | 'from' | 'to' | 'waitingForMe'
>;

/** The list of entries under a filter. */
export function entriesPath(filter: Narrowed): string {
  return withQuery(paths.transactions, filter);
}

/** The entries that totals count. */
export function countedEntriesPath(filter: Omit<Narrowed, 'status'>): string {
  return entriesPath({ ...filter, status: [...countedStatuses] });
}

/** The entries that wait for a decision, which are shown beside the totals. */
export function waitingEntriesPath(filter: Omit<Narrowed, 'status'>): string {
  return entriesPath({ ...filter, status: [...waitingStatuses] });
}
