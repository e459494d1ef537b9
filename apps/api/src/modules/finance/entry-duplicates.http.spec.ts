import type { CreateTransactionInput, DuplicateEntry } from '@shifa/contract';
import { createTransactionBody } from '@shifa/contract/testing';
import { addDays, businessDay } from '../../platform/time/business-day';
import type { Person } from '../../../test/test-app';
import { codeOf, entryOf, failureOf, FinanceDesk } from '../../../test/finance/finance-desk';
import { interruptNextTransaction } from '../../../test/interrupt';

describe('an entry that looks like another one', () => {
  let desk: FinanceDesk;
  const today = businessDay(new Date(), 'Asia/Kolkata');
  const bill = {
    party: 'Reagent House',
    reference: 'INV 77',
    type: 'expense',
    category: 'reagents_consumables',
    amountPaise: 250_000,
  } as const;

  beforeEach(async () => {
    desk = await FinanceDesk.open();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await desk.close();
  });

  const withKey = (key: string, body: Partial<CreateTransactionInput>, person = desk.clerk) => {
    const sent = createTransactionBody({ laboratoryId: desk.laboratory.id, ...body });
    // The same text each time, as a repeated request has.
    return desk.app
      .as(person)
      .post('/api/transactions')
      .set('idempotency-key', key)
      .send({ ...sent, description: 'Reagents' });
  };
  const countOf = async (person: Person = desk.head) => {
    const response = await desk.app.as(person).get('/api/transactions').expect(200);
    return (response.body as { pagination: { total: number } }).pagination.total;
  };

  it('is named instead of saved, and is saved when that is confirmed', async () => {
    const first = await desk.entered(desk.otherClerk, bill);
    const refusal = failureOf(await desk.post(desk.clerk, { ...bill, party: ' reagent HOUSE', reference: 'inv77' }));
    const { _id, transactionNo, createdBy } = first;
    expect(refusal.code).toBe('DUPLICATE_ENTRY');
    expect(refusal.message).toContain(`, entered by ${createdBy.name}, has the same party, reference, day and amount`);
    expect(refusal.conflict).toMatchObject({ changedBy: createdBy.name, changedAt: first.createdAt });
    expect(refusal.conflict?.current as DuplicateEntry).toMatchObject({ _id, transactionNo, createdBy, date: today });
    expect(await countOf()).toBe(1);

    const saved = entryOf(await desk.post(desk.clerk, { ...bill, confirmDuplicate: true }).expect(201));
    const tail = (number: string) => Number(number.split('-').at(-1));
    expect(tail(saved.transactionNo)).toBe(tail(transactionNo) + 1);
  });

  it.each<[string, Partial<CreateTransactionInput>]>([
    ['type', { type: 'income', category: 'other_income' }],
    ['day', { date: addDays(today, -1) }],
    ['amount', { amountPaise: 250_001 }],
    ['party', { party: 'Bose Diagnostics' }],
    ['reference', { reference: null }],
  ])('is another one with another %s', async (_, other) => {
    await desk.entered(desk.clerk, bill);
    await desk.entered(desk.clerk, { ...bill, ...other });
  });

  it('is no duplicate in another laboratory, or without a party and a reference', async () => {
    await desk.entered(desk.head, bill);
    await desk.entered(desk.head, { ...bill, laboratoryId: (await desk.app.laboratory()).id });
    const cash = { ...bill, party: null, reference: null };
    await desk.entered(desk.clerk, cash);
    await desk.entered(desk.clerk, cash);
  });

  it('is no duplicate of what was rejected, cancelled or reversed, or of a contra entry', async () => {
    const rejected = await desk.entered(desk.otherClerk, bill);
    await desk.reject(desk.clerk, rejected._id).expect(200);
    const cancelled = await desk.entered(desk.clerk, bill);
    await desk.cancel(desk.clerk, cancelled._id).expect(200);
    const approved = await desk.approved(bill);
    const contra = entryOf(await desk.reverse(desk.otherClerk, approved._id).expect(201));
    await desk.decide(desk.clerk, contra._id).expect(200);
    await desk.entered(desk.clerk, bill);
  });

  it('is the same entry when a request is repeated, also after it was confirmed', async () => {
    const first = entryOf(await withKey('the first key', bill).expect(201));
    expect(entryOf(await withKey('the first key', bill).expect(201))._id).toBe(first._id);
    expect(codeOf(await withKey('the second key', bill).expect(409))).toBe('DUPLICATE_ENTRY');
    const confirmed = { ...bill, confirmDuplicate: true } as const;
    const second = entryOf(await withKey('the second key', confirmed).expect(201));
    expect(entryOf(await withKey('the second key', confirmed).expect(201))._id).toBe(second._id);
    expect(await countOf()).toBe(2);
  });

  it('is saved once by the same request at the same time, and by one of two persons', async () => {
    const same = await Promise.all([withKey('the same key', bill), withKey('the same key', bill)]);
    expect(new Set(same.map((answer) => entryOf(answer)._id)).size).toBe(1);
    const other = { ...bill, reference: 'INV 78' };
    const answers = await Promise.all([desk.post(desk.clerk, other), desk.post(desk.otherClerk, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('is recognised where two processes write at the same time', async () => {
    interruptNextTransaction(desk.app, () => desk.entered(desk.otherClerk, bill));
    expect(codeOf(await desk.post(desk.clerk, bill).expect(409))).toBe('DUPLICATE_ENTRY');
    expect(await countOf()).toBe(1);
  });

  it('is not disclosed to a person who may not see it', async () => {
    await desk.entered(desk.clerk, bill);
    const blind = await desk.app.person('lab_admin', {
      laboratoryId: desk.laboratory._id,
      permissionOverrides: { 'transactions.view': false },
    });
    await desk.post(blind, bill).expect(201);
  });

  it('is asked about where an edit makes it one, and left alone where nothing of this changes', async () => {
    await desk.entered(desk.otherClerk, bill);
    const entry = await desk.entered(desk.clerk, { ...bill, reference: 'INV 79' });
    const changes = { reference: bill.reference };
    expect(codeOf(await desk.edit(desk.clerk, entry, changes).expect(409))).toBe('DUPLICATE_ENTRY');
    const confirmed = { ...changes, confirmDuplicate: true };
    const edited = entryOf(await desk.edit(desk.clerk, entry, confirmed).expect(200));
    await desk.edit(desk.clerk, edited, { description: 'The second delivery' }).expect(200);
    expect((await desk.read(entry._id)).version).toBe(entry.version + 2);
  });

  it('is asked about where a rejected entry is edited after it was entered again', async () => {
    const { _id } = await desk.entered(desk.otherClerk, bill);
    const rejected = entryOf(await desk.reject(desk.clerk, _id).expect(200));
    await desk.entered(desk.clerk, bill);
    const changes = { description: 'Corrected' };
    expect(codeOf(await desk.edit(desk.otherClerk, rejected, changes).expect(409))).toBe('DUPLICATE_ENTRY');
  });

  it.each([false, 'yes', 1])('is not confirmed by %j', async (confirmDuplicate) => {
    const body = { ...createTransactionBody({ ...bill, laboratoryId: desk.laboratory.id }), confirmDuplicate };
    const refusal = failureOf(await desk.app.as(desk.clerk).post('/api/transactions').send(body).expect(400));
    expect(refusal.errors.map(({ field }) => field)).toEqual(['confirmDuplicate']);
  });
});
