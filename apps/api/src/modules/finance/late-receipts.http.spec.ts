import type { AuditEntry, MonthEnd, Transaction } from '@shifa/contract';
import { LabScope } from '../../platform/domain/lab-scope';
import { LedgerVerification } from '../../platform/ledger/ledger-verification';
import { Ledgers } from '../../platform/ledger/ledgers';
import { addDays, businessDay } from '../../platform/time/business-day';
import type { Person } from '../../../test/test-app';
import { codeOf, entryOf, failureOf, FinanceDesk, LIMIT_PAISE } from '../../../test/finance/finance-desk';
import { interruptNextTransaction } from '../../../test/interrupt';
import { receiptFiles } from '../../../test/finance/receipt-files';
import { EntryRepository } from './entry/entry.repository';

const { bytes } = receiptFiles['image/png'];
const picture = (mark: string) => Buffer.concat([bytes, Buffer.from(mark)]);

describe('a receipt that is added to an approved entry', () => {
  let desk: FinanceDesk;

  beforeEach(async () => {
    desk = await FinanceDesk.open();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await desk.close();
  });

  const attach = (person: Person, id: string, mark = 'late') =>
    desk.app.as(person).post(`/api/transactions/${id}/receipts`).attach('file', picture(mark), 'bill.png');
  const remove = (person: Person, id: string, receiptId = '') =>
    desk.app.as(person).delete(`/api/transactions/${id}/receipts/${receiptId}`);
  const attached = async (person: Person, id: string, mark?: string): Promise<Transaction> =>
    entryOf(await attach(person, id, mark).expect(201));
  const stored = (id: string) => desk.app.services.get(EntryRepository).findById(LabScope.everywhere(), id);

  it('is marked, and leaves every decision and its digest as they were', async () => {
    const { _id } = await desk.entered(desk.otherClerk, { amountPaise: LIMIT_PAISE + 1 });
    await attached(desk.otherClerk, _id, 'early');
    await desk.decide(desk.clerk, _id).expect(200);
    const approved = entryOf(await desk.decide(desk.head, _id).expect(200));
    const before = await stored(_id);

    const { receipts, ...after } = await attached(desk.otherClerk, _id);
    expect(receipts.map(({ afterApproval }) => afterApproval)).toEqual([undefined, true]);
    expect(receipts[1]?.uploadedBy.name).toBe(desk.otherClerk.user.name);
    const { status, approvals, flags, editedBy, version } = approved;
    expect(after).toMatchObject({ status, approvals, flags, editedBy, version: version + 1 });
    expect((await stored(_id))?.approvals).toEqual(before?.approvals);
  });

  it('is in the history with its person, and sealed in the ledger', async () => {
    const { _id, laboratoryId } = await desk.approved();
    await attached(desk.clerk, _id);
    const history = await desk.app.as(desk.clerk).get(`/api/transactions/${_id}/history`).expect(200);
    const [newest] = (history.body as { data: AuditEntry[] }).data;
    expect(newest?.by?.name).toBe(desk.clerk.user.name);
    expect(newest?.changes.map(({ field }) => field)).toEqual(['receipts']);
    const ledgers = desk.app.services.get(Ledgers);
    const ledger = ledgers.get('money');
    const head = await ledgers.head({ ledger: 'money', laboratoryId: desk.laboratory._id });
    const options = { head, known: null, signal: new AbortController().signal, onProgress: () => undefined };
    const verification = desk.app.services.get(LedgerVerification);
    expect(ledger && (await verification.run(ledger, desk.laboratory._id, options))).toBeNull();
    expect(laboratoryId._id).toBe(desk.laboratory.id);
  });

  it('settles the line of the month-end checklist', async () => {
    const entry = await desk.approved({ type: 'expense', category: 'rent', amountPaise: 100_000 });
    const missing = async () => {
      const query = { month: entry.date.slice(0, 7), receiptFrom: '1000' };
      const response = await desk.app.as(desk.clerk).get('/api/transactions/month-end').query(query).expect(200);
      const { checks } = (response.body as { data: MonthEnd }).data;
      return checks.find(({ check }) => check === 'withoutReceipt')?.count;
    };
    expect(await missing()).toBe(1);
    await attached(desk.clerk, entry._id);
    expect(await missing()).toBe(0);
  });

  it('cannot be removed in a closed period either', async () => {
    const date = addDays(businessDay(new Date(), desk.laboratory.timezone), -3);
    const { _id } = await desk.approved({ date });
    const { receipts } = entryOf(await attach(desk.clerk, _id).expect(201));
    await desk.closeThrough(date);
    expect(codeOf(await remove(desk.clerk, _id, receipts[0]?._id).expect(409))).toBe('TRANSACTION_IMMUTABLE');
    await desk.closeThrough(null);
  });

  it('cannot be removed by anybody, and is attached once however often it is sent', async () => {
    const { _id } = await desk.approved();
    const answers = await Promise.all([attach(desk.clerk, _id), attach(desk.clerk, _id), attach(desk.head, _id)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const { receipts } = await desk.read(_id);
    expect(receipts).toHaveLength(1);
    for (const person of [desk.clerk, desk.otherClerk, desk.head]) {
      const refusal = failureOf(await remove(person, _id, receipts[0]?._id).expect(409));
      expect(refusal).toMatchObject({
        code: 'TRANSACTION_IMMUTABLE',
        message: 'This receipt was added to an approved entry and can no longer be removed',
      });
    }
  });

  it('is refused for a reversed entry, and to people without the permission or of another laboratory', async () => {
    const { _id } = await desk.approved();
    const reader = await desk.app.person('manager', {
      laboratoryId: desk.laboratory._id,
      permissionOverrides: { 'transactions.view': true },
    });
    const elsewhere = await desk.app.laboratory();
    const stranger = await desk.app.person('lab_admin', { laboratoryId: elsewhere._id });
    expect(codeOf(await attach(reader, _id).expect(403))).toBe('FORBIDDEN');
    expect(codeOf(await attach(stranger, _id).expect(404))).toBe('TRANSACTION_NOT_FOUND');
    const contra = entryOf(await desk.reverse(desk.otherClerk, _id).expect(201));
    await desk.decide(desk.clerk, contra._id).expect(200);
    expect(codeOf(await attach(desk.clerk, _id).expect(409))).toBe('TRANSACTION_IMMUTABLE');
    expect((await desk.read(_id)).receiptCount).toBe(0);
  });

  describe('in a closed period', () => {
    const day = addDays(businessDay(new Date(), 'Asia/Kolkata'), -3);

    it('is refused to a lab admin and allowed to a super admin', async () => {
      const { _id } = await desk.approved({ date: day });
      await desk.closeThrough(day);
      const { actions } = await desk.read(_id, desk.clerk);
      const refusal = failureOf(await attach(desk.clerk, _id).expect(409));
      expect(refusal.code).toBe('PERIOD_LOCKED');
      expect(actions.attach).toEqual({ allowed: false, reason: refusal.message });
      expect((await attached(desk.head, _id)).receipts[0]?.afterApproval).toBe(true);
      await desk.closeThrough(null);
      await attached(desk.clerk, _id, 'reopened');
    });

    it('is refused where the period is closed at the same time', async () => {
      const { _id } = await desk.approved({ date: day });
      interruptNextTransaction(desk.app, () => desk.closeThrough(day));
      expect(codeOf(await attach(desk.clerk, _id).expect(409))).toBe('PERIOD_LOCKED');
      expect((await desk.read(_id)).receiptCount).toBe(0);
    });
  });
});
