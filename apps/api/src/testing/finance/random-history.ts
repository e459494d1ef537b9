import {
  paymentMethods,
  statusAllows,
  transactionCategories,
  type TransactionStatus,
  typeOfCategory,
} from '@shifa/contract';
import fc from 'fast-check';
import type { Types } from 'mongoose';
import type { TransactionRow } from '../../modules/finance/transaction.document';
import type { TransactionChange } from '../../modules/finance/transaction.events';
import { transactionRow } from './transaction-row';

type Fields = Pick<TransactionRow, 'date' | 'amountPaise' | 'category' | 'paymentMethod'>;

/** What is done to an entry, and to which: `at` counts round those that are there. */
export type Step =
  | { deed: 'create'; laboratory: number; fields: Fields }
  | { deed: 'edit'; at: number; fields: Partial<Fields> }
  | { deed: 'approve in part' | 'approve' | 'reject' | 'cancel' | 'reverse'; at: number };

/** Days at both ends of months and years, so that changes of a date cross them. */
const days = ['2026-10-31', '2026-11-01', '2026-11-20', '2026-11-30', '2026-12-01', '2026-12-31', '2027-01-01'];

const fields = {
  date: fc.constantFrom(...days),
  amountPaise: fc.oneof(fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 1, max: 1_000_000_000_000 })),
  category: fc.constantFrom(...transactionCategories),
  paymentMethod: fc.constantFrom(...paymentMethods),
};
const at = fc.nat({ max: 40 });
const deeds = ['approve in part', 'approve', 'reject', 'cancel', 'reverse'] as const;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ deed: fc.constant('create'), laboratory: fc.nat(1), fields: fc.record(fields) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ deed: fc.constant('edit'), at, fields: fc.record(fields, { requiredKeys: [] }) }),
  },
  { weight: 6, arbitrary: fc.record({ deed: fc.constantFrom(...deeds), at }) },
);

/** What people may do to the entries of two laboratories over time. */
export const histories = ({ minLength = 0, maxLength = 60 } = {}): fc.Arbitrary<Step[]> =>
  fc.array(step, { minLength, maxLength, size: 'max' });

/**
 * The entries that a history leads to, one write after another. A step that an entry's status does not allow is
 * passed over.
 */
export class Ledger {
  private readonly rows: TransactionRow[] = [];

  constructor(private readonly laboratories: readonly [Types.ObjectId, Types.ObjectId]) {}

  get entries(): readonly TransactionRow[] {
    return this.rows;
  }

  /** What one step writes, as its event tells it; nothing where the step is not allowed. */
  take(step: Step): TransactionChange[] {
    const changes = this.changesOf(step);
    for (const { before, after } of changes) {
      if (before === null) this.rows.push(after);
      else this.rows[this.rows.indexOf(before)] = after;
    }
    return changes;
  }

  private changesOf(step: Step): TransactionChange[] {
    if (step.deed === 'create') {
      const laboratoryId = this.laboratories[step.laboratory === 0 ? 0 : 1];
      const type = typeOfCategory(step.fields.category);
      return [{ before: null, after: transactionRow({ ...step.fields, laboratoryId, type }) }];
    }
    const before = this.rows[step.at % this.rows.length];
    if (!before) return [];
    const to = (status: TransactionStatus, more: Partial<TransactionRow> = {}): TransactionChange => ({
      before,
      after: transactionRow({ ...before, ...more, status, version: before.version + 1 }),
    });
    switch (step.deed) {
      case 'edit': {
        // A contra entry takes back what the original says, so it is not edited.
        if (!statusAllows(before.status, 'edit') || before.reversalOf) return [];
        const type = typeOfCategory(step.fields.category ?? before.category);
        return [to('pending', { ...step.fields, type })];
      }
      case 'approve in part':
        return before.status === 'pending' ? [to('partially_approved')] : [];
      case 'approve':
        return statusAllows(before.status, 'approve') ? [to('approved'), ...this.withOriginal(before, 'reversed')] : [];
      case 'reject':
        return statusAllows(before.status, 'reject') ? [to('rejected'), ...this.withOriginal(before, 'approved')] : [];
      case 'cancel':
        return statusAllows(before.status, 'cancel') ? [to('cancelled')] : [];
      case 'reverse': {
        if (before.status !== 'approved' || before.reversalOf || before.reversedBy) return [];
        const { laboratoryId, type, category, paymentMethod, amountPaise, _id, transactionNo } = before;
        const contra = transactionRow({
          ...{ laboratoryId, type, category, paymentMethod, amountPaise, date: '2026-12-15' },
          reversalOf: { _id, transactionNo },
        });
        const reversedBy = { _id: contra._id, transactionNo: contra.transactionNo };
        return [{ before: null, after: contra }, to('approved', { reversedBy })];
      }
    }
  }

  /** What a decision about a contra entry does to the entry that it takes back. */
  private withOriginal({ reversalOf }: TransactionRow, status: 'approved' | 'reversed'): TransactionChange[] {
    const before = this.rows.find(({ _id }) => reversalOf && _id.equals(reversalOf._id));
    if (!before) return [];
    const reversedBy = status === 'reversed' ? before.reversedBy : null;
    return [{ before, after: { ...before, status, reversedBy, version: before.version + 1 } }];
  }
}
