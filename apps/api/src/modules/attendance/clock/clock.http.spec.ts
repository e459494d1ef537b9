import { type AuditEntry, MAX_PUNCHED_BREAKS, MAX_PUNCHED_SEGMENTS } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { DomainEvents } from '../../../platform/events/domain-events';
import { objectId } from '../../../platform/domain/object-id';
import { overtimeWorked } from '../records/record';
import {
  AttendanceDesk,
  DAY_SHIFT,
  failureOf,
  NIGHT_SHIFT,
  recordOf,
} from '../../../../test/attendance/attendance-desk';

describe('clocking in and out', () => {
  let desk: AttendanceDesk;
  beforeAll(async () => {
    desk = await AttendanceDesk.open('2026-11-24 08:00');
  });
  afterAll(() => desk.close());

  it('records a day at the time of the server', async () => {
    const person = await desk.staff();
    desk.at('2026-11-24 09:10');
    const entered = recordOf(await desk.clockIn(person, { notes: 'Metro was late' }).expect(200));
    expect(entered).toMatchObject({
      userId: { _id: person.id },
      workDate: '2026-11-24',
      open: true,
      status: 'present',
      approvalStatus: 'not_required',
      clockIn: { at: '2026-11-24T03:40:00.000Z', method: 'web' },
      shift: { start: '09:00', end: '18:00', timezone: 'Asia/Kolkata', graceLateMinutes: 15 },
      notes: 'Metro was late',
    });
    desk.at('2026-11-24 18:05');
    const left = recordOf(await desk.clockOut(person).expect(200));
    expect(left).toMatchObject({ open: false, workedMinutes: 475, lateMinutes: 0, overtimeMinutes: 0 });
  });

  it('is possible so often on a day, and the audit log grows by the change alone', async () => {
    const person = await desk.staff();
    const minute = (index: number) =>
      `2026-11-24 ${10 + Math.floor(index / 60)}:${String(index % 60).padStart(2, '0')}`;
    let last = '';
    for (let index = 0; index < 2 * MAX_PUNCHED_SEGMENTS; index += 2) {
      last = (await desk.worked(person, minute(index), minute(index + 1)))._id;
    }
    desk.at('2026-11-24 13:00');
    expect(failureOf(await desk.clockIn(person).expect(409))).toMatchObject({
      code: 'DAY_FULL',
      message: 'You have clocked in 50 times on this day, the most a day can hold. Ask your manager to enter the rest.',
    });
    const now = '2026-11-24T07:30:00.000Z';
    const tap = { action: 'clock_in', punchId: 'tap-on-a-full-day', tappedAt: now, sentAt: now };
    const offline = await desk.app.as(person).post('/api/attendance/offline-punches').send(tap).expect(409);
    expect(failureOf(offline).code).toBe('DAY_FULL');
    const history = await desk.read<AuditEntry[]>(desk.admin, `/${last}/history?limit=1`);
    const segments = history[0]?.changes.find(({ field }) => field === 'segments');
    expect(segments).toMatchObject({ before: [{ clockOut: null }], after: [{}], entries: true });
    expect([segments?.before, segments?.after].map((list) => (list as unknown[]).length)).toEqual([1, 1]);
  });

  it('holds so many breaks a day', async () => {
    const person = await desk.staff();
    desk.at('2026-11-24 10:00');
    const { _id } = recordOf(await desk.clockIn(person).expect(200));
    const breaks = Array.from({ length: MAX_PUNCHED_BREAKS }, (_, index) => {
      const [start, end] = [index, index + 1].map((seconds) => new Date(Date.UTC(2026, 10, 24, 4, 31, seconds)));
      return { start, end };
    });
    const database = desk.app.services.get<Connection>(getConnectionToken());
    await database.collection('attendance').updateOne({ _id: objectId(_id) }, { $set: { breaks } });
    desk.at('2026-11-24 11:00');
    const answer = await desk.app.as(person).post('/api/attendance/break-start').expect(409);
    expect(failureOf(answer)).toMatchObject({ code: 'DAY_FULL' });
  });

  it('marks a late arrival, and overtime for approval', async () => {
    const person = await desk.staff();
    const record = await desk.worked(person, '2026-11-24 09:16', '2026-11-24 20:00');
    expect(record).toMatchObject({ status: 'late', lateMinutes: 16, overtimeMinutes: 90, approvalStatus: 'pending' });
    expect(record.flags).toEqual(['overtime']);
    expect(record.calculation).toMatchObject({ expectedMinutes: 480, presentMinutes: 644, breakMinutes: 60 });
  });

  it('keeps a night shift across the end of a month on its first day', async () => {
    const person = await desk.staff({ shift: NIGHT_SHIFT });
    const record = await desk.worked(person, '2026-11-30 21:50', '2026-12-01 06:05');
    expect(record).toMatchObject({ workDate: '2026-11-30', status: 'present', workedMinutes: 465 });
    desk.at('2026-11-24 12:00');
  });

  it('takes up the same day again after a clock-out', async () => {
    const person = await desk.staff();
    const first = await desk.worked(person, '2026-11-24 09:00', '2026-11-24 12:00');
    const second = await desk.worked(person, '2026-11-24 13:00', '2026-11-24 18:00');
    expect(second._id).toBe(first._id);
    expect(second).toMatchObject({ workedMinutes: 480, status: 'present' });
    expect(second.segments).toHaveLength(2);
  });

  it('records breaks', async () => {
    const person = await desk.staff();
    desk.at('2026-11-24 09:00');
    await desk.clockIn(person).expect(200);
    desk.at('2026-11-24 12:00');
    const breaks = (which: string) => desk.app.as(person).post(`/api/attendance/break-${which}`);
    expect(failureOf(await breaks('end').expect(409)).code).toBe('NOT_ON_BREAK');
    expect(recordOf(await breaks('start').expect(200)).onBreak).toBe(true);
    expect(failureOf(await breaks('start').expect(409)).code).toBe('ALREADY_ON_BREAK');
    expect((await desk.state(person)).state).toBe('on_break');
    desk.at('2026-11-24 13:30');
    await breaks('end').expect(200);
    desk.at('2026-11-24 18:00');
    expect(recordOf(await desk.clockOut(person).expect(200))).toMatchObject({ workedMinutes: 450 });
  });

  it('refuses a second clock-in with the open record, and a clock-out without one', async () => {
    const person = await desk.staff();
    expect(failureOf(await desk.clockOut(person).expect(409)).code).toBe('NOT_CLOCKED_IN');
    const open = recordOf(await desk.clockIn(person).expect(200));
    const refused = failureOf(await desk.clockIn(person).expect(409));
    expect(refused).toMatchObject({ code: 'ALREADY_CLOCKED_IN', conflict: { current: { _id: open._id } } });
  });

  it('makes one record of fifty clock-ins at once', async () => {
    const person = await desk.staff();
    const answers = await Promise.all(Array.from({ length: 50 }, () => desk.clockIn(person)));
    const [entered, ...others] = answers.toSorted((a, b) => a.status - b.status);
    expect(entered?.status).toBe(200);
    for (const other of others) {
      expect(other.status).toBe(409);
      expect(failureOf(other).conflict?.current).toMatchObject({ userId: { _id: person.id }, open: true });
    }
    expect(await desk.read<unknown[]>(person, '/me')).toHaveLength(1);
  });

  it('answers a repeated request as the first one', async () => {
    const person = await desk.staff();
    const send = () => desk.clockIn(person).set('Idempotency-Key', 'a-tap-on-a-slow-phone');
    expect(recordOf(await send().expect(200))).toEqual(recordOf(await send().expect(200)));
  });

  it('shows the state of the clock', async () => {
    const person = await desk.staff();
    desk.at('2026-11-24 08:30');
    expect(await desk.state(person)).toMatchObject({
      state: 'out',
      record: null,
      today: '2026-11-24',
      dayKind: 'working',
      shift: { start: '09:00' },
      startsAt: '2026-11-24T03:30:00.000Z',
      actions: { clockIn: { allowed: true } },
    });
    await desk.clockIn(person).expect(200);
    expect(await desk.state(person)).toMatchObject({ state: 'in', record: { open: true } });
  });

  it('announces overtime again only where a day that is taken up again ends with other overtime', async () => {
    const person = await desk.staff();
    const announced: number[] = [];
    desk.app.services.get(DomainEvents).within(overtimeWorked, ({ userId, overtimeMinutes }) => {
      if (userId.toHexString() === person.id) announced.push(overtimeMinutes);
      return Promise.resolve();
    });
    await desk.worked(person, '2026-11-24 09:00', '2026-11-24 20:00');
    await desk.worked(person, '2026-11-24 20:05', '2026-11-24 20:10');
    expect(announced).toEqual([120]);
    await desk.worked(person, '2026-11-24 20:20', '2026-11-24 21:20');
    expect(announced).toEqual([120, 180]);
    desk.at('2026-11-24 12:00');
  });

  it('counts all work on a day off as overtime', async () => {
    const person = await desk.staff({ shift: { ...DAY_SHIFT, weekdays: [1, 3, 4, 5, 6] } });
    const record = await desk.worked(person, '2026-11-24 10:00', '2026-11-24 13:20');
    expect(record).toMatchObject({ dayKind: 'weekly_off', overtimeMinutes: 195, flags: ['holiday_work'] });
  });

  it('refuses a clock-in to a suspended laboratory, and never a clock-out', async () => {
    const laboratory = await desk.app.laboratory();
    const person = await desk.staff({ laboratoryId: laboratory._id });
    const other = await desk.staff({ laboratoryId: laboratory._id });
    await desk.clockIn(person).expect(200);
    await desk.app
      .as(desk.head)
      .put(`/api/laboratories/${laboratory.id}`)
      .send({ status: 'suspended', version: 1 })
      .expect(200);
    expect(failureOf(await desk.clockIn(other).expect(409)).code).toBe('LABORATORY_SUSPENDED');
    await desk.clockOut(person).expect(200);
  });

  it('needs a laboratory of people who belong to none', async () => {
    expect(failureOf(await desk.clockIn(desk.head).expect(400)).errors[0]?.field).toBe('laboratoryId');
    await desk.clockIn(desk.head, { laboratoryId: desk.laboratory.id }).expect(200);
    const person = await desk.staff();
    const elsewhere = await desk.app.laboratory();
    await desk.clockIn(person, { laboratoryId: elsewhere.id }).expect(404);
  });
});
