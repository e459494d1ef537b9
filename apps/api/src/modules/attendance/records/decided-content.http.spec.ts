import type { AttendanceRecord } from '@shifa/contract';
import * as fc from 'fast-check';
import { objectId } from '../../../platform/domain/object-id';
import { effort } from '../../../../test/effort';
import type { Person } from '../../../../test/test-app';
import { AttendanceDesk, failureOf, recordOf } from '../../../../test/attendance/attendance-desk';
import { AttendanceRepository } from './record.repository';

const DAY = '2026-11-23';
const HERE = { latitude: 22.5726, longitude: 88.3639 };
const AWAY = { latitude: 22.6, longitude: 88.4, accuracy: 5 };
const requested = { workDate: DAY, segments: [{ in: `${DAY}T00:10`, out: `${DAY}T00:20` }], reason: 'I forgot it' };

/** What an approver sees of a day, without the decision. */
const contentOf = ({ segments, breaks, flags }: AttendanceRecord) => JSON.stringify({ segments, breaks, flags });

describe('a decision on a day', () => {
  let desk: AttendanceDesk;
  beforeAll(async () => {
    const location = { address: '', city: 'Kolkata', state: '', pincode: '', coordinates: HERE };
    desk = await AttendanceDesk.open('2026-11-23 08:00', { location });
    await desk.app
      .as(desk.head)
      .put(`/api/laboratories/${desk.laboratory.id}`)
      .send({ policies: { ...desk.laboratory.policies, attendance: { fenceRadiusMetres: 200 } }, version: 1 })
      .expect(200);
  });
  afterAll(() => desk.close());
  beforeEach(() => desk.at('2026-11-23 08:00'));

  const withdraw = (person: Person, { _id }: Pick<AttendanceRecord, '_id'>) =>
    desk.app.as(person).post(`/api/attendance/${_id}/withdraw-correction`).send({});

  /** A day with a request, then another stretch of work from home. */
  async function workedFromHomeDuringRequest(person: Person, approvedBefore: boolean): Promise<AttendanceRecord> {
    const { _id } = await desk.worked(person, `${DAY} 09:00`, `${DAY} 12:00`);
    if (approvedBefore) {
      await desk.correct(person, { ...requested, segments: [{ in: `${DAY}T08:30`, out: `${DAY}T12:00` }] }).expect(200);
      await desk.decide(desk.manager, { _id }).expect(200);
    }
    await desk.correct(person, requested).expect(200);
    desk.at(`${DAY} 12:10`);
    await desk.clockIn(person, { location: AWAY }).expect(200);
    desk.at(`${DAY} 17:00`);
    return recordOf(await desk.clockOut(person, { location: AWAY }).expect(200));
  }

  it.each([
    ['withdrawn', false],
    ['withdrawn', true],
    ['rejected', false],
    ['rejected', true],
  ] as const)('is needed for work during a request that is %s, approved before: %s', async (ending, approvedBefore) => {
    const person = await desk.staff();
    const record = await workedFromHomeDuringRequest(person, approvedBefore);
    const answer =
      ending === 'withdrawn'
        ? await withdraw(person, record).expect(200)
        : await desk.decide(desk.manager, record, { approved: false, reason: 'You were here' }).expect(200);
    const after = recordOf(answer);
    expect(after).toMatchObject({ approvalStatus: 'pending', decidedBy: null, decidedAt: null, correction: null });
    expect(after.flags).toContain('outside_fence');
    const waiting = await desk.read<AttendanceRecord[]>(desk.manager, `?waitingForMe=true&userId=${person.id}`);
    expect(waiting.map(({ _id }) => _id)).toEqual([record._id]);
  });

  it('stands when a later request is withdrawn and nothing else has changed', async () => {
    const person = await desk.staff();
    const record = await desk.worked(person, `${DAY} 09:00`, `${DAY} 20:00`);
    const approved = recordOf(await desk.decide(desk.manager, record).expect(200));
    await desk.correct(person, requested).expect(200);
    const after = recordOf(await withdraw(person, record).expect(200));
    expect(after).toMatchObject({ approvalStatus: 'approved', decidedBy: desk.manager.user.name });
    expect(after.decidedAt).toBe(approved.decidedAt);
  });

  it('that refused overtime does not refuse, or settle, what is worked afterwards', async () => {
    const person = await desk.staff();
    // Within the fence, so that nothing but the overtime is in question.
    const body = { location: { ...HERE, accuracy: 5 } };
    const worked = async (from: string, to: string) => {
      desk.at(`${DAY} ${from}`);
      await desk.clockIn(person, body).expect(200);
      desk.at(`${DAY} ${to}`);
      return recordOf(await desk.clockOut(person, body).expect(200));
    };
    const refused = { approved: false, reason: "It wasn't agreed" };
    const record = await worked('09:00', '20:00');
    expect(recordOf(await desk.decide(desk.manager, record, refused).expect(200)).overtimeMinutes).toBe(0);
    const after = await worked('20:10', '22:10');
    expect(after).toMatchObject({ approvalStatus: 'pending', flags: ['overtime'], decidedBy: null });
  });

  it('that was stored without its content holds for the content that is stored, and for no other', async () => {
    const records = desk.app.services.get(AttendanceRepository);
    const person = await desk.staff();
    const { _id } = await desk.worked(person, `${DAY} 09:00`, `${DAY} 20:00`);
    await desk.decide(desk.manager, { _id }).expect(200);
    await records['model'].updateOne({ _id: objectId(_id) }, { $unset: { decision: 1 } });
    await desk.correct(person, requested).expect(200);
    expect(recordOf(await withdraw(person, { _id }).expect(200)).approvalStatus).toBe('approved');
    await records['model'].updateOne({ _id: objectId(_id) }, { $unset: { decision: 1 } });
    await desk.correct(person, requested).expect(200);
    await desk.worked(person, `${DAY} 20:10`, `${DAY} 20:20`);
    expect(recordOf(await withdraw(person, { _id }).expect(200)).approvalStatus).toBe('pending');
  });

  it('without a version is on the day as it is when the request arrives', async () => {
    const person = await desk.staff();
    const record = await desk.worked(person, `${DAY} 09:00`, `${DAY} 20:00`);
    const answer = await desk.decide(desk.manager, record, { approved: true, version: record.version - 1 }).expect(409);
    expect(failureOf(answer).code).toBe('VERSION_CONFLICT');
  });

  it('cannot be lowered by any sequence of steps about what nobody decided on', async () => {
    const step = fc.constantFrom(
      ...(['punch', 'punchAway', 'break', 'request', 'withdraw', 'reject', 'approve', 'edit'] as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const person = await desk.staff();
        const decided = new Map<string, string>();
        let wasAway = false;
        let minutes = 9 * 60;
        let record: AttendanceRecord | undefined;
        for (const name of steps) {
          minutes += 7;
          desk.at(
            `${DAY} ${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`,
          );
          const path = `/api/attendance/${record?._id ?? 'none'}`;
          const location = name === 'punchAway' ? AWAY : { ...HERE, accuracy: 5 };
          const post = (to: string) => desk.app.as(person).post(`/api/attendance/${to}`).send({});
          const punch = () => (record?.open ? desk.clockOut(person, { location }) : desk.clockIn(person, { location }));
          const perform = {
            punch,
            punchAway: punch,
            break: () => post(record?.onBreak ? 'break-end' : 'break-start'),
            request: () => desk.correct(person, requested),
            withdraw: () => desk.app.as(person).post(`${path}/withdraw-correction`).send({}),
            reject: () => desk.app.as(desk.admin).put(`${path}/approve`).send({ approved: false, reason: 'Not seen' }),
            approve: () => desk.app.as(desk.admin).put(`${path}/approve`).send({ approved: true }),
            edit: () =>
              desk.app
                .as(desk.manager)
                .put(path)
                .send({ ...requested, version: record?.version }),
          }[name];
          const answer = await perform();
          expect(answer.status).toBeLessThan(500);
          if (answer.status >= 300) continue;
          const wasRequest = Boolean(record?.correction);
          record = recordOf(answer);
          if (name === 'punchAway') wasAway = true;
          if (name === 'approve') decided.set(contentOf(record), 'approved');
          if (name === 'reject' && !wasRequest) decided.set(contentOf(record), 'rejected');
          const { approvalStatus, flags, open, correction } = record;
          if (wasAway) expect(flags).toContain('outside_fence');
          if (open) continue;
          if (correction) expect(approvalStatus).toBe('pending');
          else if (approvalStatus === 'not_required') expect(flags).toEqual([]);
          else if (approvalStatus !== 'pending') expect(decided.get(contentOf(record))).toBe(approvalStatus);
        }
      }),
      { seed: 20_261_124, numRuns: effort(100, 8) },
    );
  });
});
