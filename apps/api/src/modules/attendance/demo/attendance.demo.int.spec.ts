import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { DemoNetwork } from '../../../platform/seed/demo-network';
import { TestApp } from '../../../testing/test-app';
import { AttendanceJobs } from '../jobs/attendance-jobs';

// Only for seeding that hangs: a busy machine takes its time.
jest.setTimeout(120_000);

describe('the attendance of the demo network', () => {
  let app: TestApp;
  let connection: Connection;
  beforeAll(async () => {
    app = await TestApp.start();
    connection = app.services.get<Connection>(getConnectionToken());
    // As when a job is due while the network is seeded, once there are people and before there is attendance.
    const demo = app.services.get(DemoNetwork);
    demo.register({ stage: 6.5, seed: () => app.services.get(AttendanceJobs).run() });
    await demo.seed();
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
});
