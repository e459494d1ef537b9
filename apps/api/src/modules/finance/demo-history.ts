import { approvalsNeeded, type Role, statusAfterApprovals, typeOfCategory } from '@shifa/contract';
import type { ObjectId } from '../../platform/mongo/object-id';
import { demoChance, demoId } from '../../platform/seed/demo-network';
import type { LaboratoryRow } from '../laboratories/laboratories.port';
import type { DemoEntry } from './demo-entries';
import { newTransaction } from './new-transaction';
import { derivedFields, rolesOf } from './transaction-derived';
import { booksOf, flagsOf } from './transaction-rules';
import type { ReceiptRow, TransactionRow } from './transaction.document';
import type { TransactionsChanged } from './transaction.events';

export type DemoPerson = { _id: ObjectId; name: string; role: Role };
/** Who enters and who decides in a laboratory, and the head office. */
export type DemoStaff = { bookkeeper: DemoPerson; admin: DemoPerson; head: DemoPerson };
/** One write of an entry: who did what, and the entry as it was afterwards. */
export type DemoStep = { by: DemoPerson; deed: TransactionsChanged['deed']; row: TransactionRow };

type Given = {
  laboratory: LaboratoryRow;
  staff: DemoStaff;
  transactionNo: string;
  receipt?: Omit<ReceiptRow, 'uploadedAt' | 'uploadedBy'>;
  reversalOf?: TransactionRow['reversalOf'];
};

const MINUTE_MS = 60_000;

/** The moment at which an entry was entered. */
export function enteredAt({ key, enteredOn, hour }: DemoEntry): Date {
  const minutes = Math.floor(demoChance(key)() * 55);
  return new Date(Date.parse(`${enteredOn}T00:00:00Z`) + (hour * 60 + minutes) * MINUTE_MS);
}

export function idOf({ code }: Pick<LaboratoryRow, 'code'>, { key }: Pick<DemoEntry, 'key'>): ObjectId {
  return demoId(`transaction ${code} ${key}`);
}

/** What was done to an entry, one write after another, as the product would have written it. */
export class DemoHistory {
  readonly steps: DemoStep[];

  constructor(
    private readonly entry: DemoEntry,
    private readonly given: Given,
  ) {
    this.steps = [this.created()];
    if (given.receipt) this.attach(given.receipt);
    this.follow();
  }

  /** The entry as it is now. */
  get row(): TransactionRow {
    const last = this.steps.at(-1);
    if (!last) throw new Error('A history begins with its entry');
    return last.row;
  }

  /** What the contra entry does to this one: it is named at once, and in force when it is approved. */
  reverse(contra: DemoHistory): void {
    const { _id, transactionNo, createdAt, status, updatedAt } = contra.row;
    const { bookkeeper, admin } = this.given.staff;
    this.write('updated', bookkeeper, createdAt, { reversedBy: { _id, transactionNo } });
    if (status === 'approved') this.write('reversed', admin, updatedAt, { status: 'reversed' });
  }

  private created(): DemoStep {
    const { entry, given } = this;
    const { laboratory, staff, transactionNo, reversalOf } = given;
    const by = staff[entry.enteredBy];
    const now = enteredAt(entry);
    const { date, amountPaise, category, paymentMethod, reference, party, description } = entry;
    const row = newTransaction(
      { type: typeOfCategory(category), date, amountPaise, category, paymentMethod, reference, party, description },
      {
        transactionNo,
        laboratoryId: laboratory._id,
        createdBy: nameOf(by),
        flags: flagsOf(entry, { ...booksOf(laboratory, null, now), today: entry.enteredOn }),
        reversalOf,
        now,
      },
    );
    return { by, deed: 'created', row: { ...row, _id: idOf(laboratory, entry) } };
  }

  private attach(receipt: NonNullable<Given['receipt']>): void {
    const by = this.given.staff[this.entry.enteredBy];
    const at = this.later(2);
    this.write('updated', by, at, { receipts: [{ ...receipt, uploadedBy: nameOf(by), uploadedAt: at }] });
  }

  private follow(): void {
    const { fate, enteredBy } = this.entry;
    const { staff } = this.given;
    if (fate === 'waiting') return;
    if (fate === 'cancelled') {
      this.write('cancelled', staff[enteredBy], this.later(40), { status: 'cancelled' });
    } else if (fate === 'half_approved') {
      this.approve(1);
    } else if (typeof fate === 'string') {
      this.approve(approvalsNeeded(this.row.flags));
    } else {
      this.reject(fate.rejected);
      if (fate.mendedPaise !== undefined) this.mend(fate.mendedPaise);
    }
  }

  private approve(times: number): void {
    const { staff } = this.given;
    const others = [staff.admin, staff.head].filter(({ _id }) => !_id.equals(this.row.createdBy._id));
    for (const by of others.slice(0, times)) {
      const at = this.later(45);
      const approvals = [...this.row.approvals, { by: { ...nameOf(by), role: by.role }, at }];
      const status = statusAfterApprovals(this.row.flags, rolesOf(approvals));
      this.write('approved', by, at, { approvals, status });
    }
  }

  private reject(reason: string): void {
    const { admin } = this.given.staff;
    const at = this.later(50);
    this.write('rejected', admin, at, { status: 'rejected', rejection: { reason, by: nameOf(admin), at } });
  }

  private mend(amountPaise: number): void {
    const { bookkeeper } = this.given.staff;
    const pending = { status: 'pending', rejection: null, editedBy: nameOf(bookkeeper) } as const;
    this.write('updated', bookkeeper, this.later(30), { ...pending, approvals: [], amountPaise });
    this.approve(1);
  }

  private write(deed: DemoStep['deed'], by: DemoPerson, at: Date, changes: Partial<TransactionRow>): void {
    const before = this.row;
    const changed = { ...before, ...changes };
    const row = {
      ...changed,
      ...derivedFields(changed),
      updatedBy: by.name,
      updatedAt: at,
      version: before.version + 1,
    };
    this.steps.push({ by, deed, row });
  }

  private later(minutes: number): Date {
    return new Date(this.row.updatedAt.getTime() + minutes * MINUTE_MS);
  }
}

function nameOf({ _id, name }: DemoPerson): TransactionRow['createdBy'] {
  return { _id, name };
}
