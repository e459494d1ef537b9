import { needsSuperAdmin, isWaiting, roleLabels, type Transaction, type TransactionFlag } from '@shifa/contract';

export type ApprovalStep = {
  /** `later` waits for what waits before it. */
  state: 'done' | 'waiting' | 'later' | 'refused' | 'cancelled' | 'reversed';
  /** `Approved by Asha Rao, super admin` */
  words: string;
  /** When it happened, ISO 8601. */
  at?: string;
  /** The rule behind it, or the reason that was given. */
  note?: string;
  /** The entry that the words end with. */
  entry?: { _id: string; transactionNo: string };
};

const places = ['First', 'Second'] as const;

const reasonsForTwo: Partial<Record<TransactionFlag, string>> = {
  above_limit: 'above the laboratory’s approval limit',
  back_dated: 'dated farther back than the laboratory allows',
};

/** The way of an entry through its approval: who has done what, what it waits for and why. */
export function approvalStepsOf(entry: Transaction): ApprovalStep[] {
  return [enteredStep(entry), ...entry.approvals.map((_, index) => approvedStep(entry, index)), ...nextSteps(entry)];
}

function enteredStep({ createdBy, createdAt, editedBy }: Transaction): ApprovalStep {
  const isByAnother = editedBy !== null && editedBy._id !== createdBy._id;
  const note = isByAnother ? { note: `Edited last by ${editedBy.name}` } : {};
  return { state: 'done', words: `Entered by ${createdBy.name}`, at: createdAt, ...note };
}

function approvedStep({ approvals, approvalsNeeded }: Transaction, index: number): ApprovalStep {
  const { by, at } = approvals[index] as Transaction['approvals'][number];
  const who = `${by.name}, ${roleLabels[by.role].toLowerCase()}`;
  const deed = approvalsNeeded === 1 ? 'Approved' : `${places[index] ?? 'Further'} approval`;
  return { state: 'done', words: `${deed} by ${who}`, at };
}

function nextSteps(entry: Transaction): ApprovalStep[] {
  const { status, rejection, reversedBy, updatedBy, updatedAt } = entry;
  if (isWaiting(status)) return waitingSteps(entry);
  if (status === 'rejected' && rejection) {
    return [{ state: 'refused', words: `Rejected by ${rejection.by.name}`, at: rejection.at, note: rejection.reason }];
  }
  // Nothing can be written to a cancelled entry, so who wrote last is who cancelled it.
  if (status === 'cancelled') {
    return [{ state: 'cancelled', words: `Cancelled by ${updatedBy ?? 'the system'}`, at: updatedAt }];
  }
  if (!reversedBy) return [];
  return status === 'reversed'
    ? [{ state: 'reversed', words: 'Reversed by', entry: reversedBy }]
    : [{ state: 'waiting', words: 'Its reversal waits for approval:', entry: reversedBy }];
}

function waitingSteps({ approvals, approvalsNeeded, flags }: Transaction): ApprovalStep[] {
  if (approvalsNeeded === 1) return [{ state: 'waiting', words: 'Waits for approval' }];
  const why = flags.flatMap((flag) => reasonsForTwo[flag] ?? []).join(' and ');
  const who = needsSuperAdmin(
    flags,
    approvals.map(({ by }) => by),
  )
    ? 'A super admin approves this as well'
    : approvals.length > 0
      ? 'Another person approves this as well'
      : 'Two people approve this, one of them a super admin';
  return places.slice(approvals.length).map((place, index, waiting) => ({
    state: index === 0 ? 'waiting' : 'later',
    words: `Waits for the ${place.toLowerCase()} approval`,
    ...(index === waiting.length - 1 ? { note: `${who}: it is ${why}.` } : {}),
  }));
}
