import { MAX_DECISIONS } from '@shifa/contract';
import type { api } from '../../data/api';
import { send } from '../../data/queries';
import { approvedText, rejectedText } from './inbox.messages';
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
    describe: (decision: Decision, decided: readonly { status: string }[]) =>
      decision === 'approve'
        ? approvedText(decided.length, decided.filter(({ status }) => status === PARTIAL).length, { one, many })
        : rejectedText(decided.length, { one, many }),
  };
}
