import {
  paymentMethods,
  transactionCategories,
  type TransactionStatus,
  transactionStatuses,
  typeOfCategory,
} from '@shifa/contract';
import { Types } from 'mongoose';
import { demoChance } from '../../demo/demo-values';
import { addDays } from '../../src/platform/time/business-day';
import { derivedFields } from '../../src/modules/finance/entry/new-entry';
import type { TransactionRow } from '../../src/modules/finance/entry/entry.document';

const parties = ['City Hospital', 'Dr. Meera Sen', 'Acme Reagents', 'Bengal Power', 'Metro Couriers', null] as const;
/** One entry of each status for this many approved ones. */
const APPROVED_FOR_EACH = 12;

/** Stored entries of several laboratories, spread over a number of days; the same at every call. */
export function* manyEntries(
  count: number,
  laboratories: readonly Types.ObjectId[],
  { from, days, approved = APPROVED_FOR_EACH }: { from: string; days: number; approved?: number },
): Generator<TransactionRow> {
  const statuses: TransactionStatus[] = [...Array<'approved'>(approved).fill('approved'), ...transactionStatuses];
  const chance = demoChance(`${count} entries`);
  const below = (limit: number) => Math.floor(chance() * limit);
  const oneOf = <Value>(values: readonly [Value, ...Value[]] | readonly Value[]) =>
    values[below(values.length)] as Value;
  const people = Array.from({ length: 20 }, (_, index) => ({ _id: new Types.ObjectId(), name: `Person ${index}` }));
  for (let number = 1; number <= count; number += 1) {
    const category = oneOf(transactionCategories);
    const createdBy = oneOf(people);
    const date = addDays(from, below(days));
    const at = new Date(`${date}T05:30:00.000Z`);
    const status = oneOf(statuses);
    const row = {
      _id: new Types.ObjectId(),
      transactionNo: `MANY-2026-27-${String(number).padStart(6, '0')}`,
      laboratoryId: oneOf(laboratories),
      type: typeOfCategory(category),
      date,
      // Small and very large amounts, so that floating-point errors would show.
      amountPaise: below(50) === 0 ? 1 + below(1_000_000_000_000) : 1 + below(5_000_000),
      category,
      paymentMethod: oneOf(paymentMethods),
      reference: null,
      party: oneOf(parties),
      description: 'One of many',
      status,
      flags: below(40) === 0 ? (['back_dated'] satisfies TransactionRow['flags']) : [],
      approvals: [],
      rejection: null,
      reversalOf:
        status !== 'reversed' && below(30) === 0 ? { _id: new Types.ObjectId(), transactionNo: 'MANY-0' } : null,
      reversedBy: null,
      createdBy,
      editedBy: null,
      receipts: [],
      updatedBy: createdBy.name,
      version: 1,
      createdAt: at,
      updatedAt: at,
    };
    yield { ...row, ...derivedFields(row) };
  }
}
