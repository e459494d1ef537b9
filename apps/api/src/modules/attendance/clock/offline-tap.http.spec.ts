import type { OfflinePunchBody } from '@shifa/contract';
import { AttendanceDesk, failureOf, instant, recordOf } from '../../../../test/attendance/attendance-desk';

type Person = Awaited<ReturnType<AttendanceDesk['staff']>>;

describe('a tap without a network', () => {
  let desk: AttendanceDesk;
  beforeAll(async () => {
    desk = await AttendanceDesk.open('2026-11-24 08:00');
  });
  afterAll(() => desk.close());
  beforeEach(() => desk.at('2026-11-24 12:00'));

  const send = (person: Person, body: Partial<OfflinePunchBody>) =>
    desk.app.as(person).post('/api/attendance/offline-punches').send(body);
  let taps = 0;
  const tap = (action: OfflinePunchBody['action'], tapped: string, sent = '2026-11-24 12:00') => ({
    action,
    punchId: `tap-number-${(taps += 1)}`,
    tappedAt: instant(tapped).toISOString(),
    sentAt: instant(sent).toISOString(),
  });

  it('counts at the time that passed on the phone, says when it was received, and needs approval', async () => {
    const person = await desk.staff();
    const entered = recordOf(await send(person, tap('clock_in', '2026-11-24 09:00')).expect(200));
    expect(entered).toMatchObject({
      open: true,
      flags: ['offline_tap'],
      clockIn: { at: '2026-11-24T03:30:00.000Z', method: 'web', receivedAt: '2026-11-24T06:30:00.000Z' },
    });
    desk.at('2026-11-24 18:00');
    const left = recordOf(await desk.clockOut(person).expect(200));
    expect(left).toMatchObject({ approvalStatus: 'pending', flags: ['offline_tap'], workedMinutes: 480 });
    expect(left.clockOut).not.toHaveProperty('receivedAt');
  });

  it('counts rightly where the clock of the phone is three days slow', async () => {
    const slow = tap('clock_in', '2026-11-21 09:00', '2026-11-21 12:00');
    const entered = recordOf(await send(await desk.staff(), slow).expect(200));
    expect(entered.clockIn?.at).toBe('2026-11-24T03:30:00.000Z');
  });

  it('counts once, however often it is sent at once', async () => {
    const person = await desk.staff();
    const body = tap('clock_in', '2026-11-24 09:00');
    const answers = await Promise.all(Array.from({ length: 16 }, () => send(person, body)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(16).fill(200));
    expect(new Set(answers.map((answer) => recordOf(answer)._id)).size).toBe(1);
    expect((await desk.state(person)).record?.segments).toHaveLength(1);
    await desk.clockOut(person).expect(200);
    expect(recordOf(await send(person, body).expect(200)).segments).toHaveLength(1);
  });

  it('is what was recorded, if only the answer was lost', async () => {
    const person = await desk.staff();
    const body = tap('clock_in', '2026-11-24 11:59');
    const first = desk.clockIn(person).set('Idempotency-Key', body.punchId);
    const recorded = recordOf(await first.expect(200));
    const found = recordOf(await send(person, body).expect(200));
    expect(found).toMatchObject({ _id: recorded._id, version: recorded.version, flags: [] });
    const out = tap('clock_out', '2026-11-24 12:00');
    desk.at('2026-11-24 18:00');
    await desk.clockOut(person).set('Idempotency-Key', out.punchId).expect(200);
    expect(recordOf(await send(person, out).expect(200))).toMatchObject({ open: false, workedMinutes: 300, flags: [] });
  });

  it('is somebody else’s under the same name', async () => {
    const [first, second] = [await desk.staff(), await desk.staff()];
    const body = tap('clock_in', '2026-11-24 09:00');
    const [one, other] = [await send(first, body).expect(200), await send(second, body).expect(200)];
    expect(recordOf(one)._id).not.toBe(recordOf(other)._id);
  });

  it('is refused after three days, backwards in time, against other times, and without what identifies it', async () => {
    const person = await desk.staff();
    const old = await send(person, tap('clock_in', '2026-11-21 12:00')).expect(400);
    expect(failureOf(old)).toMatchObject({ code: 'OFFLINE_PUNCH_TOO_OLD', errors: [{ field: 'tappedAt' }] });
    const future = await send(person, tap('clock_in', '2026-11-24 12:01')).expect(400);
    expect(failureOf(future).errors).toMatchObject([{ field: 'tappedAt' }]);
    await send(person, tap('clock_out', '2026-11-24 09:00')).expect(409);
    await send(person, { action: 'clock_in' }).expect(400);
    await send(person, { action: 'clock_in', punchId: 'without-a-time' }).expect(400);
    await desk.worked(person, '2026-11-24 10:00', '2026-11-24 12:00');
    const within = await send(person, tap('clock_in', '2026-11-24 11:00')).expect(409);
    expect(failureOf(within).code).toBe('OFFLINE_PUNCH_IMPOSSIBLE');
  });

  it('ends the session that closed itself meanwhile, although another one is open by now', async () => {
    const person = await desk.staff();
    desk.at('2026-11-24 09:00');
    await desk.clockIn(person).expect(200);
    desk.at('2026-11-24 22:00');
    await desk.runJobs();
    desk.at('2026-11-25 09:00');
    await desk.clockIn(person).expect(200);
    const late = tap('clock_out', '2026-11-24 18:00', '2026-11-25 09:00');
    expect(recordOf(await send(person, late).expect(200))).toMatchObject({
      workDate: '2026-11-24',
      open: false,
      workedMinutes: 480,
    });
    expect((await desk.state(person)).record).toMatchObject({ workDate: '2026-11-25', open: true });
    const before = tap('clock_out', '2026-11-23 18:00', '2026-11-25 09:00');
    expect(failureOf(await send(person, before).expect(409)).code).toBe('OFFLINE_PUNCH_IMPOSSIBLE');
  });
});
