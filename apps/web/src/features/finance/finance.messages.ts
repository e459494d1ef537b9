import { plural, type TransactionFlag } from '@shifa/contract';
import { formatCount, formatDayCount, formatMoney } from '../../lib/format';

export const rejectedText = (count: number) =>
  plural(count, '1 entry was rejected', `${formatCount(count)} entries were rejected`);

const approvedText = (count: number) =>
  plural(count, '1 entry was approved', `${formatCount(count)} entries were approved`);

const allNeedAnotherText = (count: number) =>
  plural(
    count,
    '1 entry was approved and needs a second approval',
    `${formatCount(count)} entries were approved, and each needs a second approval`,
  );

/** Of several approved entries, `partial` need a second approval. */
export function approvedOutcome(count: number, partial: number): string {
  if (partial === 0) return approvedText(count);
  if (partial === count) return allNeedAnotherText(count);
  return plural(
    partial,
    `${formatCount(count)} entries were approved, and 1 of them needs a second approval`,
    `${formatCount(count)} entries were approved, and ${formatCount(partial)} of them need a second approval`,
  );
}

/** @param refusal says which entry looks the same. */
export const resubmitDuplicateText = (refusal: string) =>
  `${refusal}. To send this entry as well, choose Edit and save it.`;

export const finalText = "You can't undo an approval. An approved entry can only be reversed.";

export const receiptFailedText = (file: string, transactionNo: string, reason: string) =>
  `${file} wasn't attached to ${transactionNo}: ${reason}`;

export const receiptsMissingText = (count: number) =>
  plural(
    count,
    '1 entry has no receipt, but needs one.',
    `${formatCount(count)} entries have no receipt, but need one.`,
  );

/** What to do about a missing receipt, by who can attach it: the viewer, on this page or on that of the entry, or its creator. */
export const attachTexts = {
  here: 'Attach one below before you approve, or reject it.',
  elsewhere: 'Open the entry to attach one before you approve, or reject it.',
  by: (creator: string) => `Ask ${creator} to attach one before you approve, or reject it.`,
};

type Limits = { approvalLimitPaise: number; backdatedAfterDays: number };

/** Without the limits of the laboratory, as long as they are not loaded. */
export function exceptionText(flag: TransactionFlag, limits: Limits | undefined): string {
  switch (flag) {
    case 'above_limit':
      return limits
        ? `Above the approval limit of ${formatMoney(limits.approvalLimitPaise)}.`
        : 'Above the laboratory’s approval limit.';
    case 'back_dated':
      return limits
        ? `Dated more than ${formatDayCount(limits.backdatedAfterDays)} back.`
        : 'Dated further back than the laboratory allows.';
    case 'locked_period':
      return 'Posted to a closed period. The books for that day were already closed.';
  }
}

/** Why two people approve an entry. */
export const reasonsForTwo: Partial<Record<TransactionFlag, string>> = {
  above_limit: 'The entry is above the laboratory’s approval limit.',
  back_dated: 'The entry is dated further back than the laboratory allows.',
};

/** The steps of an entry that two people approve, in their order. */
export const approvalSteps = [
  { given: (who: string) => `First approval by ${who}`, awaited: 'Awaiting the first approval' },
  { given: (who: string) => `Second approval by ${who}`, awaited: 'Awaiting the second approval' },
] as const;

export const importedText = (isComplete: boolean) =>
  isComplete
    ? 'All rows were imported. The entries are now awaiting approval.'
    : 'The valid rows were imported. The entries are now awaiting approval.';

export const importTotalsText = (isComplete: boolean) =>
  isComplete
    ? 'Totals of the file, for comparison with your records:'
    : 'Totals of the valid rows, for comparison with your records:';

export const pendingBeforeCloseText = (count: number) =>
  plural(
    count,
    '1 entry of the period is still pending:',
    `${formatCount(count)} entries of the period are still pending:`,
  );

export const firstApprovalText = (transactionNo: string, nextIsSuperAdmin: boolean) =>
  nextIsSuperAdmin
    ? `${transactionNo} has its first approval: a super admin must also approve it`
    : `${transactionNo} has its first approval: another person must also approve it`;
