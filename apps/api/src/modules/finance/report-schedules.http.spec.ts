import type { Failure, Report } from '@shifa/contract';
import { LabScope } from '../../platform/domain/lab-scope';
import { newId, objectId } from '../../platform/domain/object-id';
import type { Person } from '../../../test/test-app';
import { ReportContents } from '../reports/report-contents.service';
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
  const add = async (owner: Person, count: number, laboratoryId = desk.laboratory._id) => {
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
    await add(owner, 1);
    const users = desk.app.services.get(UserRepository);
    await users.updateAt(LabScope.everywhere(), owner.id, 1, { status }, new Date());
    await desk.app.services.get(ReportJobs).runSchedules();
    const response = await desk.app.as(desk.otherHead).get('/api/reports/history?scheduled=true').expect(200);
    const [report] = (response.body as { data: Report[] }).data;
    expect(report).toMatchObject({ status: 'failed', reason: expect.stringContaining(why) as string });
  });

  it('of an archived laboratory are passed over, and their next run is a coming one', async () => {
    const laboratory = await desk.app.laboratory({ status: 'archived' });
    const [schedule] = await add(desk.head, 1, laboratory._id);
    const prepare = jest.spyOn(ReportContents.prototype, 'prepare');
    await desk.app.services.get(ReportJobs).runSchedules();
    expect(prepare).not.toHaveBeenCalled();
    expect(await schedules().count(LabScope.everywhere(), { _id: schedule?._id, lastPeriod: null })).toBe(0);
  });
});
