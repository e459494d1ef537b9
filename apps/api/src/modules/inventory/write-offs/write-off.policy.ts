import type { WriteOffAction } from '@shifa/contract';
import { decisionPolicy, type DecisionRules } from '../../../platform/decisions/decider';
import { lacks, type Policy, refusal, type Refusal } from '../../../platform/http/policy';
import { type LaboratoryRow, laboratoryUsePolicy } from '../../laboratories/laboratories.port';
import type { WriteOffRow } from './write-off.document';

type Judged = Pick<WriteOffRow, 'laboratoryId' | 'status' | 'requestedBy' | 'decidedBy'>;
export type WriteOffContext = { laboratory: Pick<LaboratoryRow, 'status' | 'timezone'> };

function rulesOf(action: 'approve' | 'reject'): DecisionRules<Judged, WriteOffContext> {
  return {
    permission: 'inventory.approve',
    concerned: ({ requestedBy }) => [requestedBy],
    open: (as, writeOff, { laboratory }) =>
      lacks(as, 'inventory.approve', writeOff) ??
      decided(writeOff) ??
      // A rejection only returns the stock to its batches.
      (action === 'approve' ? laboratoryUsePolicy.enterRecords(laboratory) : undefined),
    own: (as, { requestedBy }) =>
      as.userId === requestedBy._id.toHexString()
        ? refusal('OWN_WRITE_OFF')
        : refusal('OWN_WRITE_OFF', 'Somebody else must decide on this: you act for the person who requested it'),
    dependent: 'refused',
    timezoneOf: ({ laboratory }) => laboratory.timezone,
  };
}

export const approvalRules = rulesOf('approve');
export const rejectionRules = rulesOf('reject');

/** Somebody else decides; the person who requested it can withdraw it until then. */
export const writeOffPolicy: Policy<WriteOffAction, Judged, WriteOffContext> = {
  approve: decisionPolicy(approvalRules),
  reject: decisionPolicy(rejectionRules),
  withdraw: (viewer, writeOff) => {
    const isOwn = viewer.userId === writeOff.requestedBy._id.toHexString();
    if (!isOwn) {
      return { ...refusal('FORBIDDEN', `Only ${writeOff.requestedBy.name} can withdraw this write-off`), hidden: true };
    }
    return decided(writeOff) ?? lacks(viewer, 'inventory.stock', writeOff);
  },
};

function decided({ status, decidedBy, requestedBy }: Judged): Refusal | undefined {
  if (status === 'pending') return undefined;
  const by = status === 'withdrawn' ? requestedBy.name : (decidedBy?.name ?? 'The system');
  return { ...refusal('WRITE_OFF_DECIDED', `${by} has ${status} this write-off`), hidden: true };
}
