import {
  CreateTransactionBody,
  type CreateTransactionInput,
  type NewTransaction,
} from '../finance/new-transaction.schema.js';
import {
  type Transaction,
  type TransactionListItem,
  TransactionListItemSchema,
  TransactionSchema,
} from '../finance/transaction.schema.js';
import { nextId, nextNumber } from './sequence.js';

/** A body that passes the contract: income in cash unless told otherwise. */
export function createTransactionBody(overrides: Partial<CreateTransactionInput> = {}): NewTransaction {
  return CreateTransactionBody.parse({
    type: 'income',
    amountPaise: 125_050,
    category: 'test_fees',
    paymentMethod: 'cash',
    description: `Blood tests of the day, ${nextNumber()}`,
    ...overrides,
  }) as NewTransaction;
}

/** An entry as the list answers it. */
export function transactionListItem(overrides: Partial<TransactionListItem> = {}): TransactionListItem {
  return TransactionListItemSchema.parse(entry(overrides));
}

/** An entry as the API answers it: pending, and open to the viewer but for a reversal. */
export function transaction(overrides: Partial<Transaction> = {}): Transaction {
  return TransactionSchema.parse(entry(overrides));
}

function entry(overrides: object): object {
  const number = nextNumber();
  const open = { allowed: true, reason: null };
  return {
    _id: nextId(),
    transactionNo: `KOL-2026-27-${String(number).padStart(6, '0')}`,
    laboratoryId: { _id: nextId(), name: 'Kolkata Central', code: 'KOL', timezone: 'Asia/Kolkata' },
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
    approvalsGiven: 0,
    approvalsNeeded: 1,
    receiptCount: 0,
    reversalOf: null,
    reversedBy: null,
    createdBy: { _id: nextId(), name: 'Asha Rao' },
    createdAt: '2026-11-20T06:30:00.000Z',
    updatedAt: '2026-11-20T06:30:00.000Z',
    version: 1,
    rights: {
      edit: open,
      attach: open,
      approve: open,
      reject: open,
      cancel: open,
      reverse: { allowed: false, reason: 'Only an approved entry can be reversed' },
    },
    approvals: [],
    rejection: null,
    editedBy: null,
    receipts: [],
    updatedBy: 'Asha Rao',
    ...overrides,
  };
}
