import type { Report, ReportFrequency, ReportSchedule } from '@shifa/contract';
import { noticesOf } from '../../../test/notifications';
import { type Person, TestApp } from '../../../test/test-app';
import { newId } from '../../platform/domain/object-id';
import { addDays, businessDay, monthOf } from '../../platform/time/business-day';
import type { ReportScheduleRow } from './report.document';
import { ReportJobs } from './report-jobs';
import { ReportScheduleRepository } from './report.repository';
import { lastPeriod } from './schedule-periods';

describe('the reports of a schedule', () => {
  let app: TestApp;
  let owner: Person;
  let laboratory: Awaited<ReturnType<TestApp['laboratory']>>;
  let today: string;
  beforeAll(async () => {
    app = await TestApp.start();
    owner = await app.person('super_admin');
  });
  beforeEach(async () => {
    laboratory = await app.laboratory();
    today = businessDay(new Date(), laboratory.timezone);
  });
  afterAll(() => app.close());

  const schedule = async (
    given: Pick<ReportScheduleRow, 'frequency' | 'lastPeriod'> & Partial<ReportScheduleRow>,
  ): Promise<string> => {
    const _id = newId();
    const row: ReportScheduleRow = {
      _id,
      name: 'Stock',
      kind: 'inventory',
      laboratoryId: laboratory._id,
      active: true,
      owner: { _id: owner.user._id, name: owner.user.name },
      updatedBy: null,
      version: 1,
      createdAt: new Date(),
      updatedAt: new Date(),
      ...given,
    };
    await app.services.get(ReportScheduleRepository).insertMany([row]);
    return `/api/reports/schedules/${_id.toHexString()}`;
  };
  const save = async (path: string, version: number, body: { frequency?: ReportFrequency; active?: boolean }) => {
    const response = await app
      .as(owner)
      .put(path)
      .send({ ...body, version })
      .expect(200);
    return (response.body as { data: ReportSchedule }).data;
  };
  /** Oldest first. */
  const run = async () => {
    await app.services.get(ReportJobs).runSchedules();
    const path = `/api/reports/history?scheduled=true&status=done&limit=100&laboratoryId=${laboratory.id}`;
    const response = await app.as(owner).get(path).expect(200);
    const reports = (response.body as { data: Report[] }).data;
    return reports.map(({ from, to }) => ({ from, to })).toSorted((a, b) => (a.from < b.from ? -1 : 1));
  };
  const lastMonth = () => lastPeriod('monthly', today);

  it('leave out no day of the period that was due or under way when the frequency changes, and repeat none', async () => {
    const path = await schedule({ frequency: 'monthly', lastPeriod: lastPeriod('monthly', lastMonth().from) });
    expect((await save(path, 1, { frequency: 'weekly' })).nextRun).toBe(today);
    const weeks = await run();
    expect((weeks[0]?.from ?? '') <= lastMonth().from).toBe(true);
    for (const [index, { from }] of weeks.entries()) {
      if (index > 0) expect(from).toBe(addDays(weeks[index - 1]?.to ?? '', 1));
    }
    expect(weeks.at(-1)).toEqual(lastPeriod('weekly', today));
    await save(path, 2, { frequency: 'monthly' });
    expect(await run()).toHaveLength(weeks.length + 1);
    await save(path, 3, { frequency: 'weekly' });
    expect(await run()).toHaveLength(weeks.length + 1);
  });

  it('include the last month after a daily one of its last day', async () => {
    const { from, to } = lastMonth();
    const path = await schedule({ frequency: 'daily', lastPeriod: { from: to, to } });
    await save(path, 1, { frequency: 'monthly' });
    expect(await run()).toEqual([{ from, to }]);
    const response = await app.as(owner).get(path).expect(200);
    expect((response.body as { data: ReportSchedule }).data.nextRun).toBe(addDays(monthOf(today).to, 1));
  });

  it('are those of the days on which no server ran, announced together', async () => {
    const last = addDays(today, -4);
    await schedule({ frequency: 'daily', lastPeriod: { from: last, to: last } });
    expect((await run()).map(({ from }) => from)).toEqual([-3, -2, -1].map((days) => addDays(today, days)));
    const [newest] = await noticesOf(app, owner);
    expect(newest).toContain('Scheduled reports are ready: Stock, 3 reports: ');
  });

  it('are none of a pause but the last', async () => {
    const last = addDays(today, -10);
    const path = await schedule({ frequency: 'daily', lastPeriod: { from: last, to: last }, active: false });
    expect(await run()).toEqual([]);
    await save(path, 1, { active: true });
    expect((await run()).map(({ from }) => from)).toEqual([addDays(today, -1)]);
  });
});
