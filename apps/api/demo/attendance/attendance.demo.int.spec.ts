import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { TestApp } from '../../test/test-app';
import { seedLaboratories } from '../laboratories/laboratory.demo';
import { seedStaff } from '../staff/staff.demo';
import { seedAttendance } from './attendance.demo';
import { seedLeaves } from './leave.demo';
import { seedRoster } from './roster.demo';
import { AttendanceJobs } from '../../src/modules/attendance/attendance-jobs';

// Only for seeding that hangs: a busy machine takes its time.
jest.setTimeout(120_000);

describe('the attendance of the demo network', () => {
  let app: TestApp;
  let connection: Connection;
  beforeAll(async () => {
    app = await TestApp.start();
    connection = app.services.get<Connection>(getConnectionToken());
    await seedLaboratories(app.services);
    await seedStaff(app.services);
    await seedLeaves(app.services);
    // As when a job is due while the network is seeded, once there are people and before there is attendance.
    await app.services.get(AttendanceJobs).run();
    await seedAttendance(app.services);
    await seedRoster(app.services);
  });
  afterAll(() => app.close());

  const count = (filter: object) => connection.collection('attendance').countDocuments(filter);

  it('shows ninety days with lateness, overtime, absence, night shifts and requests, also if a job ran meanwhile', async () => {
    expect(await count({})).toBeGreaterThan(3_000);
    for (const filter of [
      { status: 'late' },
      { status: 'absent' },
      { status: 'missed_clock_out' },
      { flags: 'overtime', approvalStatus: 'approved' },
      { flags: 'overtime', approvalStatus: 'pending' },
      { flags: 'holiday_work' },
      { 'shift.start': '22:00', status: 'present' },
      { approvalStatus: 'rejected' },
    ]) {
      expect([filter, (await count(filter)) > 0]).toEqual([filter, true]);
    }
  });

  it('is complete, so that the jobs have nothing to add to days before today', async () => {
    const before = await count({});
    await app.services.get(AttendanceJobs).run();
    expect(await count({})).toBe(before);
  });

  it('continues with a published roster of one laboratory, and a draft of the week after it', async () => {
    const cells = connection.collection('roster_cells');
    const staff = await cells.distinct('userId', {});
    expect(staff.length).toBeGreaterThan(5);
    const published = await cells.distinct('day', { published: { $ne: null } });
    const drafted = await cells.distinct('day', { published: null });
    expect(published.length).toBeGreaterThanOrEqual(7);
    expect(drafted).toHaveLength(7);
    expect(await cells.countDocuments({})).toBe(staff.length * (published.length + drafted.length));
    expect(await cells.countDocuments({ 'published.name': 'Night' })).toBeGreaterThan(0);
  });
});
