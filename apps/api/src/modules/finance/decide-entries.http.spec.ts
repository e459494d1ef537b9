import type { ErrorCode, Transaction } from '@shifa/contract';
import { addDays, businessDay } from '../../platform/time/business-day';
import type { Person } from '../../../test/test-app';
import {
  bulkOf,
  codeOf,
  entryOf,
  failureOf,
  faultsOf,
  FinanceDesk,
  LIMIT_PAISE,
} from '../../../test/finance/finance-desk';

describe('deciding on entries', () => {
  let desk: FinanceDesk;
  let today: string;

  beforeAll(async () => {
    desk = await FinanceDesk.open();
    today = businessDay(new Date(), desk.laboratory.timezone);
  });
  afterAll(() => desk.close());

  const above = () => desk.entered(desk.clerk, { amountPaise: LIMIT_PAISE + 1 });

  /** Asserts that both endpoints refuse with the same message as the disabled action. */
  async function refused(person: Person, { _id }: Transaction, code: ErrorCode, approved = true): Promise<string> {
    const { actions, status, version } = await desk.read(_id, person);
    const body = approved ? { approved } : { approved, reason: 'The receipt is missing' };
    const failure = failureOf(await desk.decide(person, _id, body));
    const state = approved ? actions.approve : actions.reject;
    expect([failure.code, state]).toEqual([code, { allowed: false, reason: failure.message }]);
    const many = bulkOf(await desk.decideMany(person, { entries: [{ _id }], ...body }).expect(200));
    expect(many).toMatchObject({ decided: 0, results: [{ _id, status, fault: { code, message: failure.message } }] });
    expect((await desk.read(_id)).version).toBe(version);
    return failure.message;
  }

  it('needs one approval up to the limit', async () => {
    const entry = await desk.entered(desk.clerk, { amountPaise: LIMIT_PAISE });
    expect((await desk.read(entry._id, desk.otherClerk)).actions.approve).toEqual({ allowed: true });
    const response = await desk.decide(desk.otherClerk, entry._id).expect(200);
    expect(response.body).toMatchObject({ message: `${entry.transactionNo} was approved` });
    const approved = entryOf(response);
    expect(approved).toMatchObject({ status: 'approved', approvalsGiven: 1, approvalsNeeded: 1, version: 2 });
    expect(approved.approvals).toEqual([
      {
        by: { _id: desk.otherClerk.id, name: desk.otherClerk.user.name, role: 'lab_admin' },
        at: approved.updatedAt,
      },
    ]);
  });

  it('asks for a confirmation before it approves what needs two approvals, and for nothing else', async () => {
    const confirmed = await desk.app.person('lab_admin', { laboratoryId: desk.laboratory._id });
    await desk.app.outlastConfirmation(confirmed);
    const small = await desk.entered(desk.clerk, { amountPaise: LIMIT_PAISE });
    await desk.decide(confirmed, small._id).expect(200);
    const { _id } = await above();
    const one = await desk.decide(confirmed, _id).expect(403);
    const other = await desk.entered(desk.clerk, { amountPaise: LIMIT_PAISE });
    const entries = [{ _id: other._id }, { _id }];
    const many = await desk.decideMany(confirmed, { entries, approved: true }).expect(403);
    expect((await desk.read(other._id)).status).toBe('pending');
    expect([one, many].map(codeOf)).toEqual(Array(2).fill('CONFIRMATION_REQUIRED'));
    await desk.app.confirm(confirmed);
    expect(entryOf(await desk.decide(confirmed, _id).expect(200)).approvalsGiven).toBe(1);
  });

  it('applies a decision that is sent again with the same key once', async () => {
    const { _id } = await desk.entered(desk.clerk, { amountPaise: LIMIT_PAISE });
    const decide = () => desk.decide(desk.otherClerk, _id).set('idempotency-key', 'approve-on-a-phone');
    const first = await decide().expect(200);
    expect((await decide().expect(200)).body).toEqual(first.body);
    expect((await desk.read(_id)).version).toBe(2);
    expect(codeOf(await desk.decide(desk.otherClerk, _id))).toBe('TRANSACTION_ALREADY_DECIDED');
  });

  it('needs two different people for ₹50,000.01, one of them a super admin', async () => {
    const third = await desk.app.person('lab_admin', { laboratoryId: desk.laboratory._id });
    const entry = await above();
    expect(entry).toMatchObject({ amountPaise: 5_000_001, flags: ['above_limit'], approvalsNeeded: 2 });
    const response = await desk.decide(desk.otherClerk, entry._id).expect(200);
    expect(response.body).toMatchObject({
      message: `${entry.transactionNo} has 1 of 2 approvals`,
      data: { status: 'partially_approved', approvalsGiven: 1 },
    });
    await refused(desk.otherClerk, entry, 'APPROVED_BY_SAME_PERSON');
    await refused(third, entry, 'SUPER_ADMIN_NEEDED');
    expect(entryOf(await desk.decide(desk.head, entry._id).expect(200))).toMatchObject({
      status: 'approved',
      approvalsGiven: 2,
    });
  });

  it('accepts the super admin first, and nobody twice', async () => {
    const entry = await above();
    expect(entryOf(await desk.decide(desk.head, entry._id).expect(200)).status).toBe('partially_approved');
    await refused(desk.head, entry, 'APPROVED_BY_SAME_PERSON');
    expect(entryOf(await desk.decide(desk.otherClerk, entry._id).expect(200)).status).toBe('approved');
  });

  it('also needs a super admin if the entry is dated more than seven days back', async () => {
    const week = await desk.entered(desk.clerk, { date: addDays(today, -7) });
    expect(entryOf(await desk.decide(desk.otherClerk, week._id).expect(200)).status).toBe('approved');
    const older = await desk.entered(desk.clerk, { date: addDays(today, -8) });
    expect(entryOf(await desk.decide(desk.otherClerk, older._id).expect(200)).status).toBe('partially_approved');
    expect(entryOf(await desk.decide(desk.head, older._id).expect(200)).status).toBe('approved');
  });

  it.each([
    ['lab admin', () => desk.clerk],
    ['super admin', () => desk.head],
  ])('is refused to the %s who entered or last edited the entry', async (_, who) => {
    const person = who();
    const entered = await desk.entered(person);
    const own = await refused(person, entered, 'OWN_TRANSACTION');
    expect(own).toBe("You can't approve an entry that you entered or last edited");
    await refused(person, entered, 'OWN_TRANSACTION', false);

    const edited = await desk.entered(desk.otherClerk);
    const { version } = entryOf(await desk.edit(person, edited, { description: 'Corrected' }).expect(200));
    await refused(person, edited, 'OWN_TRANSACTION');
    // Only the last editor is excluded.
    await desk.edit(desk.otherHead, { _id: edited._id, version }, { description: 'Corrected again' }).expect(200);
    await refused(desk.otherHead, edited, 'OWN_TRANSACTION');
    expect(entryOf(await desk.decide(person, edited._id).expect(200)).status).toBe('approved');
  });

  it('requires a reason for a rejection, and lets the first approver reject', async () => {
    const entry = await above();
    const nameless = await desk.decide(desk.otherClerk, entry._id, { approved: false }).expect(400);
    expect(faultsOf(nameless)).toEqual({ reason: 'Reason is required' });
    const short = await desk.decide(desk.otherClerk, entry._id, { approved: false, reason: 'no' }).expect(400);
    expect(faultsOf(short)).toEqual({ reason: 'Reason must be at least 5 characters' });
    await desk.decide(desk.otherClerk, entry._id).expect(200);
    const response = await desk.reject(desk.otherClerk, entry._id, 'The amount is wrong').expect(200);
    expect(response.body).toMatchObject({ message: `${entry.transactionNo} was rejected` });
    expect(entryOf(response)).toMatchObject({
      status: 'rejected',
      rejection: { reason: 'The amount is wrong', by: { _id: desk.otherClerk.id } },
    });
  });

  it('is refused after a decision, with name and time', async () => {
    const approved = await desk.approved();
    const message = await refused(desk.head, approved, 'TRANSACTION_ALREADY_DECIDED');
    expect(message).toContain(`${desk.clerk.user.name} approved this entry on `);
    const { conflict } = failureOf(await desk.decide(desk.head, approved._id).expect(409));
    expect(conflict).toMatchObject({
      changedBy: desk.clerk.user.name,
      changedAt: approved.updatedAt,
      current: { _id: approved._id, status: 'approved' },
    });
    await refused(desk.head, approved, 'TRANSACTION_ALREADY_DECIDED', false);

    const rejected = await desk.entered(desk.clerk);
    await desk.reject(desk.otherClerk, rejected._id).expect(200);
    expect(await refused(desk.head, rejected, 'TRANSACTION_ALREADY_DECIDED')).toContain(
      `${desk.otherClerk.user.name} rejected this entry on `,
    );
    await desk.cancel(desk.clerk, rejected._id).expect(200);
    await refused(desk.head, rejected, 'TRANSACTION_CANCELLED');
  });

  it('applies to the version that was read and reports a newer one', async () => {
    const entry = await above();
    const decide = (person: Person, version: number) => desk.decide(person, entry._id, { version });
    await desk.edit(desk.clerk, entry, { description: 'Corrected' }).expect(200);
    expect(failureOf(await decide(desk.otherClerk, 1).expect(409))).toMatchObject({
      code: 'VERSION_CONFLICT',
      conflict: { changedBy: desk.clerk.user.name, current: { version: 2 } },
    });
    await decide(desk.otherClerk, 2).expect(200);
    expect(failureOf(await decide(desk.head, 2).expect(409))).toMatchObject({
      code: 'TRANSACTION_ALREADY_DECIDED',
      conflict: { changedBy: desk.otherClerk.user.name, current: { status: 'partially_approved' } },
    });
    await decide(desk.head, 3).expect(200);
  });

  it('requires a super admin in a closed period, except for a rejection', async () => {
    const date = addDays(today, -2);
    const [first, second] = [await desk.entered(desk.clerk, { date }), await desk.entered(desk.clerk, { date })];
    await desk.closeThrough(date);
    await refused(desk.otherClerk, first, 'PERIOD_LOCKED');
    expect(entryOf(await desk.decide(desk.head, first._id).expect(200))).toMatchObject({
      status: 'approved',
      flags: ['locked_period'],
    });
    expect(entryOf(await desk.reject(desk.otherClerk, second._id).expect(200)).flags).toEqual([]);
    await desk.closeThrough(null);
  });

  it('is possible in a suspended laboratory, where entries can wait from before', async () => {
    const { id } = await desk.app.laboratory();
    const [paid, wrong] = [
      await desk.entered(desk.head, { laboratoryId: id }),
      await desk.entered(desk.head, { laboratoryId: id }),
    ];
    await desk.app.as(desk.head).put(`/api/laboratories/${id}`).send({ status: 'suspended', version: 1 }).expect(200);
    expect(entryOf(await desk.decide(desk.otherHead, paid._id).expect(200)).status).toBe('approved');
    const rejection = { approved: false, reason: 'Never paid' };
    expect(entryOf(await desk.decide(desk.otherHead, wrong._id, rejection).expect(200)).status).toBe('rejected');
  });

  it('requires the permission, and the disabled action says so', async () => {
    const entry = await desk.entered(desk.clerk);
    const viewer = await desk.app.person('manager', {
      laboratoryId: desk.laboratory._id,
      permissionOverrides: { 'transactions.view': true },
    });
    const { actions } = await desk.read(entry._id, viewer);
    const locked = { allowed: false, reason: "Managers can't do this. Super admins and lab admins can." };
    expect(actions).toEqual({
      edit: locked,
      attach: locked,
      approve: locked,
      approvers: { allowed: true },
      reject: locked,
      cancel: locked,
      reverse: locked,
    });
    expect(codeOf(await desk.decide(viewer, entry._id).expect(403))).toBe('FORBIDDEN');
  });

  describe('in bulk', () => {
    it('handles each entry independently and once', async () => {
      const ordinary = await desk.entered(desk.clerk);
      const large = await above();
      const own = await desk.entered(desk.head);
      const changed = await desk.entered(desk.clerk);
      await desk.edit(desk.clerk, changed, { description: 'Corrected' }).expect(200);
      const decided = await desk.approved();
      const entries = [ordinary, large, own, { ...changed, version: 1 }, decided, ordinary].map(({ _id, version }) => ({
        _id,
        ...(_id === changed._id && { version }),
      }));
      const { decided: count, results } = bulkOf(await desk.decideMany(desk.head, { entries }).expect(200));
      expect(count).toBe(2);
      expect(results.map(({ transactionNo, status, fault }) => [transactionNo, status, fault?.code])).toEqual([
        [ordinary.transactionNo, 'approved', undefined],
        [large.transactionNo, 'partially_approved', undefined],
        [own.transactionNo, 'pending', 'OWN_TRANSACTION'],
        [changed.transactionNo, 'pending', 'VERSION_CONFLICT'],
        [decided.transactionNo, 'approved', 'TRANSACTION_ALREADY_DECIDED'],
      ]);
    });

    it('rejects with a common reason', async () => {
      const entries = [await desk.entered(desk.clerk), await desk.entered(desk.clerk)];
      const ids = entries.map(({ _id }) => ({ _id }));
      await desk.decideMany(desk.head, { entries: ids, approved: false }).expect(400);
      const body = { entries: ids, approved: false, reason: 'Not of this laboratory' };
      expect(bulkOf(await desk.decideMany(desk.head, body).expect(200)).decided).toBe(2);
      for (const { _id } of entries) expect((await desk.read(_id)).rejection?.reason).toBe('Not of this laboratory');
    });

    it('decides none if one is outside the scope', async () => {
      const elsewhere = await desk.app.laboratory();
      const foreign = await desk.entered(desk.head, { laboratoryId: elsewhere.id });
      const near = await desk.entered(desk.otherClerk);
      const body = { entries: [{ _id: near._id }, { _id: foreign._id }] };
      expect(codeOf(await desk.decideMany(desk.clerk, body).expect(404))).toBe('TRANSACTION_NOT_FOUND');
      expect((await desk.read(near._id)).status).toBe('pending');
    });

    it('repeats the first response for the same key', async () => {
      const { _id } = await above();
      const send = () => desk.decideMany(desk.head, { entries: [{ _id }] }).set('Idempotency-Key', 'decided-once');
      const first = bulkOf(await send().expect(200));
      expect(first).toMatchObject({ decided: 1, results: [{ status: 'partially_approved', fault: null }] });
      expect(bulkOf(await send().expect(200))).toEqual(first);
      expect((await desk.read(_id)).approvalsGiven).toBe(1);
    });
  });
});
