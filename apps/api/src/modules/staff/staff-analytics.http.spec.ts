import type { Failure, StaffAnalytics } from '@shifa/contract';
import { Clock } from '../../platform/time/clock';
import { type Person, TestApp } from '../../../test/test-app';
import type { LaboratoryRow } from '../laboratories/laboratory.document';

describe('staff analytics', () => {
  let api: TestApp;
  let laboratory: LaboratoryRow & { id: string };
  let superAdmin: Person;

  beforeAll(async () => {
    api = await TestApp.start();
    jest.spyOn(api.services.get(Clock), 'now').mockReturnValue(new Date('2026-11-22T10:00:00.000Z'));
    laboratory = await api.laboratory({ name: 'Kolkata Central' });
    superAdmin = await api.person('super_admin', { joiningDate: '2026-01-01' });
    const people = [
      { joiningDate: '2025-01-01', department: 'Haematology' },
      { joiningDate: '2026-11-01', department: 'Haematology' },
      { joiningDate: '2026-10-15', department: 'Biochemistry' },
      { joiningDate: '2026-12-01', department: 'Biochemistry' },
      { joiningDate: '2025-01-01', exitDate: '2026-11-10', status: 'exited', department: 'Biochemistry' },
      { joiningDate: '2026-10-02', exitDate: '2026-10-20', status: 'exited', department: null },
      { joiningDate: '2024-01-01', exitDate: '2025-01-01', status: 'exited', department: 'Closed long ago' },
    ] as const;
    for (const person of people) await api.user('staff', { laboratoryId: laboratory._id, ...person });
  });
  afterAll(() => api.close());

  const ask = (person: Person, query: string) => api.as(person).get(`/api/reports/analytics/staff?${query}`);
  async function analyze(query: string, person = superAdmin): Promise<StaffAnalytics> {
    const response = await ask(person, `laboratoryId=${laboratory.id}&${query}`).expect(200);
    return (response.body as { data: StaffAnalytics }).data;
  }

  it('count who came and left, compared with the same days of the previous month', async () => {
    const { period, previousPeriod, totals } = await analyze('compare=previous');
    expect([period, previousPeriod]).toEqual([
      { from: '2026-11-01', to: '2026-11-22' },
      { from: '2026-10-01', to: '2026-10-22' },
    ]);
    expect(totals.values).toEqual({ headcountBefore: 3, joined: 1, left: 1, headcount: 3, turnover: 1 / 3 });
    expect(totals.previous).toEqual({ headcountBefore: 2, joined: 2, left: 1, headcount: 3, turnover: 1 / 2.5 });
  });

  it('go from one month to the next', async () => {
    const { rows } = await analyze('from=2026-10-01&to=2026-11-30&groupBy=month');
    expect(rows.map(({ key, values }) => [key, values.headcountBefore, values.headcount])).toEqual([
      ['2026-10', 2, 3],
      ['2026-11', 3, 3],
    ]);
  });

  it.each([
    ['department', ['Haematology', 'Biochemistry', 'No department']],
    ['role', ['Staff']],
    ['laboratory', ['Kolkata Central']],
  ])('by %s add up to the total', async (groupBy, labels) => {
    const { rows, totals } = await analyze(`from=2026-10-01&to=2026-11-22&groupBy=${groupBy}`);
    expect(rows.map(({ label }) => label)).toEqual(labels);
    for (const field of ['headcountBefore', 'joined', 'left', 'headcount'] as const) {
      expect(rows.reduce((sum, { values }) => sum + values[field], 0)).toBe(totals.values[field]);
    }
  });

  it.each(['joined', 'left'] as const)('count as %s whom the list of people shows', async (field) => {
    const { totals } = await analyze('from=2026-10-01&to=2026-11-22');
    const query = `status=active&status=suspended&status=exited&${field}From=2026-10-01&${field}To=2026-11-22`;
    const list = await api.as(superAdmin).get(`/api/staff?laboratoryId=${laboratory.id}&${query}`).expect(200);
    expect(totals.values[field]).toBeGreaterThan(0);
    expect((list.body as { pagination: { total: number } }).pagination.total).toBe(totals.values[field]);
  });

  it('are limited to the narrower scope, and need both permissions', async () => {
    const foreign = await api.laboratory();
    const permissionOverrides = { 'reports.view': true };
    const admin = await api.person('lab_admin', { laboratoryId: foreign._id, permissionOverrides });
    const response = await ask(admin, 'groupBy=laboratory').expect(200);
    expect((response.body as { data: StaffAnalytics }).data.rows.map(({ key }) => key)).toEqual([foreign.id]);
    await ask(admin, `laboratoryId=${laboratory.id}`).expect(404);
    const blind = await api.person('lab_admin', {
      laboratoryId: foreign._id,
      permissionOverrides: { 'reports.view': true, 'staff.view': false },
    });
    expect(((await ask(blind, '').expect(403)).body as Failure).message).toContain('Staff');
  });
});
