import type { Report, ReportFrequency, ReportSchedule, UpdateReportScheduleBody } from '@shifa/contract';
import { noticesOf } from '../../../test/notifications';
import { type Person, TestApp } from '../../../test/test-app';
import { DomainError } from '../../platform/domain/domain-error';
import { addDays, businessDay, monthOf } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { ReportContents } from './report-contents.service';
import { ReportJobs } from './report-jobs';

const TOO_LARGE = 'The report is too large.';
const now = Date.now();

describe('a scheduled report that failed', () => {
  let app: TestApp;
  let owner: Person;
  let other: Person;
  let laboratory: Awaited<ReturnType<TestApp['laboratory']>>;
  let today: string;
  beforeAll(async () => {
    app = await TestApp.start();
    [owner, other] = [await app.person('super_admin'), await app.person('super_admin')];
  });
  beforeEach(async () => {
    laboratory = await app.laboratory();
    today = businessDay(new Date(now), laboratory.timezone);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => app.close());

  const onDay = (day: number) =>
    jest.spyOn(app.services.get(Clock), 'now').mockReturnValue(new Date(now + day * 86_400_000));
  const run = () => app.services.get(ReportJobs).runSchedules();
  const fails = () =>
    jest
      .spyOn(app.services.get(ReportContents), 'prepare')
      .mockRejectedValue(new DomainError('EXPORT_TOO_LARGE', { message: TOO_LARGE }));
  async function failed(frequency: ReportFrequency, days = [0]): Promise<ReportSchedule> {
    const body = { name: 'Stock', kind: 'inventory', laboratoryId: laboratory.id, frequency };
    const created = await app.as(owner).post('/api/reports/schedules').send(body).expect(201);
    for (const day of days) {
      fails();
      onDay(day);
      await run();
      jest.restoreAllMocks();
    }
    return (created.body as { data: ReportSchedule }).data;
  }
  const get = async ({ _id }: ReportSchedule) => {
    const response = await app.as(owner).get(`/api/reports/schedules/${_id}`).expect(200);
    return (response.body as { data: ReportSchedule }).data;
  };
  const save = async ({ _id }: ReportSchedule, body: UpdateReportScheduleBody, person = owner) => {
    const response = await app.as(person).put(`/api/reports/schedules/${_id}`).send(body).expect(200);
    return (response.body as { data: ReportSchedule }).data;
  };
  const history = async () => {
    const path = `/api/reports/history?scheduled=true&laboratoryId=${laboratory.id}`;
    const response = await app.as(owner).get(path).expect(200);
    return (response.body as { data: Report[] }).data.map(({ from, status, scheduleName }) => ({
      from,
      status,
      scheduleName,
    }));
  };

  it('is due again once its schedule is saved, which shows the failure until the report is made', async () => {
    const schedule = await failed('monthly');
    const month = monthOf(addDays(monthOf(today).from, -1));
    await run();
    expect(await get(schedule)).toMatchObject({ lastPeriod: month, lastFailure: TOO_LARGE });
    const saved = await save(schedule, { name: 'Stock of the month', version: 1 });
    expect(saved).toMatchObject({ lastPeriod: month, lastFailure: TOO_LARGE, nextRun: today });
    for (const _ of ['made', 'not made twice']) {
      await run();
      expect(await get(schedule)).toMatchObject({ lastPeriod: month, lastFailure: null });
    }
    expect((await get(schedule)).nextRun).toBe(addDays(monthOf(today).to, 1));
    expect(await history()).toEqual([
      { from: month.from, status: 'done', scheduleName: 'Stock of the month' },
      { from: month.from, status: 'failed', scheduleName: 'Stock' },
    ]);
  });

  it('is tried again for whoever takes its schedule over, who is told if it fails again', async () => {
    const schedule = await failed('monthly');
    expect(await save(schedule, { frequency: 'monthly', version: 1 }, other)).toMatchObject({
      owner: { _id: other.id },
      lastFailure: TOO_LARGE,
    });
    fails();
    await run();
    jest.restoreAllMocks();
    const told = async (person: Person) =>
      (await noticesOf(app, person)).filter((notice) => notice.includes('scheduled report failed'));
    expect(await told(other)).toHaveLength(1);
    expect(await get(schedule)).toMatchObject({ lastFailure: TOO_LARGE });
  });

  it('is not tried again by a pause, but when its schedule is resumed', async () => {
    const schedule = await failed('weekly');
    expect(await save(schedule, { active: false, version: 1 })).toMatchObject({ lastFailure: TOO_LARGE });
    await run();
    expect(await history()).toMatchObject([{ status: 'failed' }]);
    await save(schedule, { active: true, version: 2 });
    await run();
    expect(await history()).toMatchObject([{ status: 'done' }, { status: 'failed' }]);
  });

  it('is made together with all that have failed in a row, and none that was made before', async () => {
    const schedule = await failed('daily', [0]);
    onDay(1);
    await run();
    jest.restoreAllMocks();
    for (const day of [2, 3, 4]) {
      fails();
      onDay(day);
      await run();
      jest.restoreAllMocks();
    }
    onDay(4);
    await save(schedule, { name: 'Stock of the day', version: 1 });
    await run();
    jest.restoreAllMocks();
    const made = (await history()).filter(({ status }) => status === 'done').map(({ from }) => from);
    expect(made.toSorted()).toEqual([0, 1, 2, 3].map((day) => addDays(today, day)));
    expect(await get(schedule)).toMatchObject({ lastPeriod: { to: addDays(today, 3) }, lastFailure: null });
  });

  it('is not made again once its laboratory is archived', async () => {
    const schedule = await failed('daily');
    await save(schedule, { name: 'Saved before', version: 1 });
    await app.as(owner).delete(`/api/laboratories/${laboratory.id}`).query({ version: 1 }).expect(200);
    for (const day of [0, 5]) {
      onDay(day);
      await run();
    }
    expect(await history()).toMatchObject([{ status: 'failed' }]);
    expect(await get(schedule)).toMatchObject({ nextRun: null });
  });

  it('stays due if its schedule is saved while it fails once more', async () => {
    const schedule = await failed('monthly');
    await save(schedule, { name: 'Saved before', version: 1 });
    jest.spyOn(app.services.get(ReportContents), 'prepare').mockImplementationOnce(async () => {
      await save(schedule, { name: 'Saved meanwhile', version: 2 });
      throw new DomainError('EXPORT_TOO_LARGE', { message: TOO_LARGE });
    });
    await run();
    expect(await get(schedule)).toMatchObject({ lastFailure: TOO_LARGE, nextRun: today });
    await run();
    expect(await get(schedule)).toMatchObject({ lastFailure: null });
    expect((await history()).map(({ status }) => status)).toEqual(['done', 'failed', 'failed']);
  });
});
