import {
  approvalsNeeded,
  type Duplicate,
  type DuplicateEntry,
  type Receipt,
  type Transaction,
  type TransactionEvent,
  type TransactionListItem,
} from '@shifa/contract';
import type { Actor } from '../../../platform/http/actor';
import { actionsFor } from '../../../platform/http/policy';
import type { LaboratoryRow } from '../../laboratories/laboratories.port';
import type { ReceiptRow, TransactionRow } from './entry.document';
import { approvalNoteOf, approversOf, type TransactionContext, transactionPolicy } from './entry.rules';

type Context = TransactionContext & {
  laboratory: Pick<LaboratoryRow, '_id' | 'name' | 'code' | 'timezone' | 'status'>;
};

/** A row of the grid. */
export function toListItem(row: TransactionRow, viewer: Actor, context: Context): TransactionListItem {
  const { laboratory } = context;
  const actions = actionsFor(transactionPolicy, viewer, row, context);
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
    approvalsNeeded: approvalsNeeded(row.flags, approversOf(row.approvals)),
    receiptCount: row.receipts.length,
    reversalOf: row.reversalOf && toEntryLink(row.reversalOf),
    reversedBy: row.reversedBy && toEntryLink(row.reversedBy),
    rejection: row.rejection && {
      reason: row.rejection.reason,
      by: toPerson(row.rejection.by),
      at: row.rejection.at.toISOString(),
    },
    createdBy: toPerson(row.createdBy),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
    approvalNote: actions.approve?.allowed ? approvalNoteOf(viewer, row, context) : undefined,
    actions,
  };
}

export function toTransaction(row: TransactionRow, viewer: Actor, context: Context): Transaction {
  return {
    ...toListItem(row, viewer, context),
    approvals: row.approvals.map(({ by, at, note }) => ({
      by: { ...toPerson(by), role: by.role },
      at: at.toISOString(),
      note: note ?? undefined,
    })),
    editedBy: row.editedBy && toPerson(row.editedBy),
    receipts: row.receipts.map(toReceipt),
    updatedBy: row.updatedBy,
  };
}

export function toDuplicate(row: TransactionRow): Duplicate {
  const { _id, transactionNo, date, type, amountPaise, party, status } = row;
  const reversalOf = row.reversalOf && toEntryLink(row.reversalOf);
  return { _id: _id.toHexString(), transactionNo, date, type, amountPaise, reversalOf, party, status };
}

export function toDuplicateEntry(row: TransactionRow): DuplicateEntry {
  const { status: _, ...entry } = toDuplicate(row);
  const { reference, createdBy, createdAt } = row;
  return { ...entry, reference, createdBy: toPerson(createdBy), createdAt: createdAt.toISOString() };
}

export function toTransactionEvent(row: TransactionRow, actor: Actor | null): TransactionEvent {
  return {
    _id: row._id.toHexString(),
    transactionNo: row.transactionNo,
    type: row.type,
    status: row.status,
    amountPaise: row.amountPaise,
    reversalOf: row.reversalOf && toEntryLink(row.reversalOf),
    laboratoryId: row.laboratoryId.toHexString(),
    version: row.version,
    by: actor && { _id: actor.userId, name: actor.name },
    at: row.updatedAt.toISOString(),
  };
}

function toReceipt(receipt: ReceiptRow): Receipt {
  const { _id, fileName, contentType, sizeBytes, uploadedBy, uploadedAt, afterApproval } = receipt;
  return {
    _id: _id.toHexString(),
    fileName,
    contentType,
    sizeBytes,
    uploadedBy: toPerson(uploadedBy),
    uploadedAt: uploadedAt.toISOString(),
    afterApproval,
  };
}

function toPerson({ _id, name }: TransactionRow['createdBy']): { _id: string; name: string } {
  return { _id: _id.toHexString(), name };
}

function toEntryLink({ _id, transactionNo }: NonNullable<TransactionRow['reversalOf']>) {
  return { _id: _id.toHexString(), transactionNo };
}
