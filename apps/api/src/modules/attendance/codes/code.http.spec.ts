import { AttendanceDesk, failureOf, recordOf } from '../../../../test/attendance/attendance-desk';
import { AttendanceBookRepository } from './attendance-book.repository';
import { signed, windowAt } from './wall-codes';

describe('codes on the wall', () => {
  let desk: AttendanceDesk;
  beforeAll(async () => {
    desk = await AttendanceDesk.open('2026-11-24 08:00');
  });
  afterAll(() => desk.close());
  beforeEach(() => desk.at('2026-11-24 09:00'));

  it('clock a person in and out', async () => {
    const person = await desk.staff();
    const { token, url, svg, refreshInMs, expiresAt } = await desk.code();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/attendance\?code=/);
    expect(url.endsWith(token)).toBe(true);
    expect(svg).toMatch(/^<svg/);
    expect({ refreshInMs, expiresAt }).toEqual({ refreshInMs: 30_000, expiresAt: '2026-11-24T03:30:30.000Z' });
    const record = recordOf(await desk.clockIn(person, { qrToken: token }).expect(200));
    expect(record.clockIn).toMatchObject({ method: 'qr' });
    expect(record.flags).toEqual([]);
    await desk.clockOut(person, { qrToken: token }).expect(200);
  });

  it('are accepted in their window and the next one', async () => {
    const { token } = await desk.code();
    desk.at('2026-11-24 09:00:59');
    await desk.clockIn(await desk.staff(), { qrToken: token }).expect(200);
    desk.at('2026-11-24 09:01:00');
    const refused = failureOf(await desk.clockIn(await desk.staff(), { qrToken: token }).expect(400));
    expect(refused).toMatchObject({
      code: 'CODE_EXPIRED',
      message: 'This code has expired. Scan the current code on the display.',
      errors: [{ field: 'qrToken' }],
    });
  });

  it('raise a flag when they are used at the last moment', async () => {
    const { token } = await desk.code();
    desk.at('2026-11-24 09:00:50');
    const record = recordOf(await desk.clockIn(await desk.staff(), { qrToken: token }).expect(200));
    expect(record.flags).toEqual(['late_scan']);
  });

  it('cannot be used twice for the same action', async () => {
    const person = await desk.staff();
    const { token } = await desk.code();
    await desk.clockIn(person, { qrToken: token }).expect(200);
    await desk.clockOut(person, { qrToken: token }).expect(200);
    const refused = failureOf(await desk.clockIn(person, { qrToken: token }).expect(409));
    expect(refused).toMatchObject({ code: 'CODE_REUSED' });
    expect(refused.message).toBe('You have already used this code. Wait for the next one.');
  });

  it('are refused in the same way when people clock out', async () => {
    const other = await desk.app.laboratory();
    const [person, elsewhere] = [await desk.staff(), await desk.staff({ laboratoryId: other._id })];
    const { token } = await desk.code();
    const codeOf = async (by: typeof person, qrToken: string) => failureOf(await desk.clockOut(by, { qrToken })).code;
    for (const one of [person, elsewhere]) await desk.clockIn(one, {}).expect(200);
    expect(await codeOf(person, 'x'.repeat(20))).toBe('CODE_INVALID');
    expect(await codeOf(elsewhere, token)).toBe('CODE_OF_OTHER_LABORATORY');
    await desk.clockOut(person, { qrToken: token }).expect(200);
    await desk.clockIn(person, {}).expect(200);
    expect(await codeOf(person, token)).toBe('CODE_REUSED');
    desk.at('2026-11-24 09:01:00');
    expect(await codeOf(person, token)).toBe('CODE_EXPIRED');
  });

  it('of another laboratory are refused', async () => {
    const other = await desk.app.laboratory();
    const elsewhere = await desk.staff({ laboratoryId: other._id });
    const { token } = await desk.code();
    const refused = failureOf(await desk.clockIn(elsewhere, { qrToken: token }).expect(400));
    expect(refused.code).toBe('CODE_OF_OTHER_LABORATORY');
    const later = { action: 'clock_in', qrToken: token };
    const offline = await desk.app.as(elsewhere).post('/api/attendance/offline-punches').send(later).expect(400);
    expect(failureOf(offline).code).toBe('CODE_OF_OTHER_LABORATORY');
  });

  it('are refused with any byte altered', async () => {
    const person = await desk.staff();
    const { token } = await desk.code();
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === '7' ? '8' : '7';
      const altered = `${token.slice(0, index)}${other}${token.slice(index + 1)}`;
      expect(failureOf(await desk.clockIn(person, { qrToken: altered }).expect(400)).code).toBe('CODE_INVALID');
    }
    expect((await desk.state(person)).state).toBe('out');
  });

  it.each(['', 'x', '..', 'a.b.c', `${'6'.repeat(24)}.1.x`, 'é'.repeat(60)])('are refused as %j', async (qrToken) => {
    const person = await desk.staff();
    expect(failureOf(await desk.clockIn(person, { qrToken }).expect(400)).code).toBe('CODE_INVALID');
  });

  it('of the future are refused', async () => {
    const now = new Date('2026-11-24T03:30:00Z');
    const secret = await desk.app.services.get(AttendanceBookRepository).getOrCreateSecret(desk.laboratory._id, now);
    const token = signed({ laboratoryId: desk.laboratory.id, window: windowAt(now) + 1 }, secret);
    const person = await desk.staff();
    expect(failureOf(await desk.clockIn(person, { qrToken: token }).expect(400)).code).toBe('CODE_INVALID');
  });

  it('cannot be read by those who see only their own attendance', async () => {
    const person = await desk.staff();
    await desk.app.as(person).get('/api/attendance/qr-code').expect(403);
  });

  it('differ between laboratories', async () => {
    const other = await desk.app.laboratory();
    const admin = await desk.app.person('lab_admin', { laboratoryId: other._id });
    const [here, there] = [await desk.code(), await desk.code(admin)];
    expect(here.token.split('.')[1]).toBe(there.token.split('.')[1]);
    expect(here.token.split('.')[2]).not.toBe(there.token.split('.')[2]);
  });
});

describe('a scan made offline', () => {
  let desk: AttendanceDesk;
  beforeAll(async () => {
    desk = await AttendanceDesk.open('2026-11-24 08:00');
  });
  afterAll(() => desk.close());

  const send = (person: { token: string }, action: 'clock_in' | 'clock_out', qrToken: string) =>
    desk.app.as(person).post('/api/attendance/offline-punches').send({ action, qrToken });

  it('counts once, at the time of the code, and needs approval', async () => {
    const person = await desk.staff();
    desk.at('2026-11-24 09:00:12');
    const morning = (await desk.code()).token;
    desk.at('2026-11-24 18:00:20');
    const evening = (await desk.code()).token;
    desk.at('2026-11-24 21:00');
    const entered = recordOf(await send(person, 'clock_in', morning).expect(200));
    expect(entered).toMatchObject({ clockIn: { at: '2026-11-24T03:30:00.000Z', method: 'qr' }, open: true });
    const repeated = await Promise.all([1, 2, 3].map(() => send(person, 'clock_in', morning)));
    expect(repeated.map((answer) => [answer.status, recordOf(answer)._id])).toEqual(Array(3).fill([200, entered._id]));
    const left = recordOf(await send(person, 'clock_out', evening).expect(200));
    expect(left).toMatchObject({ workedMinutes: 480, approvalStatus: 'pending', flags: ['offline_punch'] });
    expect(left.segments).toHaveLength(1);
    expect(recordOf(await send(person, 'clock_out', evening).expect(200)).version).toBe(left.version);
  });

  it('ends a day that has closed itself in the meantime', async () => {
    const person = await desk.staff();
    desk.at('2026-11-24 09:00');
    await desk.clockIn(person).expect(200);
    desk.at('2026-11-24 18:00');
    const evening = (await desk.code()).token;
    desk.at('2026-11-24 23:00');
    await desk.runJobs();
    expect((await desk.state(person)).record?.status).toBe('missed_clock_out');
    const left = recordOf(await send(person, 'clock_out', evening).expect(200));
    expect(left).toMatchObject({ status: 'present', workedMinutes: 480, flags: ['offline_punch'] });
  });

  it('turns an absence into a day at work', async () => {
    const person = await desk.staff();
    desk.at('2026-11-24 09:00');
    const morning = (await desk.code()).token;
    desk.at('2026-11-25 08:00');
    await desk.runJobs();
    const [absent] = await desk.read<{ _id: string; status: string }[]>(person, '/me');
    expect(absent).toMatchObject({ status: 'absent' });
    const entered = recordOf(await send(person, 'clock_in', morning).expect(200));
    expect(entered).toMatchObject({ _id: absent?._id, workDate: '2026-11-24', open: true });
    await desk.runJobs();
    expect(await desk.get(entered._id)).toMatchObject({ status: 'missed_clock_out', approvalStatus: 'pending' });
  });

  it('is refused after three days, and where it contradicts other times', async () => {
    const person = await desk.staff();
    desk.at('2026-11-24 10:00');
    const { token } = await desk.code();
    await desk.worked(person, '2026-11-24 11:00', '2026-11-24 12:00');
    expect(failureOf(await send(person, 'clock_in', token).expect(409)).code).toBe('OFFLINE_PUNCH_IMPOSSIBLE');
    expect(failureOf(await send(person, 'clock_out', token).expect(409)).code).toBe('NOT_CLOCKED_IN');
    desk.at('2026-11-27 10:00');
    expect(failureOf(await send(await desk.staff(), 'clock_in', token).expect(400)).code).toBe('CODE_EXPIRED');
  });
});
