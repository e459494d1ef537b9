import { addDays } from '../../platform/time/business-day';
import { codeOf, entryOf, failureOf, faultsOf, FinanceDesk, LIMIT_PAISE } from '../../../test/finance/finance-desk';

describe('changing an entry', () => {
  let desk: FinanceDesk;
  const today = '2026-11-22';

  beforeAll(async () => {
    desk = await FinanceDesk.openAt(`${today}T10:00:00Z`);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await desk.close();
  });

  it('writes the given fields and the editor, and keeps the others', async () => {
    const entry = await desk.entered(desk.clerk, { party: 'Apollo Clinic' });
    const { actions, ...edited } = entryOf(
      await desk.edit(desk.otherClerk, entry, { amount: '1,250.50', party: '' }).expect(200),
    );
    const { actions: _, ...before } = entry;
    expect(edited).toEqual({
      ...before,
      amountPaise: 125_050,
      party: null,
      version: 2,
      editedBy: { _id: desk.otherClerk.id, name: desk.otherClerk.user.name },
      updatedBy: desk.otherClerk.user.name,
      updatedAt: edited.updatedAt,
    });
    expect(actions.approve?.allowed).toBe(false);
  });

  it('restarts the approval', async () => {
    const above = await desk.entered(desk.clerk, { amountPaise: LIMIT_PAISE + 1 });
    const half = entryOf(await desk.decide(desk.otherClerk, above._id).expect(200));
    expect(half.status).toBe('partially_approved');
    expect(entryOf(await desk.edit(desk.clerk, half, { amountPaise: LIMIT_PAISE }).expect(200))).toMatchObject({
      status: 'pending',
      flags: [],
      approvals: [],
      approvalsNeeded: 1,
    });

    const rejected = entryOf(await desk.reject(desk.otherClerk, above._id).expect(200));
    expect(rejected).toMatchObject({ status: 'rejected', rejection: { reason: 'The receipt is missing' } });
    const again = entryOf(await desk.edit(desk.clerk, rejected).expect(200));
    expect(again).toMatchObject({ status: 'pending', rejection: null });
    expect(entryOf(await desk.decide(desk.otherClerk, above._id).expect(200)).status).toBe('approved');
  });

  it('determines the flags again', async () => {
    const entry = await desk.entered(desk.clerk);
    const date = addDays(today, -8);
    const back = entryOf(await desk.edit(desk.clerk, entry, { date, amountPaise: LIMIT_PAISE + 1 }).expect(200));
    expect(back.flags).toEqual(['above_limit', 'back_dated']);
    expect(entryOf(await desk.edit(desk.clerk, back, { date: addDays(today, -7) }).expect(200)).flags).toEqual([
      'above_limit',
    ]);
  });

  it('reports a conflict with the current entry', async () => {
    const entry = await desk.entered(desk.clerk);
    const newer = entryOf(await desk.edit(desk.otherClerk, entry, { party: 'Apollo Clinic' }).expect(200));
    const refused = failureOf(await desk.edit(desk.clerk, entry, { party: 'Fortis' }).expect(409));
    expect(refused).toMatchObject({
      code: 'VERSION_CONFLICT',
      message: `${desk.otherClerk.user.name} changed this entry in the meantime`,
      conflict: {
        changedBy: desk.otherClerk.user.name,
        changedAt: newer.updatedAt,
        current: { version: 2, party: 'Apollo Clinic' },
      },
    });
  });

  it('validates the entry as a whole', async () => {
    const entry = await desk.entered(desk.clerk);
    const refused = await desk.edit(desk.clerk, entry, { type: 'expense', paymentMethod: 'upi' }).expect(400);
    expect(faultsOf(refused)).toEqual({
      category: 'Choose an expense category',
      reference: 'Reference is required for UPI, bank transfer and cheque',
    });
    const late = await desk.edit(desk.clerk, entry, { date: addDays(today, 1) }).expect(400);
    expect(Object.keys(faultsOf(late))).toEqual(['date']);
  });

  it('must stay within the financial year of the number', async () => {
    const entry = await desk.entered(desk.head, { date: '2025-04-01' });
    const refused = await desk.edit(desk.head, entry, { date: '2025-03-31' }).expect(400);
    expect(faultsOf(refused)).toEqual({
      date: `${entry.transactionNo} belongs to the financial year 2025-26. Cancel it and create a new entry.`,
    });
    await desk.edit(desk.head, entry, { date: '2026-03-31' }).expect(200);
  });

  it('lets only a super admin move an entry into a closed period', async () => {
    const inside = await desk.entered(desk.clerk, { date: addDays(today, -5) });
    const outside = await desk.entered(desk.clerk);
    await desk.closeThrough(addDays(today, -4));
    const refused = await desk.edit(desk.clerk, outside, { date: addDays(today, -4) }).expect(409);
    expect([codeOf(refused), Object.keys(faultsOf(refused))]).toEqual(['PERIOD_LOCKED', ['date']]);
    expect(codeOf(await desk.edit(desk.clerk, inside, { party: 'Fortis' }).expect(409))).toBe('PERIOD_LOCKED');
    const moved = await desk.edit(desk.head, outside, { date: addDays(today, -4) }).expect(200);
    expect(entryOf(moved).flags).toEqual(['locked_period']);
    const out = await desk.edit(desk.clerk, inside, { date: addDays(today, -3) }).expect(200);
    expect(entryOf(out).flags).toEqual([]);
    await desk.closeThrough(null);
  });

  it('is refused once the entry is approved, reversed or cancelled', async () => {
    const approved = await desk.approved();
    const refused = failureOf(await desk.edit(desk.clerk, approved).expect(409));
    expect(refused).toMatchObject({
      code: 'TRANSACTION_IMMUTABLE',
      message: "An approved entry can't be changed. Reverse it instead.",
      conflict: { changedBy: desk.clerk.user.name },
    });
    expect((await desk.read(approved._id, desk.clerk)).actions.edit).toEqual({
      allowed: false,
      reason: refused.message,
    });

    const cancelled = await desk.entered(desk.clerk);
    await desk.cancel(desk.clerk, cancelled._id).expect(200);
    expect(codeOf(await desk.edit(desk.clerk, { ...cancelled, version: 2 }).expect(409))).toBe('TRANSACTION_CANCELLED');
  });

  it('is refused while the laboratory is closed', async () => {
    const laboratory = await desk.app.laboratory();
    const entry = await desk.entered(desk.head, { laboratoryId: laboratory.id });
    await desk.app.as(desk.head).put(`/api/laboratories/${laboratory.id}`).send({ status: 'suspended', version: 1 });
    expect(codeOf(await desk.edit(desk.head, entry).expect(409))).toBe('LABORATORY_SUSPENDED');
    await desk.reject(desk.otherHead, entry._id).expect(200);
    await desk.cancel(desk.head, entry._id).expect(200);
  });
});

describe('cancelling an entry', () => {
  let desk: FinanceDesk;

  beforeAll(async () => {
    desk = await FinanceDesk.open();
  });
  afterAll(() => desk.close());

  it('keeps the row and the number', async () => {
    const entry = await desk.entered(desk.clerk);
    const response = await desk.cancel(desk.clerk, entry._id).expect(200);
    expect(response.body).toMatchObject({ message: `${entry.transactionNo} was cancelled` });
    expect(await desk.read(entry._id)).toMatchObject({ status: 'cancelled', transactionNo: entry.transactionNo });
    expect((await desk.entered(desk.clerk)).transactionNo > entry.transactionNo).toBe(true);
    expect(codeOf(await desk.cancel(desk.clerk, entry._id).expect(409))).toBe('TRANSACTION_CANCELLED');
  });

  it('requires a pending or rejected entry', async () => {
    const rejected = await desk.entered(desk.clerk);
    await desk.reject(desk.otherClerk, rejected._id).expect(200);
    expect(entryOf(await desk.cancel(desk.clerk, rejected._id).expect(200)).status).toBe('cancelled');

    const half = await desk.entered(desk.clerk, { amountPaise: LIMIT_PAISE + 1 });
    await desk.decide(desk.otherClerk, half._id).expect(200);
    const approved = await desk.approved();
    for (const { _id } of [half, approved]) {
      const refused = failureOf(await desk.cancel(desk.clerk, _id).expect(409));
      expect([refused.code, refused.message]).toEqual([
        'TRANSACTION_NOT_CANCELLABLE',
        'Only a pending or rejected entry can be cancelled',
      ]);
      expect((await desk.read(_id, desk.clerk)).actions.cancel?.reason).toBe(refused.message);
    }
  });

  it('reports a conflict', async () => {
    const entry = await desk.entered(desk.clerk);
    await desk.edit(desk.otherClerk, entry, { party: 'Fortis' }).expect(200);
    const refused = await desk.app.as(desk.clerk).delete(`/api/transactions/${entry._id}?version=1`).expect(409);
    expect(codeOf(refused)).toBe('VERSION_CONFLICT');
  });
});
