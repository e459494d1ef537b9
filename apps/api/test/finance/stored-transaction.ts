import { Types } from 'mongoose';
import { derivedFields } from '../../src/modules/finance/entry/new-entry';
import type { TransactionRow } from '../../src/modules/finance/entry/entry.document';

let number = 0;

/** A stored entry, by default pending income in cash. */
export function storedTransaction(overrides: Partial<TransactionRow> = {}): TransactionRow {
  number += 1;
  const at = new Date('2026-11-20T06:30:00.000Z');
  const by = { _id: new Types.ObjectId(), name: 'Asha Rao' };
  const row = {
    _id: new Types.ObjectId(),
    transactionNo: `ROW-2026-27-${String(number).padStart(6, '0')}`,
    laboratoryId: new Types.ObjectId(),
    type: 'income',
    date: '2026-11-20',
    amountPaise: 125_050,
    category: 'test_fees',
    paymentMethod: 'cash',
    reference: null,
    party: null,
    description: 'Blood tests of the day',
    status: 'pending',
    flags: [],
    approvals: [],
    rejection: null,
    reversalOf: null,
    reversedBy: null,
    createdBy: by,
    editedBy: null,
    receipts: [],
    updatedBy: by.name,
    version: 1,
    createdAt: at,
    updatedAt: at,
    ...overrides,
  } satisfies Partial<TransactionRow>;
  return { ...row, ...derivedFields(row) };
}
