import type { AuditEntry } from '@shifa/contract';
import { codeOf, entryOf, failureOf, faultsOf, FinanceDesk, LIMIT_PAISE } from '../../../test/finance/finance-desk';

describe('reversing an entry', () => {
  let desk: FinanceDesk;
  const today = '2026-11-22';

  beforeAll(async () => {
    desk = await FinanceDesk.openAt(`${today}T10:00:00Z`);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await desk.close();
  });

  it('creates a matching contra entry dated today and links the two', async () => {
    const original = await desk.approved({
      date: '2026-03-31',
      type: 'expense',
      category: 'rent',
      paymentMethod: 'cheque',
      reference: '004417',
      party: 'Park Street Estates',
      description: 'Rent of March',
    });
    expect(original.status).toBe('partially_approved');
    await desk.decide(desk.head, original._id).expect(200);
    const contra = entryOf(await desk.reverse(desk.clerk, original._id).expect(201));
    expect(contra).toMatchObject({
      date: today,
      type: 'expense',
      category: 'rent',
      paymentMethod: 'cheque',
      reference: '004417',
      party: 'Park Street Estates',
      amountPaise: original.amountPaise,
      description: `Reversal of ${original.transactionNo}: Rent of March`,
      status: 'pending',
      flags: [],
      reversalOf: { _id: original._id, transactionNo: original.transactionNo },
      createdBy: { _id: desk.clerk.id },
    });
    expect(original.transactionNo).toBe(`${desk.laboratory.code}-2025-26-000001`);
    expect(contra.transactionNo).toMatch(new RegExp(`^${desk.laboratory.code}-2026-27-0`));
    const link = { _id: contra._id, transactionNo: contra.transactionNo };
    expect(await desk.read(original._id)).toMatchObject({ status: 'approved', reversedBy: link, version: 4 });

    await desk.decide(desk.clerk, contra._id).expect(403);
    await desk.decide(desk.otherClerk, contra._id).expect(200);
    expect(await desk.read(original._id)).toMatchObject({ status: 'reversed', reversedBy: link, version: 5 });
    const history = await desk.app.as(desk.head).get(`/api/transactions/${original._id}/history`).expect(200);
    const [reversed, linked] = (history.body as { data: AuditEntry[] }).data;
    expect(reversed).toMatchObject({ action: 'transaction.reversed', by: { _id: desk.otherClerk.id } });
    expect(linked?.changes).toContainEqual({ field: 'reversedBy', before: null, after: link });
    const immutable = failureOf(await desk.edit(desk.head, { _id: original._id, version: 5 }).expect(409));
    expect(immutable.message).toBe("A reversed entry can't be changed");
  });

  it('uses the given reason, up to 500 characters', async () => {
    const [first, second] = [await desk.approved(), await desk.approved({ description: 'x'.repeat(500) })];
    expect(entryOf(await desk.reverse(desk.clerk, first._id, 'Paid twice').expect(201)).description).toBe('Paid twice');
    expect(faultsOf(await desk.reverse(desk.clerk, second._id, 'no').expect(400))).toEqual({
      description: 'Reason must be at least 5 characters',
    });
    const { description } = entryOf(await desk.reverse(desk.clerk, second._id).expect(201));
    expect(description).toHaveLength(500);
    expect(description.startsWith(`Reversal of ${second.transactionNo}: xxx`)).toBe(true);
  });

  it('follows the same approval ladder', async () => {
    const { _id } = await desk.approved({ amountPaise: LIMIT_PAISE + 1 });
    await desk.decide(desk.head, _id).expect(200);
    const contra = entryOf(await desk.reverse(desk.clerk, _id).expect(201));
    expect(contra.approvalsNeeded).toBe(2);
    await desk.decide(desk.otherClerk, contra._id).expect(200);
    expect((await desk.read(_id)).status).toBe('approved');
    await desk.decide(desk.head, contra._id).expect(200);
    expect((await desk.read(_id)).status).toBe('reversed');
  });

  it('requires an approved entry that is not a reversal and has none', async () => {
    const pending = await desk.entered(desk.otherClerk);
    const original = await desk.approved();
    const contra = entryOf(await desk.reverse(desk.clerk, original._id).expect(201));
    const approvedContra = await desk.approved();
    const ofApproved = entryOf(await desk.reverse(desk.clerk, approvedContra._id).expect(201));
    await desk.decide(desk.otherClerk, ofApproved._id).expect(200);

    const cases = [
      [pending._id, 'TRANSACTION_NOT_REVERSIBLE', 'Only an approved entry can be reversed'],
      [ofApproved._id, 'TRANSACTION_NOT_REVERSIBLE', "A reversal can't be reversed. Create a new entry."],
      [
        original._id,
        'TRANSACTION_HAS_REVERSAL',
        `${contra.transactionNo} reverses this entry and is awaiting approval`,
      ],
      [approvedContra._id, 'TRANSACTION_HAS_REVERSAL', `${ofApproved.transactionNo} has reversed this entry`],
    ] as const;
    for (const [id, code, message] of cases) {
      const refused = failureOf(await desk.reverse(desk.head, id).expect(409));
      expect([refused.code, refused.message]).toEqual([code, message]);
      expect((await desk.read(id, desk.head)).actions.reverse).toEqual({ allowed: false, reason: message });
    }
    expect(codeOf(await desk.reverse(desk.head, '0'.repeat(24)).expect(404))).toBe('TRANSACTION_NOT_FOUND');
  });

  it('is possible again once the contra entry is rejected or cancelled', async () => {
    const { _id } = await desk.approved();
    const first = entryOf(await desk.reverse(desk.clerk, _id).expect(201));
    await desk.reject(desk.otherClerk, first._id).expect(200);
    expect(await desk.read(_id)).toMatchObject({ status: 'approved', reversedBy: null });

    const second = entryOf(await desk.reverse(desk.clerk, _id).expect(201));
    const taken = await desk.edit(desk.clerk, { _id: first._id, version: 2 }).expect(409);
    expect(codeOf(taken)).toBe('TRANSACTION_HAS_REVERSAL');
    // Cancelling the first one, released before, must not release the second.
    await desk.cancel(desk.clerk, first._id).expect(200);
    expect((await desk.read(_id)).reversedBy?._id).toBe(second._id);

    await desk.reject(desk.otherClerk, second._id).expect(200);
    const again = entryOf(await desk.edit(desk.clerk, { _id: second._id, version: 2 }).expect(200));
    expect(again.status).toBe('pending');
    expect((await desk.read(_id)).reversedBy?._id).toBe(second._id);
    await desk.cancel(desk.clerk, second._id).expect(200);
    expect(await desk.read(_id)).toMatchObject({ status: 'approved', reversedBy: null });
  });

  it('keeps the amounts of the original', async () => {
    const { _id } = await desk.approved();
    const contra = entryOf(await desk.reverse(desk.clerk, _id).expect(201));
    const refused = await desk.edit(desk.clerk, contra, { amountPaise: 1, party: 'Fortis' }).expect(400);
    const message = 'A reversal must match the original entry here';
    expect(faultsOf(refused)).toEqual({ amountPaise: message, party: message });
    const words = { description: 'Paid twice', reference: 'UTR 9', amountPaise: contra.amountPaise };
    expect(entryOf(await desk.edit(desk.clerk, contra, words).expect(200))).toMatchObject({
      description: 'Paid twice',
      reference: 'UTR 9',
    });
  });

  it('is refused if the laboratory or the period is closed', async () => {
    const laboratory = await desk.app.laboratory();
    const entry = await desk.entered(desk.head, { laboratoryId: laboratory.id });
    await desk.decide(desk.otherHead, entry._id).expect(200);
    const change = (status: string, version: number) =>
      desk.app.as(desk.head).put(`/api/laboratories/${laboratory.id}`).send({ status, version }).expect(200);
    await change('suspended', 1);
    expect(codeOf(await desk.reverse(desk.head, entry._id).expect(409))).toBe('LABORATORY_SUSPENDED');
    expect((await desk.read(entry._id)).actions.reverse?.reason).toBe(
      'This laboratory is suspended and accepts no entries',
    );
    await change('active', 2);

    const near = await desk.approved();
    await desk.closeThrough(today);
    expect(codeOf(await desk.reverse(desk.clerk, near._id).expect(409))).toBe('PERIOD_LOCKED');
    expect(await desk.read(near._id)).toMatchObject({ reversedBy: null, version: 2 });
    await desk.closeThrough(null);
  });
});
