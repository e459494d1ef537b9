import type { AuditEntry } from '@shifa/contract';
import { createTransactionBody } from '@shifa/contract/testing';
import { addDays, businessDay } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { formatDay } from '../../platform/time/format-time';
import { codeOf, entryOf, failureOf, faultsOf, FinanceDesk } from '../../../test/finance/finance-desk';

describe('entering income and expenses', () => {
  let desk: FinanceDesk;
  let today: string;

  beforeAll(async () => {
    desk = await FinanceDesk.open();
    today = businessDay(new Date(), desk.laboratory.timezone);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => desk.close());

  const raw = (person: { token: string }, body: object) => desk.app.as(person).post('/api/transactions').send(body);

  it('creates a pending entry dated today', async () => {
    const body = createTransactionBody({
      type: 'expense',
      category: 'reagents_consumables',
      paymentMethod: 'upi',
      reference: ' UTR 42 ',
      party: 'Transasia Bio-Medicals',
      amountPaise: 125_050,
    });
    const response = await raw(desk.clerk, body).expect(201);
    const entry = entryOf(response);
    expect(entry).toMatchObject({
      laboratoryId: { _id: desk.laboratory.id, code: desk.laboratory.code, timezone: 'Asia/Kolkata' },
      type: 'expense',
      date: today,
      amountPaise: 125_050,
      reference: 'UTR 42',
      party: 'Transasia Bio-Medicals',
      status: 'pending',
      flags: [],
      approvalsGiven: 0,
      approvalsNeeded: 1,
      approvals: [],
      rejection: null,
      reversalOf: null,
      reversedBy: null,
      createdBy: { _id: desk.clerk.id, name: desk.clerk.user.name },
      editedBy: null,
      updatedBy: desk.clerk.user.name,
      version: 1,
    });
    expect(response.body).toMatchObject({ message: `${entry.transactionNo} was entered` });
    expect(await desk.read(entry._id, desk.clerk)).toEqual(entry);
  });

  it.each([
    ['1,00,000.50', 10_000_050],
    ['₹ 500', 50_000],
  ])('reads %s exactly', async (amount, amountPaise) => {
    const { amountPaise: _, ...body } = createTransactionBody();
    expect(entryOf(await raw(desk.clerk, { ...body, amount }).expect(201)).amountPaise).toBe(amountPaise);
  });

  it.each(['0', '-5', '1e21', '12.345', ''])('refuses the amount «%s» with a field error', async (amount) => {
    const { amountPaise: _, ...body } = createTransactionBody();
    expect(Object.keys(faultsOf(await raw(desk.clerk, { ...body, amount }).expect(400)))).toEqual(['amount']);
  });

  it('requires a reference for bank payments, and a category of the type', async () => {
    const body = createTransactionBody();
    expect(faultsOf(await raw(desk.clerk, { ...body, paymentMethod: 'cheque' }).expect(400))).toEqual({
      reference: 'Reference is required for UPI, bank transfer and cheque',
    });
    expect(faultsOf(await raw(desk.clerk, { ...body, category: 'rent' }).expect(400))).toEqual({
      category: 'Choose an income category',
    });
  });

  it('requires a laboratory from people who manage several, and refuses others', async () => {
    expect(faultsOf(await raw(desk.head, createTransactionBody()).expect(400))).toEqual({
      laboratoryId: 'Laboratory is required',
    });
    const elsewhere = await desk.app.laboratory();
    const refused = await raw(desk.clerk, createTransactionBody({ laboratoryId: elsewhere.id })).expect(404);
    expect([codeOf(refused), faultsOf(refused)]).toEqual([
      'LABORATORY_NOT_FOUND',
      { laboratoryId: "This laboratory doesn't exist" },
    ]);
  });

  it.each([
    ['suspended', 'LABORATORY_SUSPENDED'],
    ['archived', 'LABORATORY_ARCHIVED'],
  ] as const)('posts nothing in a laboratory that is %s', async (status, code) => {
    const { id } = await desk.app.laboratory({ status });
    expect(codeOf(await raw(desk.head, createTransactionBody({ laboratoryId: id })).expect(409))).toBe(code);
  });

  it('refuses future dates and names today', async () => {
    const refused = await desk.post(desk.clerk, { date: addDays(today, 1) }).expect(400);
    expect(faultsOf(refused)).toEqual({ date: `Must not be after today, ${formatDay(today)}` });
  });

  it('uses the time zone of the laboratory', async () => {
    const dubai = await desk.app.laboratory({ timezone: 'Asia/Dubai' });
    // 00:30 in Dubai, 02:00 in Kolkata, 20:30 the day before in UTC.
    const night = new Date(`${addDays(today, -1)}T20:30:00Z`);
    jest.spyOn(desk.app.services.get(Clock), 'now').mockReturnValue(night);
    const post = (date?: string) => desk.post(desk.head, { laboratoryId: dubai.id, date });
    const day = (daysAgo: number) => addDays(businessDay(night, 'Asia/Dubai'), -daysAgo);
    expect(day(0)).toBe(today);
    expect(entryOf(await post().expect(201)).date).toBe(today);
    expect(entryOf(await post(day(7)).expect(201)).flags).toEqual([]);
    expect(entryOf(await post(day(8)).expect(201))).toMatchObject({ flags: ['back_dated'], approvalsNeeded: 2 });
    night.setUTCHours(19, 30);
    await post(today).expect(400);
    expect(entryOf(await post(day(7)).expect(201)).flags).toEqual([]);
  });

  it('lets only a super admin post to a closed period, as an exception', async () => {
    const lastClosed = addDays(today, -3);
    await desk.closeThrough(lastClosed);
    const refused = await desk.post(desk.clerk, { date: lastClosed }).expect(409);
    expect([codeOf(refused), Object.keys(faultsOf(refused))]).toEqual(['PERIOD_LOCKED', ['date']]);
    expect(failureOf(refused).message).toContain(formatDay(lastClosed));
    expect((await desk.entered(desk.clerk, { date: addDays(lastClosed, 1) })).flags).toEqual([]);
    expect((await desk.entered(desk.head, { date: lastClosed })).flags).toEqual(['locked_period']);
    await desk.closeThrough(null);
  });

  it('creates one entry for repeated requests with the same key', async () => {
    const body = createTransactionBody();
    const send = () => raw(desk.clerk, body).set('Idempotency-Key', 'entered-once');
    const [first, twin] = await Promise.all([send(), send()]);
    const third = await send();
    expect([first.status, twin.status, third.status]).toEqual([201, 201, 201]);
    expect(entryOf(twin)).toEqual(entryOf(first));
    expect(entryOf(third)).toEqual(entryOf(first));
    const other = await raw(desk.clerk, { ...body, amountPaise: 1 })
      .set('Idempotency-Key', 'entered-once')
      .expect(400);
    expect(codeOf(other)).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('records the history without derived fields', async () => {
    const { _id } = await desk.entered(desk.clerk, { party: 'Apollo Clinic' });
    await desk.reject(desk.otherClerk, _id).expect(200);
    const history = await desk.app.as(desk.clerk).get(`/api/transactions/${_id}/history`).expect(200);
    const [rejected, created] = (history.body as { data: AuditEntry[] }).data;
    expect(created).toMatchObject({ action: 'transaction.created', by: { name: desk.clerk.user.name } });
    expect(created?.changes).toContainEqual({ field: 'party', after: 'Apollo Clinic' });
    expect(rejected).toMatchObject({ action: 'transaction.rejected', by: { _id: desk.otherClerk.id } });
    expect(rejected?.changes).toContainEqual({ field: 'status', before: 'pending', after: 'rejected' });
    const fields = [...(created?.changes ?? []), ...(rejected?.changes ?? [])].map(({ field }) => field);
    for (const derived of ['partyKey', 'searchWords', 'nextApprover', 'excludedApprovers'])
      expect(fields).not.toContain(derived);
  });

  it('is invisible to other laboratories', async () => {
    const { _id } = await desk.entered(desk.clerk);
    const elsewhere = await desk.app.laboratory();
    const stranger = await desk.app.person('lab_admin', { laboratoryId: elsewhere._id });
    for (const path of [_id, `${_id}/history`]) {
      expect(codeOf(await desk.app.as(stranger).get(`/api/transactions/${path}`).expect(404))).toBe(
        'TRANSACTION_NOT_FOUND',
      );
    }
    await desk.decide(stranger, _id).expect(404);
    await desk.edit(stranger, { _id, version: 1 }).expect(404);
    await desk.cancel(stranger, _id).expect(404);
    await desk.decideMany(stranger, { entries: [{ _id }] }).expect(404);
    await desk.reverse(stranger, _id).expect(404);
  });
});
