import type { LaboratoryStats, StaffListItem, StaffStats } from '@shifa/contract';
import { DemoNetwork } from '../../platform/seed/demo-network';
import { TestApp } from '../../testing/test-app';
import { connect } from '../../testing/test-database';
import { addEmployment } from './staff.migration';
import type { UserRow } from './user.document';

// Seeds the parts of all features, not only staff.
jest.setTimeout(60_000);

describe('the demo network’s people', () => {
  let app: TestApp;
  let token: string;

  beforeAll(async () => {
    app = await TestApp.start();
    await app.services.get(DemoNetwork).seed();
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
});
