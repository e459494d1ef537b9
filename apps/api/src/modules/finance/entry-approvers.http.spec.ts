import type { Approvers, Transaction } from '@shifa/contract';
import type { Influence } from '../../platform/domain/actor';
import { objectId } from '../../platform/domain/object-id';
import { businessDay } from '../../platform/time/business-day';
import { formatDay } from '../../platform/time/format-time';
import type { Person } from '../../../test/test-app';
import type { UserRow } from '../staff/user.document';
import { entryOf, failureOf, FinanceDesk, LIMIT_PAISE } from '../../../test/finance/finance-desk';

const DAY_MS = 86_400_000;
const APPROVE = { 'transactions.view': true, 'transactions.approve': true } as const;

describe('who can approve an entry', () => {
  let desk: FinanceDesk;

  // A laboratory with its own people for each test; the super admins are those of the network.
  beforeEach(async () => {
    desk = await FinanceDesk.open();
  });
  afterEach(() => desk.close());

  const ask = (viewer: Person, { _id }: Pick<Transaction, '_id'>) =>
    desk.app.as(viewer).get(`/api/transactions/${_id}/approvers`);
  const approversOf = async (viewer: Person, entry: Transaction) => {
    const response = await ask(viewer, entry).expect(200);
    return (response.body as { data: Approvers }).data;
  };
  const byName = ({ people }: Approvers) =>
    Object.fromEntries(people.map(({ person, role, approval, reason }) => [person?.name ?? role, [approval, reason]]));
  const suspend = async (...people: Person[]) => {
    for (const { id, user } of people) {
      const path = `/api/staff/${id}`;
      await desk.app.as(desk.head).put(path).send({ status: 'suspended', version: user.version }).expect(200);
    }
  };
  const inLaboratory = (overrides: Partial<UserRow> = {}) => ({ laboratoryId: desk.laboratory._id, ...overrides });
  const influencedBy = ({ id, user }: Person): Influence => ({
    by: { _id: objectId(id), name: user.name },
    kind: 'created',
    permissions: [],
    through: null,
    at: new Date(Date.now() - DAY_MS),
  });

  it('are the holders of the permission, by role or by override; others say why not', async () => {
    const granted = await desk.app.person('staff', inLaboratory({ permissionOverrides: APPROVE }));
    const revoked = { permissionOverrides: { 'transactions.approve': false } } as const;
    await desk.app.user('lab_admin', inLaboratory(revoked));
    await desk.app.user('lab_admin', inLaboratory({ status: 'suspended' }));
    await desk.app.user('lab_admin', { laboratoryId: (await desk.app.laboratory())._id });
    await desk.app.user('staff', inLaboratory());
    const expired = inLaboratory({ mustChangePassword: true, temporaryPasswordExpiresAt: new Date(Date.now() - 1) });
    const unreachable = await desk.app.user('lab_admin', expired);
    const edited = entryOf(await desk.edit(desk.otherClerk, await desk.entered(desk.clerk)).expect(200));

    const answer = await approversOf(desk.head, edited);
    expect(answer.obstacle).toBeNull();
    expect(byName(answer)).toEqual({
      [desk.head.user.name]: ['final', null],
      [desk.otherHead.user.name]: ['final', null],
      [granted.user.name]: ['final', null],
      [desk.clerk.user.name]: [null, 'Entered this entry'],
      [desk.otherClerk.user.name]: [null, 'Last edited this entry'],
      [unreachable.name]: [null, 'The temporary password of this account has expired'],
    });
    for (const [viewer, name] of [
      [granted, granted.user.name],
      [desk.clerk, desk.clerk.user.name],
    ] as const) {
      const { actions } = await desk.read(edited._id, viewer);
      expect(actions.approve?.allowed).toBe(byName(answer)[name]?.[0] === 'final');
    }
  });

  it('says whose approval is only the first of two, and who can give the second', async () => {
    const dependent = await desk.app.person('lab_admin', inLaboratory({ influences: [influencedBy(desk.clerk)] }));
    const entry = await desk.entered(desk.clerk);
    const note = `Counts only as the first of two approvals: ${desk.clerk.user.name} created this account on `;
    const before = byName(await approversOf(desk.head, entry));
    expect(before[dependent.user.name]).toEqual(['first', expect.stringContaining(note)]);
    expect(before[desk.otherClerk.user.name]).toEqual(['final', null]);

    await desk.decide(dependent, entry._id).expect(200);
    expect(byName(await approversOf(desk.head, entry))).toEqual({
      [desk.head.user.name]: ['final', null],
      [desk.otherHead.user.name]: ['final', null],
      [desk.clerk.user.name]: [null, 'Entered this entry'],
      [desk.otherClerk.user.name]: [null, 'Only a super admin can give the second approval'],
      [dependent.user.name]: [null, 'Gave the first approval'],
    });
  });

  it('names only people whom the viewer may see', async () => {
    const clerk = await desk.app.person(
      'staff',
      inLaboratory({ permissionOverrides: { 'transactions.view': true, 'transactions.create': true } }),
    );
    const entry = await desk.entered(desk.head);
    await desk.edit(desk.clerk, entry).expect(200);
    const seenBy = async (viewer: Person) =>
      (await approversOf(viewer, entry)).people.map(({ person, role, approval }) => [person?.name, role, approval]);
    const onEntry = [
      [desk.head.user.name, 'super_admin', null],
      [desk.clerk.user.name, 'lab_admin', null],
    ];
    // Without the permission to see people: those that the entry names, and the roles of the others.
    expect(await seenBy(clerk)).toEqual([
      [undefined, 'super_admin', 'final'],
      [undefined, 'lab_admin', 'final'],
      ...onEntry,
    ]);
    // A lab admin sees the people of the laboratory.
    expect(await seenBy(desk.clerk)).toEqual([
      [undefined, 'super_admin', 'final'],
      [desk.otherClerk.user.name, 'lab_admin', 'final'],
      ...onEntry,
    ]);
  });

  it('says what to do when nobody can', async () => {
    const entry = await desk.entered(desk.clerk);
    await suspend(desk.otherClerk, desk.otherHead);
    const edited = entryOf(await desk.edit(desk.head, entry).expect(200));
    const { people, obstacle } = await approversOf(desk.clerk, edited);
    expect(people.every(({ approval }) => approval === null)).toBe(true);
    const wanted =
      `No one can approve this yet: give someone else in ${desk.laboratory.name} ` +
      'the permission “Entries: Approve and reject”.';
    const asAuthor = ' Ask another person to do so: if you do, the approval counts only as the first of two.';
    expect(obstacle).toEqual({ message: `${wanted}${asAuthor}`, remedy: 'permission' });
    const reader = await desk.app.person('staff', inLaboratory({ permissionOverrides: { 'transactions.view': true } }));
    expect((await approversOf(reader, edited)).obstacle?.message).toBe(wanted);

    await desk.app.user('staff', inLaboratory({ permissionOverrides: APPROVE }));
    expect((await approversOf(desk.clerk, edited)).obstacle).toBeNull();
  });

  it('says so when only the first of two approvals is possible', async () => {
    await suspend(desk.otherHead);
    const above = await desk.entered(desk.head, { amountPaise: LIMIT_PAISE + 1 });
    const { people, obstacle } = await approversOf(desk.clerk, above);
    expect(people.filter(({ approval }) => approval === 'first')).toHaveLength(2);
    expect(obstacle).toEqual({
      message:
        'Someone can give the first approval, but no one can give the second yet: ' +
        'give someone else the role of super admin.',
      remedy: 'super_admin',
    });
    await desk.decide(desk.clerk, above._id).expect(200);
    expect((await approversOf(desk.clerk, above)).obstacle).toEqual({
      message: 'No one can approve this yet: give someone else the role of super admin.',
      remedy: 'super_admin',
    });
  });

  it('follows the closed period', async () => {
    const today = businessDay(new Date(), desk.laboratory.timezone);
    await suspend(desk.otherHead);
    const entry = await desk.entered(desk.head);
    await desk.closeThrough(today);
    const { people, obstacle } = await approversOf(desk.clerk, entry);
    const clerk = people.find(({ person }) => person?._id === desk.clerk.id);
    expect([clerk?.approval, clerk?.reason]).toEqual([
      null,
      `The books are closed through ${formatDay(today)}. Only a super admin can post to a closed period.`,
    ]);
    expect(obstacle).toEqual({
      message: 'No one can approve this yet: give someone else the role of super admin, or reopen the period.',
      remedy: 'super_admin',
    });
  });

  it('is answered only for an entry in the scope that waits', async () => {
    const entry = await desk.entered(desk.clerk);
    const stranger = await desk.app.person('lab_admin', { laboratoryId: (await desk.app.laboratory())._id });
    expect(failureOf(await ask(stranger, entry).expect(404)).code).toBe('TRANSACTION_NOT_FOUND');
    await ask(await desk.app.person('staff', inLaboratory()), entry).expect(403);
    expect((await desk.read(entry._id)).actions.approvers).toEqual({ allowed: true });
    await desk.decide(desk.otherClerk, entry._id).expect(200);
    const refused = failureOf(await ask(desk.clerk, entry).expect(409));
    expect(refused).toMatchObject({
      code: 'TRANSACTION_ALREADY_DECIDED',
      conflict: { current: { status: 'approved' } },
    });
    expect((await desk.read(entry._id)).actions.approvers).toBeUndefined();
  });
});
