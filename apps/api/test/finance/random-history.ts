import {
  paymentMethods,
  statusAllows,
  transactionCategories,
  type TransactionStatus,
  typeOfCategory,
} from '@shifa/contract';
import fc from 'fast-check';
import type { Types } from 'mongoose';
import type { Change } from '../../src/platform/records/records';
import type { TransactionRow } from '../../src/modules/finance/entry/entry.document';
import { storedTransaction } from './stored-transaction';

type Fields = Pick<TransactionRow, 'date' | 'amountPaise' | 'category' | 'paymentMethod' | 'party'>;

/** An action on an entry; `at` selects one of those that exist. */
export type Step =
  | { type: 'create'; laboratory: number; fields: Fields }
  | { type: 'edit'; at: number; fields: Partial<Fields> }
  | { type: 'approve in part' | 'approve' | 'reject' | 'cancel' | 'reverse'; at: number };

/** First and last days of months and years, so that a changed date crosses them. */
const days = ['2026-10-31', '2026-11-01', '2026-11-20', '2026-11-30', '2026-12-01', '2026-12-31', '2027-01-01'];

const fields = {
  date: fc.constantFrom(...days),
  amountPaise: fc.oneof(fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 1, max: 1_000_000_000_000 })),
  category: fc.constantFrom(...transactionCategories),
  paymentMethod: fc.constantFrom(...paymentMethods),
  party: fc.constantFrom(null, 'City Hospital', 'city  hospital', 'Bengal Power'),
};
const at = fc.nat({ max: 40 });
const actions = ['approve in part', 'approve', 'reject', 'cancel', 'reverse'] as const;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('create'), laboratory: fc.nat(1), fields: fc.record(fields) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('edit'), at, fields: fc.record(fields, { requiredKeys: [] }) }),
  },
  { weight: 6, arbitrary: fc.record({ type: fc.constantFrom(...actions), at }) },
);

/** Sequences of actions on the entries of two laboratories. */
export const histories = ({ minLength = 0, maxLength = 60 } = {}): fc.Arbitrary<Step[]> =>
  fc.array(step, { minLength, maxLength, size: 'max' });

/**
 * The entries that result from a history. A step that the status of an entry does not allow is skipped.
 */
export class Ledger {
  private readonly rows: TransactionRow[] = [];

  constructor(private readonly laboratories: readonly [Types.ObjectId, Types.ObjectId]) {}

  get entries(): readonly TransactionRow[] {
    return this.rows;
  }

  /** The changes of a step; none if it is not allowed. */
  take(step: Step): Change<TransactionRow>[] {
    const changes = this.changesOf(step);
    for (const { before, after } of changes) {
      if (before === null) this.rows.push(after);
      else this.rows[this.rows.indexOf(before)] = after;
    }
    return changes;
  }

  private changesOf(step: Step): Change<TransactionRow>[] {
    if (step.type === 'create') {
      const laboratoryId = this.laboratories[step.laboratory === 0 ? 0 : 1];
      const type = typeOfCategory(step.fields.category);
      return [{ before: null, after: storedTransaction({ ...step.fields, laboratoryId, type }) }];
    }
    const before = this.rows[step.at % this.rows.length];
    if (!before) return [];
    const to = (status: TransactionStatus, more: Partial<TransactionRow> = {}): Change<TransactionRow> => ({
      before,
      after: storedTransaction({ ...before, ...more, status, version: before.version + 1 }),
    });
    switch (step.type) {
      case 'edit': {
        // The amounts of a contra entry equal the amounts of its original.
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
        const { laboratoryId, type, category, paymentMethod, amountPaise, party, _id, transactionNo } = before;
        const contra = storedTransaction({
          laboratoryId,
          type,
          category,
          paymentMethod,
          amountPaise,
          party,
          date: '2026-12-15',
          reversalOf: { _id, transactionNo },
        });
        const reversedBy = { _id: contra._id, transactionNo: contra.transactionNo };
        return [{ before: null, after: contra }, to('approved', { reversedBy })];
      }
    }
  }

  /** How a decision about a contra entry affects its original. */
  private withOriginal({ reversalOf }: TransactionRow, status: 'approved' | 'reversed'): Change<TransactionRow>[] {
    const before = this.rows.find(({ _id }) => reversalOf && _id.equals(reversalOf._id));
    if (!before) return [];
    const reversedBy = status === 'reversed' ? before.reversedBy : null;
    return [{ before, after: { ...before, status, reversedBy, version: before.version + 1 } }];
  }
}
