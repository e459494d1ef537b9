import type { LaboratoryStats, StaffListItem, StaffStats } from '@shifa/contract';
import { startDemoNetwork } from '../../test/demo-network';
import type { TestApp } from '../../test/test-app';
import { connect } from '../../test/test-database';
import { addEmployment, addInfluences, addInfluencesOfMoves } from '../../src/modules/staff/migrations';
import type { UserRow } from '../../src/modules/staff/user.document';

// Seeds the parts of all features, not only staff.
jest.setTimeout(240_000);

describe('the demo network’s people', () => {
  let app: TestApp;
  let token: string;

  beforeAll(async () => {
    app = await startDemoNetwork();
    token = await app.login({ email: 'super@shifa.example', password: 'Shifa@2026' });
  });
  afterAll(() => app.close());

  const read = async (path: string, query = {}) => {
    const response = await app.as({ token }).get(`/api${path}`).query(query).expect(200);
    return (response.body as { data: unknown }).data;
  };

  it('are about sixty, of every kind and state', async () => {
    const stats = (await read('/staff/stats')) as StaffStats;
    expect(stats.total).toBe(60);
    expect(stats.byStatus).toEqual({ active: 56, suspended: 2, exited: 2 });
    expect(stats.passwordPending).toBe(1);
    expect(Object.keys(stats.byEmploymentType).length).toBeGreaterThanOrEqual(4);
  });

  it('are counted on the cards of their laboratories', async () => {
    const { byLaboratory } = (await read('/staff/stats')) as StaffStats;
    for (const { laboratory, count } of byLaboratory) {
      if (!laboratory) continue;
      const { staff } = (await read(`/laboratories/${laboratory._id}/stats`)) as LaboratoryStats;
      expect(staff?.total).toBe(count);
    }
  });

  it('leave room for the next code', async () => {
    const [person] = (await read('/staff', { search: 'rohan', limit: 1 })) as StaffListItem[];
    const body = {
      name: 'New Person',
      email: 'new@shifa.example',
      role: 'staff',
      laboratoryId: person?.laboratoryId?._id,
    };
    const response = await app.as({ token }).post('/api/staff').send(body).expect(201);
    const { employeeCode } = (response.body as { data: StaffListItem }).data;
    expect(employeeCode).toBe('KOL-0023');
  });

  it('who were written before employment was kept are described, once', async () => {
    const connection = await connect(app.mongodbUri);
    const users = connection.collection<UserRow>('users');
    const laboratory = await app.laboratory({ timezone: 'Asia/Dubai' });
    const { _id } = await app.user('staff', {
      laboratoryId: laboratory._id,
      name: 'Old Hand',
      createdAt: new Date('2025-03-31T21:30:00Z'),
    });
    const unknown = { sortName: '', searchWords: '', joiningDate: '', employmentType: '', shift: '', preferences: '' };
    await users.updateOne({ _id }, { $unset: unknown as never });
    await addEmployment.up(connection, new AbortController().signal);
    expect(await users.findOne({ _id })).toMatchObject({
      sortName: 'old hand',
      joiningDate: '2025-04-01',
      employmentType: 'permanent',
      shift: null,
      preferences: {},
    });
    await connection.close();
  });

  it('whose accounts were created, reset or granted permissions lately keep by whom, from the audit log', async () => {
    const connection = await connect(app.mongodbUri);
    const users = connection.collection<UserRow>('users');
    const [asha, ravi, meera] = [await app.user('super_admin'), await app.user('lab_admin'), await app.user('manager')];
    const zoya = await app.user('staff');
    const now = Date.now();
    const audited = (by: UserRow | null, on: UserRow, action: string, daysAgo: number, changes: object[] = []) => ({
      at: new Date(now - daysAgo * 86_400_000),
      by: by && { _id: by._id, name: by.name },
      action,
      entity: 'user',
      entityId: on._id,
      laboratoryId: null,
      changes,
      requestId: null,
    });
    const granted = { field: 'permissionOverrides.transactions.approve', after: true };
    const revoked = { field: 'permissionOverrides.reports.view', before: true };
    await connection
      .collection('audit')
      .insertMany([
        audited(asha, ravi, 'user.created', 40),
        audited(asha, ravi, 'password.issued', 20),
        audited(ravi, meera, 'user.created', 10),
        audited(null, meera, 'user.created', 9),
        audited(ravi, meera, 'permissions.changed', 5, [granted, revoked]),
        audited(ravi, meera, 'user.updated', 4, [{ field: 'phone', after: '1' }]),
        audited(meera, zoya, 'user.updated', 40, [{ field: 'laboratoryId', before: null, after: asha._id }]),
        audited(meera, zoya, 'user.updated', 3, [{ field: 'laboratoryId', before: asha._id, after: ravi._id }]),
        audited(asha, zoya, 'user.updated', 3, [{ field: 'status', before: 'exited', after: 'active' }]),
        audited(asha, zoya, 'user.updated', 2, [{ field: 'status', before: 'active', after: 'suspended' }]),
        audited(meera, zoya, 'user.updated', 1, [{ field: 'status', before: 'suspended', after: 'active' }]),
        audited(zoya, zoya, 'user.updated', 1, [{ field: 'laboratoryId', before: asha._id, after: ravi._id }]),
      ]);
    const added = { influences: '', lastActivityAt: '', temporaryPasswordExpiresAt: '' };
    await users.updateMany({}, { $unset: added as never });
    await addInfluences.up(connection, new AbortController().signal);
    const influencesOf = async ({ _id }: UserRow) =>
      (await users.findOne({ _id }))?.influences.map(({ by, kind, through, permissions }) => ({
        by: by.name,
        kind,
        through,
        permissions,
      }));
    expect(await influencesOf(asha)).toEqual([]);
    expect(await influencesOf(ravi)).toEqual([{ by: asha.name, kind: 'reset', through: null, permissions: [] }]);
    const permissions = ['transactions.approve'];
    expect(await influencesOf(meera)).toEqual([
      { by: ravi.name, kind: 'created', through: null, permissions: [] },
      { by: asha.name, kind: 'created', through: ravi.name, permissions: [] },
      { by: ravi.name, kind: 'granted', through: null, permissions },
      { by: asha.name, kind: 'granted', through: ravi.name, permissions },
    ]);
    // The creator of an account moves others through it.
    for (let run = 0; run < 2; run += 1) {
      await addInfluencesOfMoves.up(connection, new AbortController().signal);
      expect((await influencesOf(zoya))?.map(({ by, kind, through }) => [by, kind, through])).toEqual([
        [meera.name, 'moved', null],
        [ravi.name, 'moved', meera.name],
        [asha.name, 'moved', meera.name],
        [asha.name, 'rehired', null],
        [meera.name, 'resumed', null],
        [ravi.name, 'resumed', meera.name],
        [asha.name, 'resumed', meera.name],
      ]);
    }
    await connection.close();
  });
});
