import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { defaultRetention, type Report, type ReportDrift, type ReportSchedule } from '@shifa/contract';
import { FileRepository } from '../../platform/files/file.repository';
import { LabScope } from '../../platform/domain/lab-scope';
import { addDays, businessDay, monthOf } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { Realtime } from '../../platform/realtime/realtime';
import { roomOf } from '../../platform/realtime/rooms';
import { ReportJobs } from '../reports/report-jobs';
import { REPORT_FILE, REPORT_SNAPSHOT } from '../reports/report-writer';
import { UserRepository } from '../staff/user.repository';
import { FinanceDesk } from '../../../test/finance/finance-desk';
import { EntryRepository } from './entry/entry.repository';

describe('a report after it was generated', () => {
  let desk: FinanceDesk;
  let today: string;

  beforeAll(async () => {
    desk = await FinanceDesk.open();
    today = businessDay(new Date(), desk.laboratory.timezone);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => desk.close());

  const body = () => ({ kind: 'financial', from: addDays(today, -9), to: today, laboratoryId: desk.laboratory.id });
  const history = async (query = '') => {
    const response = await desk.app.as(desk.head).get(`/api/reports/history${query}`).expect(200);
    return (response.body as { data: Report[] }).data;
  };

  it('says row by row what has changed since', async () => {
    const late = await desk.entered(desk.otherClerk, { amountPaise: 70_000 });
    const reversed = await desk.approved({ amountPaise: 10_000 });
    await desk.app.as(desk.head).post('/api/reports/generate-excel').send(body()).expect(200);
    const [report] = await history();
    const drift = async () => {
      const response = await desk.app
        .as(desk.head)
        .get(`/api/reports/history/${report?._id ?? ''}/drift`)
        .expect(200);
      return (response.body as { data: ReportDrift }).data;
    };
    expect(await drift()).toMatchObject({
      sheets: [{ name: 'Transactions', added: 0, removed: 0, changed: 0 }],
      rows: [],
    });

    await desk.decide(desk.clerk, late._id).expect(200);
    const contra = await desk.reverse(desk.clerk, reversed._id, 'Entered twice').expect(201);
    const { _id, transactionNo } = (contra.body as { data: { _id: string; transactionNo: string } }).data;
    await desk.decide(desk.otherClerk, _id).expect(200);

    const { sheets, rows } = await drift();
    expect(sheets).toEqual([{ name: 'Transactions', rows: 3, added: 1, removed: 0, changed: 2 }]);
    const changeOf = (number: string) => rows.find(({ key }) => key[0] === number);
    expect(changeOf(late.transactionNo)?.cells).toEqual(
      expect.arrayContaining([
        { field: 'Status', kind: 'text', before: 'Pending', after: 'Approved' },
        { field: 'Income', kind: 'amount', before: null, after: 700 },
        { field: 'Pending income', kind: 'amount', before: 700, after: null },
      ]),
    );
    expect(changeOf(reversed.transactionNo)?.cells).toContainEqual({
      field: 'Reversed by',
      kind: 'text',
      before: null,
      after: transactionNo,
    });
    expect(changeOf(transactionNo)?.change).toBe('added');
  });

  it('is cancelled when its reader goes, and reads no further', async () => {
    const entry = await desk.entered(desk.clerk);
    const row = await desk.app.services.get(EntryRepository).findOne(LabScope.everywhere(), {
      transactionNo: entry.transactionNo,
    });
    let read = 0;
    let closed = false;
    jest.spyOn(EntryRepository.prototype, 'eachForReport').mockImplementation(async function* () {
      try {
        for (;;) {
          read += 1;
          await Promise.resolve();
          if (row) yield { ...row, transactionNo: `${row.transactionNo}-${Math.random()}` };
        }
      } finally {
        closed = true;
      }
    });
    const { hostname, port } = new URL(desk.app.url);
    const call = request({ hostname, port, path: '/api/reports/generate-excel', method: 'POST' });
    call.setHeader('authorization', `Bearer ${desk.head.token}`).setHeader('content-type', 'application/json');
    call.end(JSON.stringify(body()));
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    await once(response, 'data');
    response.destroy();
    let latest: Report | undefined;
    while (latest?.status !== 'cancelled') [latest] = await history();
    expect(closed).toBe(true);
    const seen = read;
    await history();
    expect(read).toBe(seen);
    expect(latest.actions).toEqual({});
    const files = desk.app.services.get(FileRepository).putBefore(REPORT_FILE, new Date(Date.now() + 1000), 100);
    const owners: string[] = [];
    for await (const batch of files) owners.push(...batch.map(({ owner }) => owner.toHexString()));
    expect(owners).not.toContain(latest._id);
  });

  it('is refused above the limit, before anything is read', async () => {
    await desk.app.as(desk.head).post('/api/reports/generate-excel').send(body()).expect(200);
    const [earlier] = await history();
    const reads = jest.spyOn(EntryRepository.prototype, 'eachForReport');
    jest.spyOn(EntryRepository.prototype, 'count').mockResolvedValue(100_001);
    const response = await desk.app.as(desk.head).post('/api/reports/generate-excel').send(body()).expect(422);
    expect(response.body).toMatchObject({
      code: 'REPORT_TOO_LARGE',
      message:
        'There are 100,001 entries, but a report can hold at most 100,000. Choose a shorter period or a single laboratory.',
    });
    const comparison = await desk.app
      .as(desk.head)
      .get(`/api/reports/history/${earlier?._id ?? ''}/drift`)
      .expect(422);
    expect(comparison.body).toMatchObject({ code: 'REPORT_TOO_LARGE' });
    expect(reads).not.toHaveBeenCalled();
  });

  it('tells its progress to the person who generates it only', async () => {
    const send = jest.spyOn(desk.app.services.get(Realtime), 'send');
    await desk.app.as(desk.head).post('/api/reports/generate-excel').send(body()).expect(200);
    const progress = send.mock.calls.filter(([, event]) => event === 'report:progress');
    expect(progress.at(-1)?.[2]).toMatchObject({ status: 'done' });
    expect(progress.map(([rooms]) => rooms)).toEqual(progress.map(() => [roomOf.person(desk.head.id)]));
  });

  it('keeps no other from losing its files where one file can not be removed', async () => {
    for (let reports = 0; reports < 2; reports += 1) {
      await desk.app.as(desk.head).post('/api/reports/generate-excel').send(body()).expect(200);
    }
    const later = new Date(Date.now() + (defaultRetention.reportFileDays + 1) * 86_400_000);
    jest.spyOn(desk.app.services.get(Clock), 'now').mockReturnValue(later);
    const files = desk.app.services.get(FileRepository);
    jest.spyOn(files, 'remove').mockRejectedValueOnce(new Error('broken'));
    const left = async () => {
      let count = 0;
      for (const kind of [REPORT_FILE, REPORT_SNAPSHOT]) {
        for await (const batch of files.putBefore(kind, new Date(Date.now() + 1000), 100)) count += batch.length;
      }
      return count;
    };
    await desk.app.services.get(ReportJobs).sweep();
    expect(await left()).toBe(1);
    await desk.app.services.get(ReportJobs).sweep();
    expect(await left()).toBe(0);
    jest.restoreAllMocks();
  });

  it('loses its file at the end of the retention, and stays in the history', async () => {
    await desk.app.as(desk.head).post('/api/reports/generate-excel').send(body()).expect(200);
    const [report] = await history();
    const path = `/api/reports/history/${report?._id ?? ''}`;
    const sweep = async (days: number) => {
      jest.spyOn(desk.app.services.get(Clock), 'now').mockReturnValue(new Date(Date.now() + days * 86_400_000));
      await desk.app.services.get(ReportJobs).sweep();
      jest.restoreAllMocks();
    };
    await sweep(defaultRetention.reportFileDays - 1);
    await desk.app.as(desk.head).get(`${path}/file`).expect(200);
    await sweep(defaultRetention.reportFileDays + 1);
    const kept: string[] = [];
    for (const kind of [REPORT_FILE, REPORT_SNAPSHOT]) {
      const files = desk.app.services.get(FileRepository).putBefore(kind, new Date(Date.now() + 1000), 100);
      for await (const batch of files) kept.push(...batch.map(({ owner }) => owner.toHexString()));
    }
    expect(kept).toEqual([]);
    // The file does not come back with a retention that would have kept it.
    const [after] = await history();
    expect(after).toMatchObject({ _id: report?._id, actions: {} });
    for (const part of ['file', 'drift']) {
      const gone = await desk.app.as(desk.head).get(`${path}/${part}`).expect(404);
      expect(gone.body).toMatchObject({ code: 'REPORT_FILE_GONE' });
    }
  });

  it('runs with the rights of whoever saved its schedule last', async () => {
    const schedules = (person: typeof desk.head) => desk.app.as(person);
    const created = await schedules(desk.head)
      .post('/api/reports/schedules')
      .send({ name: 'Each day', kind: 'financial', laboratoryId: desk.laboratory.id, frequency: 'daily' })
      .expect(201);
    const { _id, version, owner } = (created.body as { data: ReportSchedule }).data;
    expect(owner.name).toBe(desk.head.user.name);
    const path = `/api/reports/schedules/${_id}`;
    await schedules(desk.otherHead).put(path).send({ frequency: 'weekly', version }).expect(200);
    await schedules(desk.head).put(path).send({ active: false, version }).expect(409);
    const read = await schedules(desk.head).get(path).expect(200);
    const { data } = read.body as { data: ReportSchedule };
    expect(data).toMatchObject({ owner: { _id: desk.otherHead.id }, frequency: 'weekly', version: version + 1 });
    expect(Object.keys(data.actions)).toEqual(['edit', 'pause', 'remove']);
    await schedules(desk.head).delete(`${path}?version=${data.version}`).expect(200);
    await schedules(desk.head).get(path).expect(404);
  });

  it('is produced once for each period of a schedule, whichever process comes first', async () => {
    const created = await desk.app
      .as(desk.head)
      .post('/api/reports/schedules')
      .send({ name: 'Each month', kind: 'financial', laboratoryId: desk.laboratory.id, frequency: 'monthly' })
      .expect(201);
    const { _id, version } = (created.body as { data: ReportSchedule }).data;
    const jobs = desk.app.services.get(ReportJobs);
    await Promise.all([jobs.runSchedules(), jobs.runSchedules()]);
    await jobs.runSchedules();
    const [report, ...others] = await history('?scheduled=true');
    expect(others).toEqual([]);
    const month = monthOf(addDays(monthOf(today).from, -1));
    expect(report).toMatchObject({
      ...month,
      status: 'done',
      scheduleName: 'Each month',
      by: { name: desk.head.user.name },
    });
    const notices = await desk.app.as(desk.otherHead).get('/api/notifications').expect(200);
    expect(JSON.stringify(notices.body)).toContain('A scheduled report is ready');

    // The owner loses the permission before the next month.
    const users = desk.app.services.get(UserRepository);
    await users.updateAt(
      LabScope.everywhere(),
      desk.head.id,
      1,
      { permissionOverrides: { 'transactions.view': false } },
      new Date(),
    );
    jest.spyOn(desk.app.services.get(Clock), 'now').mockReturnValue(new Date(Date.now() + 32 * 86_400_000));
    await jobs.runSchedules();
    jest.restoreAllMocks();
    const response = await desk.app.as(desk.otherHead).get('/api/reports/history?scheduled=true').expect(200);
    const [failed] = (response.body as { data: Report[] }).data;
    expect(failed).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('no longer has permission') as string,
    });
    await desk.app.as(desk.otherHead).delete(`/api/reports/schedules/${_id}?version=${version}`).expect(200);
  });
});
