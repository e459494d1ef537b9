import { describe, expect, it } from 'vitest';
import { DecisionBody } from '../common/decision.js';
import type { z } from 'zod';
import { CreateTransactionBody } from './new-transaction.schema.js';
import { BulkDecideBody, TransactionFilterQuery, UpdateTransactionBody } from './transaction.schema.js';

const entry = {
  type: 'income',
  category: 'test_fees',
  paymentMethod: 'cash',
  amountPaise: 50_000,
  description: 'Blood tests',
};

/** Field and message of each fault. */
function faults(schema: z.ZodType, body: unknown): string[] {
  const { error } = schema.safeParse(body);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('the amount of a new entry', () => {
  it.each([
    ['1,00,000.50', 10_000_050],
    ['₹ 500', 50_000],
    ['0.01', 1],
  ])('is read from %s', (amount, paise) => {
    const { amountPaise: _, ...rest } = entry;
    expect(CreateTransactionBody.parse({ ...rest, amount })).toMatchObject({ amountPaise: paise });
  });

  it.each(['0', '-5', '1e21', '12.345', 'five'])('is not %s', (amount) => {
    const { amountPaise: _, ...rest } = entry;
    expect(faults(CreateTransactionBody, { ...rest, amount })).toEqual([
      'amount: Enter an amount above zero with at most two decimals, such as 1,250.50',
    ]);
  });

  it.each([0, -500, 1e21, 12.5])('is not %d paise', (amountPaise) => {
    const found = faults(CreateTransactionBody, { ...entry, amountPaise });
    expect(found).not.toEqual([]);
    expect(found.every((fault) => fault.startsWith('amountPaise: '))).toBe(true);
  });

  it('is needed, and given once', () => {
    const { amountPaise: _, ...rest } = entry;
    expect(faults(CreateTransactionBody, rest)).toEqual(['amountPaise: Amount is required']);
    expect(faults(CreateTransactionBody, { ...entry, amount: '1' })).toEqual(['amount: Enter the amount only once']);
  });
});

describe('a new entry', () => {
  it('names every field that is missing', () => {
    expect(faults(CreateTransactionBody, {})).toEqual([
      'type: Type is required',
      'category: Category is required',
      'paymentMethod: Payment method is required',
      'description: Description is required',
      'amountPaise: Amount is required',
    ]);
  });

  it('has a category of its type', () => {
    expect(faults(CreateTransactionBody, { ...entry, category: 'rent' })).toEqual([
      'category: Choose an income category',
    ]);
    expect(faults(CreateTransactionBody, { ...entry, type: 'expense' })).toEqual([
      'category: Choose an expense category',
    ]);
  });

  it.each(['upi', 'bank_transfer', 'cheque'])('paid by %s has a reference', (paymentMethod) => {
    const fault = 'reference: Reference is required for UPI, bank transfer and cheque';
    expect(faults(CreateTransactionBody, { ...entry, paymentMethod })).toEqual([fault]);
    expect(faults(CreateTransactionBody, { ...entry, paymentMethod, reference: ' ' })).toEqual([fault]);
    expect(faults(CreateTransactionBody, { ...entry, paymentMethod, reference: '4127' })).toEqual([]);
  });

  it.each(['1999-12-31', '2026-02-30', 'yesterday'])('is not dated %s', (date) => {
    expect(faults(CreateTransactionBody, { ...entry, date })).toHaveLength(1);
  });

  it('tells a blank party from a name', () => {
    expect(CreateTransactionBody.parse({ ...entry, party: '  ' })).toMatchObject({ party: null, reference: null });
  });
});

describe('a reversal', () => {
  const reversalOf = '0123456789abcdef01234567';

  it('needs nothing but the original', () => {
    expect(CreateTransactionBody.parse({ reversalOf })).toEqual({ reversalOf, description: undefined });
  });

  it('says why in words, where it does', () => {
    expect(CreateTransactionBody.parse({ reversalOf, description: 'Entered twice' })).toEqual({
      reversalOf,
      description: 'Entered twice',
    });
    expect(faults(CreateTransactionBody, { reversalOf, description: 'Oops' })).toEqual([
      'description: Reason must be at least 5 characters',
    ]);
  });
});

describe('a change', () => {
  it('takes the amount either way', () => {
    expect(UpdateTransactionBody.parse({ amount: '1,250', version: 2 })).toEqual({ amountPaise: 125_000, version: 2 });
    expect(UpdateTransactionBody.parse({ amountPaise: 7, version: 2 })).toEqual({ amountPaise: 7, version: 2 });
  });

  it('refuses two amounts that contradict each other', () => {
    const both = { amount: '12.50', amountPaise: 1_250, version: 2 };
    expect(UpdateTransactionBody.parse(both)).toEqual({ amountPaise: 1_250, version: 2 });
    expect(faults(UpdateTransactionBody, { ...both, amountPaise: 125_000 })).toEqual([
      'amount: Enter the amount only once',
    ]);
  });
});

describe('a decision', () => {
  it.each([
    [{ approved: true }, []],
    [{ approved: false, reason: 'No bill attached' }, []],
    [{ approved: false }, ['reason: Reason is required']],
    [{ approved: false, reason: 'no' }, ['reason: Reason must be at least 5 characters']],
    [{ approved: false, reason: 'x'.repeat(501) }, ['reason: Reason must be at most 500 characters']],
  ])('%j', (body, expected) => {
    expect(faults(DecisionBody, body)).toEqual(expected);
  });

  it('of many takes a hundred at most', () => {
    const entries = Array.from({ length: 101 }, () => ({ _id: '0123456789abcdef01234567' }));
    expect(faults(BulkDecideBody, { entries: [] })).toEqual(['entries: Choose at least one entry']);
    expect(faults(BulkDecideBody, { entries })).toEqual(['entries: At most 100 entries at once']);
    expect(faults(BulkDecideBody, { entries: entries.slice(1) })).toEqual([]);
  });
});

describe('a filter', () => {
  it('reads bounds as they are typed', () => {
    expect(TransactionFilterQuery.parse({ minAmount: '1,000', maxAmount: '₹ 2,500.50', mine: 'true' })).toMatchObject({
      minAmount: 100_000,
      maxAmount: 250_050,
      mine: true,
    });
  });
});
