import {
  approvalsNeeded,
  type Receipt,
  type Transaction,
  type TransactionEvent,
  type TransactionListItem,
} from '@shifa/contract';
import type { Actor } from '../../platform/http/actor';
import type { LaboratoryRow } from '../laboratories/laboratories.port';
import { rightsOf } from './transaction-rights';
import type { ReceiptRow, TransactionRow } from './transaction.document';

/** Laboratories by id, read once for all the entries that are told. */
export type Laboratories = ReadonlyMap<string, Pick<LaboratoryRow, '_id' | 'name' | 'code' | 'timezone' | 'status'>>;

/** A row of the grid, with what the viewer may do; `lock` is the last closed day of the books. */
export function toListItem(
  row: TransactionRow,
  viewer: Actor,
  laboratories: Laboratories,
  lock: string | null,
): TransactionListItem {
  const laboratory = laboratories.get(row.laboratoryId.toHexString());
  if (!laboratory) throw new Error(`The laboratory of ${row.transactionNo} is missing`);
  return {
    _id: row._id.toHexString(),
    transactionNo: row.transactionNo,
    laboratoryId: {
      _id: laboratory._id.toHexString(),
      name: laboratory.name,
      code: laboratory.code,
      timezone: laboratory.timezone,
    },
    type: row.type,
    date: row.date,
    amountPaise: row.amountPaise,
    category: row.category,
    paymentMethod: row.paymentMethod,
    reference: row.reference,
    party: row.party,
    description: row.description,
    status: row.status,
    flags: row.flags,
    approvalsGiven: row.approvals.length,
    approvalsNeeded: approvalsNeeded(row.flags),
    receiptCount: row.receipts.length,
    reversalOf: row.reversalOf && toOther(row.reversalOf),
    reversedBy: row.reversedBy && toOther(row.reversedBy),
    createdBy: toPerson(row.createdBy),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
    rights: rightsOf(row, { viewer, laboratory, lock }),
  };
}

/** The whole entry, as `toListItem`. */
export function toTransaction(
  row: TransactionRow,
  viewer: Actor,
  laboratories: Laboratories,
  lock: string | null,
): Transaction {
  return {
    ...toListItem(row, viewer, laboratories, lock),
    approvals: row.approvals.map(({ by, at }) => ({ by: { ...toPerson(by), role: by.role }, at: at.toISOString() })),
    rejection: row.rejection && {
      reason: row.rejection.reason,
      by: toPerson(row.rejection.by),
      at: row.rejection.at.toISOString(),
    },
    editedBy: row.editedBy && toPerson(row.editedBy),
    receipts: row.receipts.map(toReceipt),
    updatedBy: row.updatedBy,
  };
}

export function toTransactionEvent(row: TransactionRow, actor: Actor | null): TransactionEvent {
  return {
    _id: row._id.toHexString(),
    transactionNo: row.transactionNo,
    type: row.type,
    status: row.status,
    amountPaise: row.amountPaise,
    laboratoryId: row.laboratoryId.toHexString(),
    version: row.version,
    by: actor && { _id: actor.userId, name: actor.name },
    at: row.updatedAt.toISOString(),
  };
}

function toReceipt({ _id, fileName, contentType, sizeBytes, uploadedBy, uploadedAt }: ReceiptRow): Receipt {
  return {
    _id: _id.toHexString(),
    fileName,
    contentType,
    sizeBytes,
    uploadedBy: toPerson(uploadedBy),
    uploadedAt: uploadedAt.toISOString(),
  };
}

function toPerson({ _id, name }: TransactionRow['createdBy']): { _id: string; name: string } {
  return { _id: _id.toHexString(), name };
}

function toOther({ _id, transactionNo }: NonNullable<TransactionRow['reversalOf']>) {
  return { _id: _id.toHexString(), transactionNo };
}
