import type { Report, ReportSchedule } from '@shifa/contract';
import { type Person, TestApp } from '../../../test/test-app';
import { LabScope } from '../../platform/domain/lab-scope';
import { objectId } from '../../platform/domain/object-id';
import { FileRepository } from '../../platform/files/file.repository';
import { addDays, businessDay, monthOf, NETWORK_TIMEZONE } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { ReportJobs } from './report-jobs';
import { ReportWriter } from './report-writer';
import type { ReportRow } from './report.document';
import { ReportRepository } from './report.repository';

const MINUTE_MS = 60_000;

describe('a report whose server has stopped', () => {
  let app: TestApp;
  let head: Person;
  beforeAll(async () => {
    app = await TestApp.start();
    head = await app.person('super_admin');
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => app.close());

  const bounds = { laboratoryId: null, subjectId: null };
  const newReport = (
    schedule: ReportRow['schedule'] = null,
    period = { from: '2026-10-01', to: '2026-10-31' },
  ): ReportRow => {
    const by = { userId: head.id, name: head.user.name };
    const parameters = { kind: 'inventory', ...period, schedule } as const;
    return app.services.get(ReportWriter).newReport(by, parameters, { bounds, fileName: 'inventory.xlsx' });
  };
  const insert = (row: ReportRow) => app.services.get(ReportRepository).insertMany([row]);
  const endStopped = async (minutes: number) => {
    const at = new Date(Date.now() + minutes * MINUTE_MS);
    jest.spyOn(app.services.get(Clock), 'now').mockReturnValue(at);
    await app.services.get(ReportJobs).endStopped();
    jest.restoreAllMocks();
  };
  const history = async (query = '') => {
    const response = await app.as(head).get(`/api/reports/history?limit=100${query}`).expect(200);
    return (response.body as { data: Report[] }).data;
  };
  const find = async ({ _id }: ReportRow) => (await history()).find((report) => report._id === _id.toHexString());

  /** Of one row, and what is called as time passes. */
  const writing = (row: ReportRow) => {
    const schedule = jest.spyOn(global, 'setInterval');
    const rows = function* () {
      yield ['Tips'];
    };
    const table = { name: 'Stock', columns: [{ heading: 'Text', kind: 'text', width: 20 } as const], rows: rows() };
    const content = { count: 1, noun: 'rows', tables: [table], rules: [] };
    const about = { name: 'About', columns: [], rows: [] };
    const prepared = { content, about, bounds, fileName: row.fileName };
    const parts = app.services.get(ReportWriter).write(row, prepared, new AbortController().signal);
    const giveSign = () => {
      for (const [callback, ms] of schedule.mock.calls) if (ms === 20_000) callback();
    };
    return { parts, giveSign };
  };

  it('reads as failed within minutes, and one that gives signs of life as running', async () => {
    const stopped = newReport();
    await insert(stopped);
    await endStopped(1);
    expect(await find(stopped)).toMatchObject({ status: 'running' });
    await endStopped(3);
    expect(await find(stopped)).toMatchObject({
      status: 'failed',
      reason: 'The server stopped before the report was complete. Generate it again.',
      actions: {},
    });

    const alive = newReport();
    const { parts, giveSign } = writing(alive);
    await parts.next();
    const later = new Date(Date.now() + 2 * MINUTE_MS);
    jest.spyOn(app.services.get(Clock), 'now').mockReturnValue(later);
    const reports = app.services.get(ReportRepository);
    giveSign();
    const signOf = () => reports.findById(LabScope.everywhere(), alive._id.toHexString());
    while ((await signOf())?.updatedAt.getTime() !== later.getTime());
    await endStopped(3);
    expect(await find(alive)).toMatchObject({ status: 'running' });
    while (!(await parts.next()).done);
    expect(await find(alive)).toMatchObject({ status: 'done' });
  });

  it('stays failed if the server goes on after all, and has no file', async () => {
    const row = newReport();
    const { parts } = writing(row);
    await parts.next();
    await endStopped(3);
    const rest = async () => {
      while (!(await parts.next()).done);
    };
    await expect(rest()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await find(row)).toMatchObject({ status: 'failed', actions: {} });
    const files = app.services.get(FileRepository);
    expect([await files.open(row.fileId), await files.open(row.snapshotId)]).toEqual([null, null]);
  });

  it('is written no further once the server notices', async () => {
    const row = newReport();
    const { parts, giveSign } = writing(row);
    await parts.next();
    await endStopped(3);
    const keep = jest.spyOn(app.services.get(ReportRepository), 'keepRunning');
    giveSign();
    expect(await keep.mock.results[0]?.value).toBe(false);
    await expect(parts.next()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('is made by its schedule, once', async () => {
    const body = { name: 'Stock of the month', kind: 'inventory', laboratoryId: null, frequency: 'monthly' };
    const created = await app.as(head).post('/api/reports/schedules').send(body).expect(201);
    const { _id, name } = (created.body as { data: ReportSchedule }).data;
    const month = monthOf(addDays(monthOf(businessDay(new Date(), NETWORK_TIMEZONE)).from, -1));
    const row = newReport({ _id: objectId(_id), name }, month);
    await insert(row);
    await endStopped(3);
    expect(await find(row)).toMatchObject({
      status: 'failed',
      reason: "The server stopped before the report was complete. It's tried again while its schedule is active.",
    });
    for (const _ of ['made', 'not made twice']) await app.services.get(ReportJobs).runSchedules();
    const all = await history('&scheduled=true');
    expect(all.map(({ status, from }) => ({ status, from }))).toEqual([
      { status: 'done', from: month.from },
      { status: 'failed', from: month.from },
    ]);
  });
});
