import { approvalsNeeded, type Role } from '@shifa/contract';
import { digestEntry } from '../../src/modules/finance/entry/entry';
import type { ReceiptRow, TransactionRow } from '../../src/modules/finance/entry/entry.document';
import { withApproval } from '../../src/modules/finance/entry/entry.rules';
import {
  derivedFields,
  determineFlags,
  newEntry,
  postingContext,
  withoutDerived,
} from '../../src/modules/finance/entry/new-entry';
import type { LaboratoryRow } from '../../src/modules/laboratories/laboratories.port';
import type { ObjectId } from '../../src/platform/domain/object-id';
import { DemoHistory } from '../demo-history';
import { demoId } from '../demo-values';
import type { DemoEntry } from './demo-entries';

type DemoPerson = { _id: ObjectId; name: string; role: Role };
/** The people who enter and decide entries; `head` is a super_admin. */
type DemoStaff = { bookkeeper: DemoPerson; admin: DemoPerson; head: DemoPerson };

type Setting = {
  laboratory: LaboratoryRow;
  staff: DemoStaff;
  transactionNo: string;
  receipt: Omit<ReceiptRow, 'uploadedAt' | 'uploadedBy'> | undefined;
  /** The entry that this one reverses. */
  original: DemoHistory<TransactionRow> | undefined;
};

const nameOf = ({ _id, name }: DemoPerson) => ({ _id, name });

export function idOf({ code }: Pick<LaboratoryRow, 'code'>, { key }: Pick<DemoEntry, 'key'>): ObjectId {
  return demoId(`transaction ${code} ${key}`);
}

/** The entry with its changes, as the product would have written them. */
export function historyOf(entry: DemoEntry, setting: Setting): DemoHistory<TransactionRow> {
  const { laboratory, staff, transactionNo, receipt, original } = setting;
  const { key: _key, by, outcome, enteredAt: now, receipt: _receipt, reverses: _reverses, ...fields } = entry;
  const author = staff[by];
  const flags = determineFlags(fields, postingContext(laboratory, null, now));
  const reversalOf = original && { _id: original.row._id, transactionNo: original.row.transactionNo };
  const origin = { transactionNo, laboratoryId: laboratory._id, createdBy: nameOf(author), flags, reversalOf, now };
  const created = { ...newEntry(fields, origin), _id: idOf(laboratory, entry) };
  const history = new DemoHistory(author, created, { derive: derivedFields, shown: withoutDerived });
  if (receipt) {
    const at = history.later(2);
    history.change('updated', author, at, { receipts: [{ ...receipt, uploadedBy: nameOf(author), uploadedAt: at }] });
  }
  if (outcome === 'cancelled') history.change('cancelled', author, history.later(40), { status: 'cancelled' });
  else if (typeof outcome === 'object') reject(history, staff, outcome);
  else if (outcome !== 'pending')
    approve(history, staff, outcome === 'partially_approved' ? 1 : approvalsNeeded(flags));
  if (original) reverse(original, staff, history.row);
  return history;
}

function approve(history: DemoHistory<TransactionRow>, { admin, head }: DemoStaff, times = 1): void {
  const others = [admin, head].filter(({ _id }) => !_id.equals(history.row.createdBy._id));
  for (const by of others.slice(0, times)) {
    const at = history.later(45);
    const approval = { by: { ...nameOf(by), role: by.role }, at, content: digestEntry(history.row) };
    history.change('approved', by, at, withApproval(history.row, approval));
  }
}

type Rejection = Extract<DemoEntry['outcome'], object>;

function reject(history: DemoHistory<TransactionRow>, staff: DemoStaff, { rejected, correctedPaise }: Rejection): void {
  const { admin, bookkeeper } = staff;
  const at = history.later(50);
  const rejection = { reason: rejected, by: nameOf(admin), at, content: digestEntry(history.row) };
  history.change('rejected', admin, at, { status: 'rejected', rejection });
  if (correctedPaise === undefined) return;
  const pending = { status: 'pending', rejection: null, editedBy: nameOf(bookkeeper) } as const;
  history.change('updated', bookkeeper, history.later(30), { ...pending, approvals: [], amountPaise: correctedPaise });
  approve(history, staff);
}

/** Links the entry to its contra entry, and reverses it if that is approved. */
function reverse(
  original: DemoHistory<TransactionRow>,
  { bookkeeper, admin }: DemoStaff,
  contra: TransactionRow,
): void {
  const { _id, transactionNo, createdAt, status, updatedAt } = contra;
  original.change('updated', bookkeeper, createdAt, { reversedBy: { _id, transactionNo } });
  if (status === 'approved') original.change('reversed', admin, updatedAt, { status: 'reversed' });
}
