import { LabScope } from '../../../platform/domain/lab-scope';
import type { Person } from '../../../../test/test-app';
import type { LaboratoryRow } from '../../laboratories/laboratories.port';
import { LeaveRepository } from '../leaves/leave.repository';
import { AttendanceRepository } from '../records/record.repository';
import { AttendanceDesk, failureOf, recordOf } from '../../../../test/attendance/attendance-desk';
import { interruptNextTransaction } from '../../../../test/interrupt';

type Answer = { status: number; body: unknown };
type Laboratory = LaboratoryRow & { id: string };
type Write = () => PromiseLike<Answer>;

jest.setTimeout(120_000);

/** Two transactions at once, each of which has read the laboratory before the other one writes. */
describe('a laboratory closes while', () => {
  let desk: AttendanceDesk;
  beforeAll(async () => {
    desk = await AttendanceDesk.open('2026-11-24 08:00');
  });
  afterAll(() => desk.close());

  const suspend = ({ id }: Laboratory) =>
    desk.app.as(desk.head).put(`/api/laboratories/${id}`).send({ status: 'suspended', version: 1 });
  const archive = ({ id }: Laboratory) => desk.app.as(desk.head).delete(`/api/laboratories/${id}`);
  /** Of attendance and of leave. */
  const recordsIn = async ({ id }: Laboratory) => {
    const scope = LabScope.ofLaboratory(id);
    const records = await desk.app.services.get(AttendanceRepository).count(scope, {});
    return records + (await desk.app.services.get(LeaveRepository).count(scope, {}));
  };

  const times = { segments: [{ in: '2026-11-23T09:00', out: '2026-11-23T18:00' }] };
  const reason = 'The phone was left at home';
  const writes: [string, (laboratory: Laboratory, person: Person) => Promise<Write>][] = [
    ['somebody clocks in', (_, person) => Promise.resolve(() => desk.clockIn(person))],
    [
      'somebody sends a scan that was made offline',
      async ({ _id }, person) => {
        const { token: qrToken } = await desk.code(await desk.app.person('manager', { laboratoryId: _id }));
        const body = { action: 'clock_in', qrToken };
        return () => desk.app.as(person).post('/api/attendance/offline-punches').send(body);
      },
    ],
    [
      'somebody enters a day by hand',
      (_, { id: userId }) =>
        Promise.resolve(() => desk.enter(desk.head, { userId, workDate: '2026-11-23', ...times, reason })),
    ],
    [
      'somebody asks for a correction',
      (_, person) => Promise.resolve(() => desk.correct(person, { workDate: '2026-11-23', ...times, reason })),
    ],
    [
      'somebody requests leave',
      (_, person) => {
        const body = { type: 'casual', from: '2026-11-26', to: '2026-11-26', reason: 'A wedding' };
        return Promise.resolve(() => desk.app.as(person).post('/api/attendance/leaves').send(body));
      },
    ],
  ];

  /** Runs the other work to its end within the transaction of the work, after its snapshot has begun. */
  async function interruptedBy(other: Write, work: Write): Promise<{ answer: Answer; other?: Answer }> {
    const answers: Answer[] = [];
    interruptNextTransaction(desk.app, async () => answers.push(await other()));
    return { answer: await work(), other: answers[0] };
  }

  it.each(writes)('%s: a suspension that ends first refuses it', async (_, prepare) => {
    const laboratory = await desk.app.laboratory();
    const write = await prepare(laboratory, await desk.staff({ laboratoryId: laboratory._id }));
    const { answer, other } = await interruptedBy(() => suspend(laboratory), write);
    expect(other?.status).toBe(200);
    expect(failureOf(answer).code).toBe('LABORATORY_SUSPENDED');
    expect(await recordsIn(laboratory)).toBe(0);
  });

  it.each(writes)('%s: it precedes a suspension that ends later', async (_, prepare) => {
    const laboratory = await desk.app.laboratory();
    const write = await prepare(laboratory, await desk.staff({ laboratoryId: laboratory._id }));
    const { answer, other } = await interruptedBy(write, () => suspend(laboratory));
    expect([200, 201]).toContain(other?.status);
    expect(answer.status).toBe(200);
    expect(await recordsIn(laboratory)).toBe(1);
  });

  it('a visitor clocks in: the archive that ends first refuses it, and one that ends later finds them', async () => {
    const [first, second] = [await desk.app.laboratory(), await desk.app.laboratory()];
    const clockIn = ({ id }: Laboratory) => desk.clockIn(desk.head, { laboratoryId: id });
    const refused = await interruptedBy(
      () => archive(first),
      () => clockIn(first),
    );
    expect(refused.other?.status).toBe(200);
    expect(failureOf(refused.answer).code).toBe('LABORATORY_ARCHIVED');
    const blocked = await interruptedBy(
      () => clockIn(second),
      () => archive(second),
    );
    expect(blocked.other?.status).toBe(200);
    expect(failureOf(blocked.answer).code).toBe('LABORATORY_HAS_BLOCKERS');
    await desk.clockOut(desk.head).expect(200);
  });

  it('nobody changes a record: afterwards they are refused', async () => {
    const laboratory = await desk.app.laboratory();
    const person = await desk.staff({ laboratoryId: laboratory._id });
    const body = { userId: person.id, workDate: '2026-11-23', ...times, reason };
    const { _id } = recordOf(await desk.enter(desk.head, body).expect(201));
    await suspend(laboratory).expect(200);
    const edited = desk.app
      .as(desk.head)
      .put(`/api/attendance/${_id}`)
      .send({ ...times, reason, version: 1 });
    expect(failureOf(await edited.expect(409)).code).toBe('LABORATORY_SUSPENDED');
    expect((await desk.get(_id, desk.head)).actions.edit).toMatchObject({ allowed: false });
  });

  it('fifty people clock in at once, each once', async () => {
    const people = await Promise.all(Array.from({ length: 50 }, () => desk.staff()));
    const answers = await Promise.all(
      people.map((person, index) => desk.clockIn(person).set('Idempotency-Key', `morning-of-person-${index}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
    const owners = answers.map((answer) => recordOf(answer).userId._id);
    expect(new Set(owners)).toEqual(new Set(people.map(({ id }) => id)));
    expect(await recordsIn(desk.laboratory)).toBe(50);
  });
});
