import { api } from '../lib/api';
import { live } from '../lib/live';
import { keyOf } from '../lib/queries';

/** Totals of one feature on the pages of another, which do not know each other: what an event of the one makes stale. */
export const sharedTotalsLive = live({
  'transaction:*': ({ laboratoryId }) => [keyOf(api.laboratories.stats, { params: { id: laboratoryId } })],
});
