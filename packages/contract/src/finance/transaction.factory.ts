import { nextId, nextNumber } from '../testing/sequence.js';
import { CreateTransactionBody, type CreateTransactionInput, type NewTransaction } from './new-transaction.schema.js';
import {
  type Transaction,
  type TransactionListItem,
  TransactionListItemSchema,
  TransactionSchema,
} from './transaction.schema.js';

/** A valid body: income in cash by default. */
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

/** An entry as it appears in lists. */
export function transactionListItem(overrides: Partial<TransactionListItem> = {}): TransactionListItem {
  return TransactionListItemSchema.parse(entry(overrides));
}

/** A pending entry on which the viewer may perform every action except a reversal. */
export function transaction(overrides: Partial<Transaction> = {}): Transaction {
  return TransactionSchema.parse(entry(overrides));
}

function entry(overrides: object): object {
  const number = nextNumber();
  const allowed = { allowed: true };
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
    actions: {
      edit: allowed,
      attach: allowed,
      approve: allowed,
      reject: allowed,
      approvers: allowed,
      cancel: allowed,
      reverse: { allowed: false, reason: 'Only an approved entry can be reversed' },
    },
    approvals: [],
    rejection: null,
    editedBy: null,
    receipts: [],
    bill: null,
    updatedBy: 'Asha Rao',
    ...overrides,
  };
}
