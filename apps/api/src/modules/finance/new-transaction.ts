import type { TransactionFlag } from '@shifa/contract';
import { newId, type ObjectId } from '../../platform/mongo/object-id';
import { derivedFields } from './transaction-derived';
import type { TransactionRow } from './transaction.document';

/** What is told of an entry by who enters it. */
export type Entry = Pick<
  TransactionRow,
  'type' | 'date' | 'amountPaise' | 'category' | 'paymentMethod' | 'reference' | 'party' | 'description'
>;

type Given = {
  transactionNo: string;
  laboratoryId: ObjectId;
  createdBy: TransactionRow['createdBy'];
  flags: TransactionFlag[];
  reversalOf?: TransactionRow['reversalOf'];
  now: Date;
};

/** An entry as it begins: pending, at its first version. */
export function newTransaction(
  entry: Entry,
  { transactionNo, laboratoryId, createdBy, flags, reversalOf = null, now }: Given,
): TransactionRow {
  const row = {
    transactionNo,
    laboratoryId,
    ...entry,
    status: 'pending' as const,
    flags,
    approvals: [],
    rejection: null,
    reversalOf,
    reversedBy: null,
    createdBy,
    editedBy: null,
    receipts: [],
  };
  return {
    _id: newId(),
    ...row,
    ...derivedFields(row),
    updatedBy: createdBy.name,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}
