import { MAX_DECISIONS, plural } from '@shifa/contract';
import type { api } from '../../data/api';
import { formatCount } from '../../lib/format';
import { send } from '../../data/queries';
import type { Decision, DecisionRequest, DecisionResult } from './use-decisions';

/** Who reads the reason for a rejection. */
export const rejectionHelp = 'The person sees this too.';

/** Decisions on several documents: how they are sent, and what was done. */
export function bulkDecisions<Item extends { _id: string; version: number }>(
  route:
    | typeof api.attendance.bulkApprove
    | typeof api.leaves.bulkDecide
    | typeof api.rosterSwaps.bulkDecide
    | typeof api.writeOffs.bulkDecide
    | typeof api.purchaseOrders.bulkDecide,
  { one, many }: { one: string; many: string },
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
      return {
        decided: results.flatMap(({ _id, fault }) => (fault === null ? [{ _id, status: decision }] : [])),
        undecided: results.flatMap(({ _id, name, fault }) =>
          fault === null ? [] : [{ _id, name, reason: fault.message }],
        ),
      };
    },
    describe: (decision: Decision, { length }: { length: number }) =>
      `${formatCount(length)} ${plural(length, `${one} was`, `${many} were`)} ${decision === 'approve' ? 'approved' : 'rejected'}`,
  };
}
