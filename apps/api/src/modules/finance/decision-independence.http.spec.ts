import type { AuditEntry, Role, StaffWithPassword, Transaction, TransactionStats } from '@shifa/contract';
import { createStaffBody } from '@shifa/contract/testing';
import type { Influence } from '../../platform/domain/actor';
import { objectId } from '../../platform/domain/object-id';
import { type Person } from '../../../test/test-app';
import { bulkOf, entryOf, failureOf, FinanceDesk, LIMIT_PAISE } from '../../../test/finance/finance-desk';

const DAY_MS = 86_400_000;
const NEW_PASSWORD = 'Another-horse-2';

describe('an approval by an account that depends on who entered or edited the entry', () => {
  let desk: FinanceDesk;

  beforeAll(async () => {
    desk = await FinanceDesk.open();
  });
  afterAll(() => desk.close());

  const influenceOf = ({ id, user }: Person, overrides: Partial<Influence> = {}): Influence => ({
    by: { _id: objectId(id), name: user.name },
    kind: 'created',
    permissions: [],
    through: null,
    at: new Date(Date.now() - DAY_MS),
    ...overrides,
  });
  const dependent = (role: Role, ...influences: Influence[]) =>
    desk.app.person(role, { laboratoryId: role === 'super_admin' ? null : desk.laboratory._id, influences });
  const approve = async (person: Person, { _id }: Transaction) => entryOf(await desk.decide(person, _id).expect(200));
  const statsFor = async (person: Person) => {
    const response = await desk.app.as(person).get('/api/transactions/stats').expect(200);
    return (response.body as { data: TransactionStats }).data;
  };
  const waitsFor = async (person: Person, { transactionNo }: Transaction) => {
    const query = { waitingForMe: true, search: transactionNo };
    const response = await desk.app.as(person).get('/api/transactions').query(query).expect(200);
    return (response.body as { data: unknown[] }).data.length === 1;
  };

  it('is only the first of two, says why, and is completed by a super admin', async () => {
    const approver = await dependent('lab_admin', influenceOf(desk.clerk));
    const entry = await desk.entered(desk.clerk);
    const offered = await desk.read(entry._id, approver);
    expect(offered.actions.approve).toEqual({ allowed: true });
    const reason = new RegExp(`: ${desk.clerk.user.name} created your account on `);
    expect(offered.approvalNote).toMatch(reason);
    expect((await desk.read(entry._id, desk.otherClerk)).approvalNote).toBeUndefined();
    const before = await statsFor(desk.head);

    const response = await desk.decide(approver, entry._id).expect(200);
    expect(response.body).toMatchObject({ message: `${entry.transactionNo} has 1 of 2 approvals` });
    const first = entryOf(response);
    expect(first).toMatchObject({ status: 'partially_approved', approvalsGiven: 1, approvalsNeeded: 2 });
    const note = `Counts only as the first of two approvals: ${desk.clerk.user.name} created this account on `;
    expect(first.approvals[0]?.note).toContain(note);
    const { incomePaise, pending } = await statsFor(desk.head);
    expect([incomePaise, pending]).toEqual([before.incomePaise, before.pending]);

    const refused = failureOf(await desk.decide(desk.otherClerk, entry._id).expect(403));
    expect(refused.code).toBe('SUPER_ADMIN_NEEDED');
    expect(refused.message).toContain(note);
    expect([await waitsFor(desk.otherClerk, entry), await waitsFor(desk.head, entry)]).toEqual([false, true]);
    expect((await approve(desk.head, entry)).status).toBe('approved');

    const history = await desk.app.as(desk.head).get(`/api/transactions/${entry._id}/history`).expect(200);
    expect(JSON.stringify((history.body as { data: AuditEntry[] }).data)).toContain(note);
  });

  it.each<[string, Partial<Influence>, Transaction['status']]>([
    ['reset its password', { kind: 'reset' }, 'partially_approved'],
    ['granted the permission', { kind: 'granted', permissions: ['transactions.approve'] }, 'partially_approved'],
    ['moved it', { kind: 'moved' }, 'partially_approved'],
    ['resumed it', { kind: 'resumed' }, 'partially_approved'],
    ['rehired it', { kind: 'rehired' }, 'partially_approved'],
    ['granted another permission', { kind: 'granted', permissions: ['reports.view'] }, 'approved'],
    ['created it through another account', { through: 'Ravi Das' }, 'partially_approved'],
    ['created it 29 days ago', { at: new Date(Date.now() - 29 * DAY_MS) }, 'partially_approved'],
    ['created it 30 days ago', { at: new Date(Date.now() - 30 * DAY_MS) }, 'approved'],
  ])('counts by how it depends: the creator %s', async (_, influence, status) => {
    const approver = await dependent('lab_admin', influenceOf(desk.clerk, influence));
    expect((await approve(approver, await desk.entered(desk.clerk))).status).toBe(status);
  });

  it('counts the last editor, and nobody else', async () => {
    const approver = await dependent('lab_admin', influenceOf(desk.clerk));
    expect((await approve(approver, await desk.entered(desk.otherClerk))).status).toBe('approved');
    const edited = await desk.entered(desk.otherClerk);
    await desk.edit(desk.clerk, edited, { party: 'Fortis' }).expect(200);
    expect((await approve(approver, edited)).status).toBe('partially_approved');
  });

  it('is completed only by a super admin who is independent', async () => {
    const approver = await dependent('super_admin', influenceOf(desk.clerk));
    const other = await dependent('super_admin', influenceOf(desk.clerk, { kind: 'reset' }));
    const entry = await desk.entered(desk.clerk);
    expect((await approve(approver, entry)).status).toBe('partially_approved');
    const refused = failureOf(await desk.decide(other, entry._id).expect(403));
    expect(refused.code).toBe('SUPER_ADMIN_NEEDED');
    expect(refused.message).toContain(`${desk.clerk.user.name} reset the password of your account on `);
    expect((await desk.read(entry._id, other)).actions.approve).toEqual({ allowed: false, reason: refused.message });
    expect([await waitsFor(other, entry), await waitsFor(desk.head, entry)]).toEqual([false, true]);
    expect(await waitsFor(other, await desk.entered(desk.clerk))).toBe(true);

    const above = await desk.entered(desk.clerk, { amountPaise: LIMIT_PAISE + 1 });
    expect((await approve(desk.otherClerk, above)).status).toBe('partially_approved');
    expect(failureOf(await desk.decide(other, above._id).expect(403)).code).toBe('SUPER_ADMIN_NEEDED');
    expect((await approve(desk.head, above)).status).toBe('approved');
  });

  it('completes what an independent super admin has approved first', async () => {
    const approver = await dependent('lab_admin', influenceOf(desk.clerk));
    const above = await desk.entered(desk.clerk, { amountPaise: LIMIT_PAISE + 1 });
    expect((await approve(desk.head, above)).status).toBe('partially_approved');
    expect((await approve(approver, above)).status).toBe('approved');
  });

  it('is the same for several entries at once', async () => {
    const approver = await dependent('lab_admin', influenceOf(desk.clerk));
    const entries = [await desk.entered(desk.clerk), await desk.entered(desk.otherClerk)];
    const body = { entries: entries.map(({ _id }) => ({ _id })) };
    const { decided, results } = bulkOf(await desk.decideMany(approver, body).expect(200));
    expect(decided).toBe(2);
    expect(results.map(({ status }) => status)).toEqual(['partially_approved', 'approved']);
  });

  describe('follows from', () => {
    /** Signs in with the temporary password and replaces it. */
    async function signedIn({ _id, email, temporaryPassword }: StaffWithPassword): Promise<Person> {
      const token = await desk.app.login({ email, password: temporaryPassword });
      const body = { currentPassword: temporaryPassword, newPassword: NEW_PASSWORD };
      await desk.app.as({ token }).put('/api/auth/password').send(body).expect(200);
      return { ...desk.clerk, id: _id, token: await desk.app.login({ email, password: NEW_PASSWORD }) };
    }
    const issuedOf = ({ body }: { body: unknown }) => (body as { data: StaffWithPassword }).data;
    const created = async (by: Person, role: 'lab_admin' | 'manager') => {
      const body = createStaffBody({ role, laboratoryId: desk.laboratory.id });
      return signedIn(issuedOf(await desk.app.as(by).post('/api/staff').send(body).expect(201)));
    };
    const grant = (by: Person, to: Person) =>
      desk.app
        .as(by)
        .put(`/api/permissions/users/${to.id}`)
        .send({ permissions: { 'transactions.view': true, 'transactions.approve': true } })
        .expect(200);
    const outcomeBy = async (approver: Person, creator: Person) =>
      (await approve(approver, await desk.entered(creator))).status;

    it('creating the account', async () => {
      const approver = await created(desk.head, 'lab_admin');
      expect(await outcomeBy(approver, desk.head)).toBe('partially_approved');
      expect(await outcomeBy(approver, desk.clerk)).toBe('approved');
    });

    it('creating the account of whoever created it', async () => {
      const between = await created(desk.head, 'lab_admin');
      const approver = await created(between, 'manager');
      await grant(desk.otherHead, approver);
      expect(await outcomeBy(approver, desk.head)).toBe('partially_approved');
      expect(await outcomeBy(approver, desk.otherHead)).toBe('partially_approved');
      expect(await outcomeBy(approver, desk.clerk)).toBe('approved');
    });

    it('issuing a password', async () => {
      const person = await desk.app.person('lab_admin', { laboratoryId: desk.laboratory._id });
      const issued = await desk.app.as(desk.head).post(`/api/staff/${person.id}/temporary-password`).expect(200);
      const approver = await signedIn(issuedOf(issued));
      expect(await outcomeBy(approver, desk.head)).toBe('partially_approved');
    });

    it('granting the permission, alone or to several people', async () => {
      const people = [
        await desk.app.person('manager', { laboratoryId: desk.laboratory._id }),
        await desk.app.person('manager', { laboratoryId: desk.laboratory._id }),
      ] as const;
      await grant(desk.clerk, people[0]);
      const permissions = { 'transactions.view': true, 'transactions.approve': true };
      const updates = [{ userId: people[1].id, permissions }];
      await desk.app.as(desk.clerk).post('/api/permissions/bulk-update').send({ updates }).expect(200);
      for (const approver of people) {
        expect(await outcomeBy(approver, desk.clerk)).toBe('partially_approved');
        expect(await outcomeBy(approver, desk.otherClerk)).toBe('approved');
      }
    });

    it('giving a role with the permission', async () => {
      const approver = await desk.app.person('manager', { laboratoryId: desk.laboratory._id });
      const promote = desk.app.as(desk.head).put(`/api/staff/${approver.id}`);
      await promote.send({ role: 'lab_admin', version: 1 }).expect(200);
      expect(await outcomeBy(approver, desk.head)).toBe('partially_approved');
      expect(await outcomeBy(approver, desk.otherHead)).toBe('approved');
    });

    it('nothing that the history or the person shows', async () => {
      const person = await desk.app.person('manager', { laboratoryId: desk.laboratory._id });
      await grant(desk.clerk, person);
      for (const path of ['', '/history']) {
        const response = await desk.app.as(desk.head).get(`/api/staff/${person.id}${path}`).expect(200);
        expect(response.text).not.toContain('influences');
      }
    });
  });
});
