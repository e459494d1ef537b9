import type { Failure, Report, ReportSchedule } from '@shifa/contract';
import { DomainError } from '../../platform/domain/domain-error';
import { LabScope } from '../../platform/domain/lab-scope';
import { newId, type ObjectId, objectId } from '../../platform/domain/object-id';
import type { Person } from '../../../test/test-app';
import { Clock } from '../../platform/time/clock';
import { noticesOf } from '../../../test/notifications';
import { type PreparedReport, ReportContents } from '../reports/report-contents.service';
import { ReportJobs } from '../reports/report-jobs';
import { ReportScheduleRepository } from '../reports/report.repository';
import { UserRepository } from '../staff/user.repository';
import { FinanceDesk } from '../../../test/finance/finance-desk';

describe('scheduled reports', () => {
  let desk: FinanceDesk;

  beforeAll(async () => {
    desk = await FinanceDesk.open();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    for await (const { _id } of schedules().active()) await schedules().remove(_id);
  });
  afterAll(() => desk.close());

  const schedules = () => desk.app.services.get(ReportScheduleRepository);
  const create = (person: Person, name: string, laboratoryId: string | null = desk.laboratory.id) =>
    desk.app
      .as(person)
      .post('/api/reports/schedules')
      .send({ name, kind: 'financial', laboratoryId, frequency: 'daily' });
  const add = async (owner: Person, count: number, laboratoryId: ObjectId | null = desk.laboratory._id) => {
    const now = new Date();
    const rows = Array.from({ length: count }, (_, index) => ({
      _id: newId(),
      name: `Schedule ${index}`,
      kind: 'financial' as const,
      laboratoryId,
      frequency: 'daily' as const,
      active: true,
      owner: { _id: objectId(owner.id), name: owner.user.name },
      lastPeriod: null,
      updatedBy: null,
      version: 1,
      createdAt: now,
      updatedAt: now,
    }));
    await schedules().insertMany(rows);
    return rows;
  };

  it('are limited to 20 of a person, also when many are created at once or taken over', async () => {
    await add(desk.head, 15);
    const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => create(desk.head, `Another ${index}`)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = answers.find(({ status }) => status !== 201);
    expect((refused?.body as Failure).message).toBe(
      'You already own 20 scheduled reports, the most for one person. Delete one you no longer need.',
    );
    const [other] = await add(desk.otherHead, 1);
    const path = `/api/reports/schedules/${other?._id.toHexString() ?? ''}`;
    const taken = await desk.app.as(desk.head).put(path).send({ frequency: 'weekly', version: 1 });
    expect((taken.body as Failure).code).toBe('REPORT_SCHEDULE_LIMIT');
    await desk.app.as(desk.otherHead).put(path).send({ frequency: 'weekly', version: 1 }).expect(200);
  });

  it('are edited by an owner of 20, who can pause, but not resume, those of others', async () => {
    const [own] = await add(desk.head, 20);
    const [other] = await add(desk.otherHead, 1);
    const put = (row: typeof own, body: object) =>
      desk.app
        .as(desk.head)
        .put(`/api/reports/schedules/${row?._id.toHexString() ?? ''}`)
        .send(body);
    for (const [index, change] of [{ active: false }, { active: true }, { name: 'Renamed' }].entries()) {
      await put(own, { ...change, version: index + 1 }).expect(200);
    }
    const paused = await put(other, { active: false, version: 1 }).expect(200);
    expect((paused.body as { data: ReportSchedule }).data).toMatchObject({
      active: false,
      owner: { _id: desk.otherHead.id },
      updatedBy: desk.head.user.name,
    });
    const resumed = await put(other, { active: true, version: 2 }).expect(409);
    expect((resumed.body as Failure).code).toBe('REPORT_SCHEDULE_LIMIT');
    await desk.app
      .as(desk.otherHead)
      .delete(`/api/reports/schedules/${other?._id.toHexString() ?? ''}?version=2`)
      .expect(200);
  });

  it('are limited to 50 of a laboratory', async () => {
    const third = await desk.app.person('super_admin');
    for (const owner of [desk.head, desk.otherHead]) await add(owner, 19);
    await add(third, 12);
    const refused = await create(desk.head, 'One more');
    expect((refused.body as Failure).message).toContain(`${desk.laboratory.name} already has 50 scheduled reports`);
    await create(desk.head, 'Of the network', null).expect(201);
  });

  it('run all of them, however many there are, and although each of them fails', async () => {
    const rows = await add(desk.head, 1_050);
    let tried = 0;
    jest.spyOn(ReportContents.prototype, 'prepare').mockImplementation(() => {
      tried += 1;
      return Promise.reject(new Error('This one fails'));
    });
    await desk.app.services.get(ReportJobs).runSchedules();
    expect(tried).toBe(rows.length);
    // Nothing was produced, so they are tried again.
    expect(await schedules().count(LabScope.everywhere(), { lastPeriod: null })).toBe(rows.length);
  });

  it.each([
    ['suspended', 'is suspended'],
    ['exited', 'has left'],
  ] as const)('of a person who is %s do not run, and say why', async (status, why) => {
    const owner = await desk.app.person('super_admin');
    const permissionOverrides = { 'reports.view': true, 'reports.export': true };
    const admin = await desk.app.person('lab_admin', { laboratoryId: desk.laboratory._id, permissionOverrides });
    for (const laboratoryId of [desk.laboratory._id, null]) await add(owner, 1, laboratoryId);
    const users = desk.app.services.get(UserRepository);
    await users.updateAt(LabScope.everywhere(), owner.id, 1, { status }, new Date());
    await desk.app.services.get(ReportJobs).runSchedules();
    const response = await desk.app.as(desk.otherHead).get('/api/reports/history?scheduled=true').expect(200);
    const [report] = (response.body as { data: Report[] }).data;
    expect(report).toMatchObject({ status: 'failed', reason: expect.stringContaining(why) as string });
    // The owner cannot read it.
    for (const person of [admin, desk.otherHead]) {
      const [notice] = await noticesOf(desk.app, person);
      expect(notice).toContain('A scheduled report failed: Schedule 0, ');
      expect(notice).toContain(why);
    }
  });

  it('of a person who has moved tell those who can save them', async () => {
    const permissionOverrides = { 'reports.view': true, 'reports.export': true };
    const here = { laboratoryId: desk.laboratory._id, permissionOverrides };
    const [owner, other] = [await desk.app.person('lab_admin', here), await desk.app.person('lab_admin', here)];
    await add(owner, 1);
    const { _id: laboratoryId } = await desk.app.laboratory();
    await desk.app.services
      .get(UserRepository)
      .updateAt(LabScope.everywhere(), owner.id, 1, { laboratoryId }, new Date());
    await desk.app.services.get(ReportJobs).runSchedules();
    const [notice] = await noticesOf(desk.app, other);
    expect(notice).toContain(`${owner.user.name} no longer has permission to generate this report.`);
  });

  it('tell their owner of failures once until one succeeds, and list the last one', async () => {
    const owner = await desk.app.person('super_admin');
    const [schedule] = await add(owner, 1);
    const path = `/api/reports/schedules/${schedule?._id.toHexString() ?? ''}`;
    const contents = desk.app.services.get(ReportContents);
    const prepare = contents.prepare.bind(contents);
    const noon = Date.now();
    const runOnDay = async (day: number, producer: (prepared: PreparedReport) => PreparedReport) => {
      jest.spyOn(desk.app.services.get(Clock), 'now').mockReturnValue(new Date(noon + day * 86_400_000));
      jest.spyOn(contents, 'prepare').mockImplementation(async (...of) => producer(await prepare(...of)));
      for (const _ of ['once', 'again']) await desk.app.services.get(ReportJobs).runSchedules();
      jest.restoreAllMocks();
      const response = await desk.app.as(owner).get(path).expect(200);
      const { lastFailure } = (response.body as { data: ReportSchedule }).data;
      const titles = (await noticesOf(desk.app, owner)).filter((notice) => notice.includes('scheduled report failed'));
      return { lastFailure, told: titles.length };
    };
    const refused = () => {
      throw new DomainError('EXPORT_TOO_LARGE', { message: 'The report is too large. Choose a shorter period.' });
    };
    const broken = ({ content, ...prepared }: PreparedReport) => {
      const rows = {
        [Symbol.iterator]: () => {
          throw new Error('The rows cannot be read');
        },
      };
      return { ...prepared, content: { ...content, tables: content.tables.map((table) => ({ ...table, rows })) } };
    };
    const works = (prepared: PreparedReport) => prepared;
    const generateIt = "Couldn't generate the report. Generate it again.";
    const tooLarge = 'The report is too large. Choose a shorter period.';
    expect(await runOnDay(0, broken)).toEqual({ lastFailure: generateIt, told: 1 });
    expect(await runOnDay(1, refused)).toEqual({ lastFailure: tooLarge, told: 1 });
    expect(await runOnDay(2, works)).toEqual({ lastFailure: null, told: 1 });
    expect(await runOnDay(3, refused)).toEqual({ lastFailure: tooLarge, told: 2 });
    expect(await runOnDay(4, broken)).toEqual({ lastFailure: generateIt, told: 2 });
    await desk.app.as(desk.otherHead).put(path).send({ name: 'Taken over', version: 1 }).expect(200);
    expect(await runOnDay(5, refused)).toEqual({ lastFailure: tooLarge, told: 2 });
    const [newest] = await noticesOf(desk.app, desk.otherHead);
    expect(newest).toMatch(
      /^system: A scheduled report failed: Taken over, .+: The report is too large\. .+ is on .+\.$/,
    );
  });

  it('of an archived laboratory are passed over', async () => {
    const laboratory = await desk.app.laboratory({ status: 'archived' });
    await add(desk.head, 1, laboratory._id);
    const prepare = jest.spyOn(ReportContents.prototype, 'prepare');
    await desk.app.services.get(ReportJobs).runSchedules();
    expect(prepare).not.toHaveBeenCalled();
  });
});
