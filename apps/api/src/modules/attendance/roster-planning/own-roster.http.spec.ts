import type { CalendarLink, MyRoster, NewCalendarLink, ShiftType } from '@shifa/contract';
import ICAL from 'ical.js';
import { AttendanceDesk, failureOf } from '../../../../test/attendance/attendance-desk';
import { RosterDesk } from '../../../../test/attendance/roster-desk';
import type { Person } from '../../../../test/test-app';
import { calendarFile } from './calendar-file';

const MONDAY = '2026-11-30';
const TUESDAY = '2026-12-01';
const WEDNESDAY = '2026-12-02';
const LINK = '/api/attendance/roster/calendar-link';

describe('the own roster', () => {
  let desk: AttendanceDesk;
  let roster: RosterDesk;
  let night: ShiftType;
  let person: Person;
  beforeAll(async () => {
    desk = await AttendanceDesk.open(`${MONDAY} 08:00`, {
      holidays: [{ date: '2026-12-03', name: 'Founding day' }],
      name: 'Kolkata, Main',
    });
    roster = new RosterDesk(desk);
    night = await roster.shiftType({ code: 'N', name: 'Night', start: '22:00', end: '06:00', colour: 'indigo' });
  });
  beforeEach(async () => {
    person = await desk.staff();
  });
  afterAll(() => desk.close());

  const newLink = async (someone: Person) => {
    const answer = await desk.app.as(someone).post(LINK).expect(201);
    return (answer.body as { data: NewCalendarLink }).data.path;
  };
  const eventsAt = async (path: string) => {
    const answer = await desk.app.http.get(path).expect(200);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    const file = answer.text;
    expect(file.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    return new ICAL.Component(ICAL.parse(file) as unknown[])
      .getAllSubcomponents('vevent')
      .map((one) => new ICAL.Event(one));
  };

  it('says for each day what the person works and why', async () => {
    await roster.published(person, { [TUESDAY]: night._id, [WEDNESDAY]: 'off' });
    await roster.plan(person, { '2026-12-04': 'off' });
    const { days, laboratory } = await desk.read<MyRoster>(person, `/roster/me?from=${TUESDAY}&to=2026-12-04`);
    expect(laboratory).toMatchObject({ _id: desk.laboratory.id, timezone: 'Asia/Kolkata' });
    expect(days).toMatchObject([
      {
        day: TUESDAY,
        kind: 'working',
        source: 'roster',
        shift: {
          name: 'Night',
          code: 'N',
          colour: 'indigo',
          start: '22:00',
          end: '06:00',
          startsAt: '2026-12-01T16:30:00.000Z',
          endsAt: '2026-12-02T00:30:00.000Z',
        },
      },
      { day: WEDNESDAY, kind: 'weekly_off', source: 'roster', shift: null },
      { day: '2026-12-03', kind: 'holiday', source: 'person', shift: null, holiday: 'Founding day' },
      { day: '2026-12-04', kind: 'working', source: 'person', shift: { name: null, start: '09:00' } },
    ]);
    const long = await desk.app.as(person).get(`/api/attendance/roster/me?from=${MONDAY}&to=2027-03-01`).expect(400);
    expect(failureOf(long).errors).toEqual([{ field: 'to', message: 'At most 62 days at once' }]);
    const head = await desk.app.as(desk.head).get(`/api/attendance/roster/me?from=${MONDAY}&to=${MONDAY}`).expect(400);
    expect(failureOf(head).message).toBe("You aren't assigned to a laboratory, so you have no roster");
  });

  it('is a calendar that keeps its events when they change', async () => {
    await roster.published(person, { [TUESDAY]: night._id, [WEDNESDAY]: 'off' });
    const path = await newLink(person);
    const [event, ...others] = await eventsAt(path);
    expect(others).toEqual([]);
    expect([event?.summary, event?.location]).toEqual(['Night (N)', 'Kolkata, Main']);
    expect([event?.startDate.toJSDate(), event?.endDate.toJSDate()]).toEqual([
      new Date('2026-12-01T16:30:00Z'),
      new Date('2026-12-02T00:30:00Z'),
    ]);
    const later = await roster.shiftType({ code: 'L', start: '14:00', end: '22:00' });
    await roster.plan(person, { [TUESDAY]: later._id }, 2);
    expect((await eventsAt(path)).map(({ summary }) => summary)).toEqual(['Night (N)']);
    await roster.publish(TUESDAY).expect(201);
    const [changed] = await eventsAt(path);
    expect([changed?.uid, changed?.summary]).toEqual([event?.uid, 'Shift L (L)']);
    expect(changed?.sequence).toBeGreaterThan(event?.sequence ?? 0);
  });

  it('has one link at a time, which can be revoked and ends with the account', async () => {
    expect(await desk.read<CalendarLink | null>(person, '/roster/calendar-link')).toBeNull();
    const first = await newLink(person);
    const second = await newLink(person);
    const expectGone = async (path: string) => {
      expect(failureOf(await desk.app.http.get(path).expect(400)).code).toBe('LINK_INVALID');
    };
    await expectGone(first);
    expect(await eventsAt(second)).toEqual([]);
    expect(await desk.read<CalendarLink | null>(person, '/roster/calendar-link')).toHaveProperty('createdAt');
    await desk.app.as(person).delete(LINK).expect(200);
    await desk.app.as(person).delete(LINK).expect(200);
    await expectGone(second);
    const leaver = await desk.staff();
    const third = await newLink(leaver);
    const body = { version: 1, status: 'suspended' };
    await desk.app.as(desk.admin).put(`/api/staff/${leaver.id}`).send(body).expect(200);
    await expectGone(third);
  });

  it('is not found by guessing', async () => {
    const guess = (index: number) =>
      desk.app.http.get(`/api/attendance/roster/calendar/${String(index).padStart(43, 'x')}/roster.ics`);
    const codes = new Set<string>();
    for (let index = 0; index < 40; index += 1) codes.add(failureOf(await guess(index)).code);
    expect([...codes]).toEqual(['LINK_INVALID', 'TOO_MANY_LOGINS']);
  });
});

describe('a calendar file', () => {
  it('is read back as it was written, whatever the texts contain', () => {
    const title = `Späte Schicht; „Labor“, 微生物学 \\ ${'रात्रि '.repeat(12)}`.trim();
    const event = {
      uid: 'one@roster',
      sequence: 3,
      title,
      place: 'Lab, 2nd floor\nRoom 3',
      changedAt: new Date('2026-11-30T02:30:00Z'),
      startsAt: new Date('2026-12-01T16:30:00Z'),
      endsAt: new Date('2026-12-02T00:30:00Z'),
    };
    const file = calendarFile('Roster', [event]);
    expect(file.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    const read = new ICAL.Event(
      new ICAL.Component(ICAL.parse(file) as unknown[]).getFirstSubcomponent('vevent') ?? undefined,
    );
    expect({ uid: read.uid, title: read.summary, place: read.location, sequence: read.sequence }).toEqual({
      uid: event.uid,
      title,
      place: event.place,
      sequence: 3,
    });
    expect([read.startDate.toJSDate(), read.endDate.toJSDate()]).toEqual([event.startsAt, event.endsAt]);
  });
});
