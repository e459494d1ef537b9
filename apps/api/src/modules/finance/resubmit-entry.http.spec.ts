import type { AuditEntry, Transaction } from '@shifa/contract';
import { addDays, businessDay } from '../../platform/time/business-day';
import type { Person } from '../../../test/test-app';
import { codeOf, entryOf, failureOf, FinanceDesk, LIMIT_PAISE } from '../../../test/finance/finance-desk';
import { receiptFiles } from '../../../test/finance/receipt-files';

describe('sending a rejected entry again', () => {
  let desk: FinanceDesk;
  let today: string;

  beforeAll(async () => {
    desk = await FinanceDesk.open();
    today = businessDay(new Date(), desk.laboratory.timezone);
  });
  afterAll(() => desk.close());

  const resubmit = (person: Person, { _id, version }: Pick<Transaction, '_id' | 'version'>, key?: string) => {
    const request = desk.app.as(person).post(`/api/transactions/${_id}/resubmit`);
    return (key === undefined ? request : request.set('idempotency-key', key)).send({ version });
  };
  const rejected = async (body: object = {}) => {
    const { _id } = await desk.entered(desk.clerk, body);
    return entryOf(await desk.reject(desk.otherClerk, _id).expect(200));
  };
  const setStatus = async (status: 'active' | 'suspended') => {
    const path = `/api/laboratories/${desk.laboratory.id}`;
    const response = await desk.app.as(desk.head).get(path).expect(200);
    const { version } = (response.body as { data: { version: number } }).data;
    await desk.app.as(desk.head).put(path).send({ status, version }).expect(200);
  };

  it('makes it pending again although nothing changed, and lets somebody else approve it', async () => {
    const entry = await rejected({ party: 'Apollo Clinic' });
    expect(entry.actions.resubmit).toEqual({ allowed: true });
    const response = await resubmit(desk.clerk, entry).expect(200);
    expect(response.body).toMatchObject({ message: `${entry.transactionNo} was sent for approval again` });
    expect(entryOf(response)).toMatchObject({
      status: 'pending',
      rejection: null,
      approvals: [],
      party: 'Apollo Clinic',
      version: entry.version + 1,
      editedBy: { _id: desk.clerk.id },
    });
    expect(entryOf(response).actions.resubmit).toBeUndefined();
    expect(codeOf(await desk.decide(desk.clerk, entry._id).expect(403))).toBe('OWN_TRANSACTION');
    expect(entryOf(await desk.decide(desk.otherClerk, entry._id).expect(200)).status).toBe('approved');

    const history = await desk.app.as(desk.head).get(`/api/transactions/${entry._id}/history`).expect(200);
    const [, again] = (history.body as { data: AuditEntry[] }).data;
    expect(again).toMatchObject({ action: 'transaction.resubmitted', by: { name: desk.clerk.user.name } });
    expect(again?.changes).toContainEqual({ field: 'status', before: 'rejected', after: 'pending' });
  });

  it('works after only the receipts changed', async () => {
    const { _id } = await rejected();
    const path = `/api/transactions/${_id}/receipts`;
    const { name, bytes } = receiptFiles['image/png'];
    const attached = entryOf(await desk.app.as(desk.clerk).post(path).attach('file', bytes, name).expect(201));
    expect(attached).toMatchObject({ status: 'rejected', actions: { resubmit: { allowed: true } } });
    expect(entryOf(await resubmit(desk.clerk, attached).expect(200))).toMatchObject({
      status: 'pending',
      receiptCount: 1,
    });
  });

  it('starts the approval from the beginning', async () => {
    const above = await desk.entered(desk.clerk, { amountPaise: LIMIT_PAISE + 1 });
    await desk.decide(desk.otherClerk, above._id).expect(200);
    const refused = entryOf(await desk.reject(desk.head, above._id).expect(200));
    expect(entryOf(await resubmit(desk.clerk, refused).expect(200))).toMatchObject({
      status: 'pending',
      approvals: [],
      flags: ['above_limit'],
      approvalsNeeded: 2,
    });
  });

  it('excludes whoever sends it from approving it', async () => {
    const entry = await rejected();
    await resubmit(desk.otherClerk, entry).expect(200);
    expect(codeOf(await desk.decide(desk.otherClerk, entry._id).expect(403))).toBe('OWN_TRANSACTION');
    await desk.decide(desk.head, entry._id).expect(200);
  });

  it('happens once for one key, and only at the version that was seen', async () => {
    const entry = await rejected();
    expect(codeOf(await resubmit(desk.clerk, { ...entry, version: 1 }).expect(409))).toBe('VERSION_CONFLICT');
    const key = `again-${entry._id}`;
    const first = entryOf(await resubmit(desk.clerk, entry, key).expect(200));
    expect(entryOf(await resubmit(desk.clerk, entry, key).expect(200)).version).toBe(first.version);
    const second = failureOf(await resubmit(desk.clerk, first).expect(409));
    expect(second).toMatchObject({ code: 'TRANSACTION_NOT_REJECTED', conflict: { current: { status: 'pending' } } });
  });

  it('is refused after the entry was entered again, unless an edit confirms it', async () => {
    const body = { party: 'Ruby Clinic', reference: 'R-77', amountPaise: 77_700 };
    const entry = await rejected(body);
    const { transactionNo } = await desk.entered(desk.otherClerk, body);
    const refused = failureOf(await resubmit(desk.clerk, entry).expect(409));
    expect(refused.code).toBe('DUPLICATE_ENTRY');
    expect(refused.message).toContain(transactionNo);
    expect((await desk.read(entry._id)).status).toBe('rejected');
    const confirmed = await desk.edit(desk.clerk, entry, { confirmDuplicate: true }).expect(200);
    expect(entryOf(confirmed).status).toBe('pending');
  });

  it('needs the permission to edit', async () => {
    const entry = await rejected();
    const permissionOverrides = { 'transactions.view': true } as const;
    const reader = await desk.app.person('staff', { laboratoryId: desk.laboratory._id, permissionOverrides });
    await resubmit(reader, entry).expect(403);
    expect((await desk.read(entry._id, reader)).actions.resubmit?.allowed).toBe(false);
  });

  it('respects closed periods', async () => {
    const entry = await rejected({ date: addDays(today, -3) });
    await desk.closeThrough(addDays(today, -2));
    const refused = failureOf(await resubmit(desk.clerk, entry).expect(409));
    expect(refused.code).toBe('PERIOD_LOCKED');
    const reason = { allowed: false, reason: refused.message };
    expect((await desk.read(entry._id, desk.clerk)).actions.resubmit).toEqual(reason);
    expect(entryOf(await resubmit(desk.head, entry).expect(200)).flags).toEqual(['locked_period']);
    await desk.closeThrough(null);
  });

  it('respects a suspended laboratory', async () => {
    const entry = await rejected();
    await setStatus('suspended');
    expect(codeOf(await resubmit(desk.clerk, entry).expect(409))).toBe('LABORATORY_SUSPENDED');
    await setStatus('active');
    await resubmit(desk.clerk, entry).expect(200);
  });

  it('links a reversal to its original again, unless another one reverses it', async () => {
    const original = await desk.approved();
    const contra = entryOf(await desk.reverse(desk.clerk, original._id).expect(201));
    const refused = entryOf(await desk.reject(desk.otherClerk, contra._id).expect(200));
    expect((await desk.read(original._id)).reversedBy).toBeNull();
    const again = entryOf(await resubmit(desk.clerk, refused).expect(200));
    expect((await desk.read(original._id)).reversedBy?._id).toBe(contra._id);
    const refusedAgain = entryOf(await desk.reject(desk.otherClerk, again._id).expect(200));
    await desk.reverse(desk.clerk, original._id).expect(201);
    expect(codeOf(await resubmit(desk.clerk, refusedAgain).expect(409))).toBe('TRANSACTION_HAS_REVERSAL');
  });

  it('lists rejected entries with the reason', async () => {
    const { _id, transactionNo } = await rejected();
    const query = { search: transactionNo, status: 'rejected' };
    const response = await desk.app.as(desk.clerk).get('/api/transactions').query(query).expect(200);
    expect((response.body as { data: Transaction[] }).data).toMatchObject([
      { _id, rejection: { reason: 'The receipt is missing', by: { name: desk.otherClerk.user.name } } },
    ]);
  });
});
