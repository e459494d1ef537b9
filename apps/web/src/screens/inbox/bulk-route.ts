import { MAX_DECISIONS, plural } from '@shifa/contract';
import type { api } from '../../data/api';
import { formatCount } from '../../lib/format';
import { send } from '../../data/queries';
import type { Decision, DecisionRequest, DecisionResult } from './use-decisions';

/** Who reads the reason for a rejection. */
export const rejectionHelp = 'The person sees this too.';

const PARTIAL = 'partially_approved';

/** Decisions on several documents: how they are sent, and what was done. */
export function bulkDecisions<Item extends { _id: string; version: number }>(
  route:
    | typeof api.attendance.bulkApprove
    | typeof api.leaves.bulkDecide
    | typeof api.rosterSwaps.bulkDecide
    | typeof api.writeOffs.bulkDecide
    | typeof api.purchaseOrders.bulkDecide,
  {
    one,
    many,
    needsAnother = () => false,
  }: {
    one: string;
    many: string;
    /** Whether a document still waits for someone else after this approval. */
    needsAnother?: (item: Item) => boolean;
  },
) {
  return {
    perRequest: MAX_DECISIONS,
    mostSelected: 1000,
    reasonHelp: () => rejectionHelp,
    send: async ({ decision, items, reason, key, signal }: DecisionRequest<Item>): Promise<DecisionResult> => {
      const { results } = await send(
        route,
        {
          body: {
            items: items.map(({ _id, version }) => ({ _id, version })),
            approved: decision === 'approve',
            reason,
          },
        },
        { key, signal },
      );
      const partial = decision === 'approve' ? items.filter(needsAnother) : [];
      const statusOf = (id: string) => (partial.some(({ _id }) => _id === id) ? PARTIAL : decision);
      return {
        decided: results.flatMap(({ _id, fault }) => (fault === null ? [{ _id, status: statusOf(_id) }] : [])),
        undecided: results.flatMap(({ _id, name, fault }) =>
          fault === null ? [] : [{ _id, name, reason: fault.message }],
        ),
      };
    },
    describe: (decision: Decision, decided: readonly { status: string }[]) => {
      const { length } = decided;
      const partial = decided.filter(({ status }) => status === PARTIAL).length;
      const done = decision === 'approve' ? 'approved' : 'rejected';
      return `${formatCount(length)} ${plural(length, `${one} was`, `${many} were`)} ${done}${awaitedAfter(length, partial)}`;
    },
  };
}

/** What is still to be done about those that were approved; `partial` of them need someone else. */
function awaitedAfter(count: number, partial: number): string {
  if (partial === 0) return '';
  if (partial === count) return plural(count, ' and needs a second approval', ', and each needs a second approval');
  return `, and ${formatCount(partial)} of them ${plural(partial, 'needs', 'need')} a second approval`;
}
