import { approvalsNeeded, type Role, typeOfCategory } from '@shifa/contract';
import type { ObjectId } from '../../src/platform/domain/object-id';
import type { LaboratoryRow } from '../../src/modules/laboratories/laboratories.port';
import { digestEntry } from '../../src/modules/finance/entry/entry';
import { derivedFields, determineFlags, newEntry, postingContext } from '../../src/modules/finance/entry/new-entry';
import type { ReceiptRow, TransactionRow } from '../../src/modules/finance/entry/entry.document';
import { withApproval } from '../../src/modules/finance/entry/entry.rules';
import { DemoHistory } from '../demo-history';
import { demoChance, demoId } from '../demo-values';
import type { DemoEntry } from './demo-entries';

export type DemoPerson = { _id: ObjectId; name: string; role: Role };
/** The people who enter and decide entries; `head` is a super_admin. */
export type DemoStaff = { bookkeeper: DemoPerson; admin: DemoPerson; head: DemoPerson };

type Setting = {
  laboratory: LaboratoryRow;
  staff: DemoStaff;
  transactionNo: string;
  receipt?: Omit<ReceiptRow, 'uploadedAt' | 'uploadedBy'>;
  reversalOf?: TransactionRow['reversalOf'];
};

const MINUTE_MS = 60_000;

export function enteredAt({ key, enteredOn, hour }: DemoEntry): Date {
  const minutes = Math.floor(demoChance(key)() * 55);
  return new Date(Date.parse(`${enteredOn}T00:00:00Z`) + (hour * 60 + minutes) * MINUTE_MS);
}

export function idOf({ code }: Pick<LaboratoryRow, 'code'>, { key }: Pick<DemoEntry, 'key'>): ObjectId {
  return demoId(`transaction ${code} ${key}`);
}

/** The changes of an entry as the product would have written them. */
export class EntryHistory {
  readonly history: DemoHistory<TransactionRow>;

  constructor(
    private readonly entry: DemoEntry,
    private readonly setting: Setting,
  ) {
    this.history = new DemoHistory(setting.staff[entry.enteredBy], this.created(), derivedFields);
    if (setting.receipt) this.attach(setting.receipt);
    this.applyOutcome();
  }

  get row(): TransactionRow {
    return this.history.row;
  }

  /** Links this entry to its contra entry, and reverses it if that is approved. */
  reverse({ row: contra }: EntryHistory): void {
    const { _id, transactionNo, createdAt, status, updatedAt } = contra;
    const { bookkeeper, admin } = this.setting.staff;
    this.history.change('updated', bookkeeper, createdAt, { reversedBy: { _id, transactionNo } });
    if (status === 'approved') this.history.change('reversed', admin, updatedAt, { status: 'reversed' });
  }

  private created(): TransactionRow {
    const { entry, setting } = this;
    const { laboratory, staff, transactionNo, reversalOf } = setting;
    const by = staff[entry.enteredBy];
    const now = enteredAt(entry);
    const { date, amountPaise, category, paymentMethod, reference, party, description } = entry;
    const row = newEntry(
      { type: typeOfCategory(category), date, amountPaise, category, paymentMethod, reference, party, description },
      {
        transactionNo,
        laboratoryId: laboratory._id,
        createdBy: nameOf(by),
        flags: determineFlags(entry, { ...postingContext(laboratory, null, now), today: entry.enteredOn }),
        reversalOf,
        now,
      },
    );
    return { ...row, _id: idOf(laboratory, entry) };
  }

  private attach(receipt: NonNullable<Setting['receipt']>): void {
    const by = this.setting.staff[this.entry.enteredBy];
    const at = this.later(2);
    this.history.change('updated', by, at, { receipts: [{ ...receipt, uploadedBy: nameOf(by), uploadedAt: at }] });
  }

  private applyOutcome(): void {
    const { outcome, enteredBy } = this.entry;
    const { staff } = this.setting;
    if (outcome === 'pending') return;
    if (outcome === 'cancelled') {
      this.history.change('cancelled', staff[enteredBy], this.later(40), { status: 'cancelled' });
    } else if (outcome === 'partially_approved') {
      this.approve(1);
    } else if (typeof outcome === 'string') {
      this.approve(approvalsNeeded(this.row.flags));
    } else {
      this.reject(outcome.rejected);
      if (outcome.correctedPaise !== undefined) this.correct(outcome.correctedPaise);
    }
  }

  private approve(times: number): void {
    const { staff } = this.setting;
    const others = [staff.admin, staff.head].filter(({ _id }) => !_id.equals(this.row.createdBy._id));
    for (const by of others.slice(0, times)) {
      const [at, content] = [this.later(45), digestEntry(this.row)];
      this.history.change(
        'approved',
        by,
        at,
        withApproval(this.row, { by: { ...nameOf(by), role: by.role }, at, content }),
      );
    }
  }

  private reject(reason: string): void {
    const { admin } = this.setting.staff;
    const at = this.later(50);
    const rejection = { reason, by: nameOf(admin), at, content: digestEntry(this.row) };
    this.history.change('rejected', admin, at, { status: 'rejected', rejection });
  }

  private correct(amountPaise: number): void {
    const { bookkeeper } = this.setting.staff;
    const pending = { status: 'pending', rejection: null, editedBy: nameOf(bookkeeper) } as const;
    this.history.change('updated', bookkeeper, this.later(30), { ...pending, approvals: [], amountPaise });
    this.approve(1);
  }

  private later(minutes: number): Date {
    return new Date(this.row.updatedAt.getTime() + minutes * MINUTE_MS);
  }
}

function nameOf({ _id, name }: DemoPerson): TransactionRow['createdBy'] {
  return { _id, name };
}
