import { digestOf } from '../../../platform/ledger/canonical';
import type { TransactionRow } from './entry.document';
import { withoutDerived } from './new-entry';

/**
 * The digest of what an approver of an entry sees and decides on. Flags are not part of it: they follow from the entry
 * and from when it is approved, and only add to what an approval needs. Neither are receipts that were added after
 * approval: they are no part of what was decided.
 */
export function digestEntry(entry: Content): string {
  const { transactionNo, laboratoryId, type, date, amountPaise, category, paymentMethod, reference, party } = entry;
  const { description, reversalOf, createdBy, editedBy, receipts } = entry;
  return digestOf({
    transactionNo,
    laboratoryId,
    type,
    date,
    amountPaise,
    category,
    paymentMethod,
    reference,
    party,
    description,
    reversalOf: reversalOf?._id,
    createdBy: createdBy._id,
    editedBy: editedBy?._id,
    receipts: receipts.flatMap(({ sha256, afterApproval }) => (afterApproval ? [] : sha256)),
  });
}

type Content = Pick<
  TransactionRow,
  | 'transactionNo'
  | 'laboratoryId'
  | 'type'
  | 'date'
  | 'amountPaise'
  | 'category'
  | 'paymentMethod'
  | 'reference'
  | 'party'
  | 'description'
  | 'reversalOf'
  | 'createdBy'
  | 'editedBy'
  | 'receipts'
>;

/** The decisions as the audit log compares them. */
export function auditedEntry({ approvals, rejection }: TransactionRow): object {
  return {
    approvals: approvals.map(({ content: _, ...approval }) => approval),
    rejection: rejection && { reason: rejection.reason, by: rejection.by, at: rejection.at },
  };
}

/**
 * The entry as the ledger protects it, with people as their ids. The note of an approval names people; that there is one
 * decides how the approval counts.
 */
export function protectedEntry(row: TransactionRow): object {
  const { updatedBy: _, createdBy, editedBy, approvals, rejection, receipts, ...entry } = withoutDerived(row);
  return {
    ...entry,
    createdBy: createdBy._id,
    editedBy: editedBy?._id,
    approvals: approvals.map(({ by, note, ...approval }) => ({
      ...approval,
      by: by._id,
      role: by.role,
      countsAsFirstOfTwo: note != null,
    })),
    rejection: rejection && { ...rejection, by: rejection.by._id },
    receipts: receipts.map(({ uploadedBy, ...receipt }) => ({ ...receipt, uploadedBy: uploadedBy._id })),
  };
}

/** The amount as totals count it: negative for a contra entry. */
export function signedPaise({ amountPaise, reversalOf }: Pick<TransactionRow, 'amountPaise' | 'reversalOf'>): number {
  return reversalOf === null ? amountPaise : -amountPaise;
}
