import type { BulkAnswer, Failure, PermissionOverrides, Role } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { type Person, TestApp } from '../../../test/test-app';
import type { UserRow } from '../staff/user.document';

type Update = { userId: string; permissions: Record<string, boolean | null> };

describe('permissions of many', () => {
  let app: TestApp;
  let labAdmin: Person;
  let there: { laboratoryId: UserRow['laboratoryId'] };

  beforeAll(async () => {
    app = await TestApp.start();
    there = { laboratoryId: (await app.laboratory())._id };
    labAdmin = await app.person('lab_admin', there);
  });
  afterAll(() => app.close());

  const connection = () => app.services.get<Connection>(getConnectionToken());
  const send = (updates: Update[], dryRun = false, person = labAdmin) =>
    app.as(person).post('/api/permissions/bulk-update').send({ updates, dryRun });
  const answerOf = ({ body }: { body: unknown }) => (body as { data: BulkAnswer }).data;

  async function idOf(role: Role, permissionOverrides: PermissionOverrides = {}, overrides: Partial<UserRow> = {}) {
    const { _id } = await app.user(role, { ...there, permissionOverrides, ...overrides });
    return _id.toHexString();
  }
  const stored = async (ids: string[]) => {
    const rows = await connection().collection<UserRow>('users').find().toArray();
    return ids.map((id) => {
      const row = rows.find(({ _id }) => _id.toHexString() === id);
      return [row?.version, row?.permissionOverrides];
    });
  };
  const grant = { 'staff.view': true };

  it('change as one, each with its version, story and event', async () => {
    const ids = [await idOf('manager'), await idOf('staff', { 'inventory.view': true })];
    const response = await send(ids.map((userId) => ({ userId, permissions: grant }))).expect(200);
    expect(answerOf(response)).toMatchObject({
      applied: true,
      results: ids.map((_id) => ({
        _id,
        fault: null,
        changes: [
          {
            field: 'staff.view',
            before: { allowed: false, scope: null, source: 'role' },
            after: { allowed: true, scope: 'laboratory', source: 'override' },
          },
        ],
      })),
    });
    expect(await stored(ids)).toEqual([
      [2, grant],
      [2, { 'inventory.view': true, ...grant }],
    ]);
    const audit = connection().collection('audit');
    expect(await audit.countDocuments({ action: 'permissions.changed' })).toBe(2);
  });

  it('are previewed in the same words, and nothing is written', async () => {
    const ids = [await idOf('manager'), await idOf('staff', { 'staff.view': true })];
    const updates = ids.map((userId) => ({ userId, permissions: grant }));
    const preview = answerOf(await send(updates, true).expect(200));
    expect(preview.applied).toBe(false);
    expect(await stored(ids)).toEqual([
      [1, {}],
      [1, grant],
    ]);
    const done = answerOf(await send(updates).expect(200));
    expect(done).toEqual({ applied: true, results: preview.results });
    // Who had it already is left as they were.
    expect(done.results[1]?.changes).toEqual([]);
    expect((await stored(ids))[1]).toEqual([1, grant]);
  });

  it('stay as they are when any one cannot be, each told why', async () => {
    const fine = await idOf('manager');
    const cases = [
      [labAdmin.id, grant, 'OWN_ACCOUNT'],
      [await idOf('lab_admin'), grant, 'STAFF_BEYOND_REACH'],
      [await idOf('staff', {}, { status: 'exited' }), grant, 'STAFF_EXITED'],
      [await idOf('staff'), { 'transactions.lock': true }, 'PERMISSION_NOT_HELD'],
      [fine, grant, undefined],
    ] as const;
    const answer = answerOf(await send(cases.map(([userId, permissions]) => ({ userId, permissions }))).expect(200));
    expect(answer.applied).toBe(false);
    expect(answer.results.map(({ fault }) => fault?.code)).toEqual(cases.map(([, , code]) => code));
    expect(await stored([fine])).toEqual([[1, {}]]);
  });

  it('are as if not there when any one is another laboratory’s', async () => {
    const other = await app.laboratory();
    const [mine, theirs] = [await idOf('staff'), await idOf('staff', {}, { laboratoryId: other._id })];
    for (const dryRun of [true, false]) {
      const updates = [mine, theirs].map((userId) => ({ userId, permissions: grant }));
      const response = await send(updates, dryRun).expect(404);
      expect(response.body).toMatchObject({ code: 'STAFF_NOT_FOUND' });
    }
    expect(await stored([mine, theirs])).toEqual([
      [1, {}],
      [1, {}],
    ]);
  });

  it('come with two hundred people at most, each named once', async () => {
    const userId = await idOf('staff');
    const twice = await send([
      { userId, permissions: grant },
      { userId, permissions: grant },
    ]).expect(400);
    expect((twice.body as Failure).errors).toEqual([{ field: 'updates', message: 'Each person can appear once' }]);
    await send([]).expect(400);
  });

  it('give the first answer to a repeat with the same key', async () => {
    const userId = await idOf('staff');
    const repeat = () => send([{ userId, permissions: grant }]).set('Idempotency-Key', `bulk-${userId}`);
    const first = answerOf(await repeat().expect(200));
    expect(answerOf(await repeat().expect(200))).toEqual(first);
    expect(await stored([userId])).toEqual([[2, grant]]);
  });
});
