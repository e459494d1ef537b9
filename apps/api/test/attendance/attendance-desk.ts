import type {
  AttendanceRecord,
  AttendanceStats,
  ClockState,
  CorrectionInput,
  CreateAttendanceInput,
  DayBoard,
  Failure,
  PunchInput,
  QrCode,
} from '@shifa/contract';
import { RequestLimits } from '../../src/platform/http/request-limits';
import { Clock } from '../../src/platform/time/clock';
import { type Person, TestApp } from '../test-app';
import type { LaboratoryRow } from '../../src/modules/laboratories/laboratories.port';
import type { Account } from '../../src/modules/staff/staff.port';
import { AttendanceJobs } from '../../src/modules/attendance/attendance-jobs';
import { instantOf } from './written-days';

type Envelope<Data> = { data: Data };
type Answer = { status: number; body: unknown };
type Laboratory = LaboratoryRow & { id: string };

export const recordOf = ({ body }: Answer) => (body as { data: AttendanceRecord }).data;
export const dataOf = <Data>({ body }: Pick<Answer, 'body'>): Envelope<Data>['data'] => (body as Envelope<Data>).data;
export const failureOf = ({ body }: Answer) => body as Failure;

/** 9 to 18 with a break of an hour, Monday to Saturday. */
export const DAY_SHIFT: NonNullable<Account['shift']> = {
  start: '09:00',
  end: '18:00',
  breakMinutes: 60,
  weekdays: [1, 2, 3, 4, 5, 6],
  graceLateMinutes: null,
  halfDayBelowMinutes: null,
  overtimeAfterMinutes: null,
};
export const NIGHT_SHIFT: Account['shift'] = { ...DAY_SHIFT, start: '22:00', end: '06:00', breakMinutes: 30 };

/**
 * A laboratory with its people, in Kolkata unless another zone is given. Times are written as its clock shows them:
 * `2026-11-20 09:05`.
 */
export class AttendanceDesk {
  private constructor(
    readonly app: TestApp,
    readonly laboratory: Laboratory,
    readonly head: Person,
    readonly admin: Person,
    readonly manager: Person,
  ) {}

  /** @param at the time at which everybody signs in; sessions last a week from then. */
  static async open(at: string, overrides: Partial<LaboratoryRow> = {}): Promise<AttendanceDesk> {
    const app = await TestApp.start();
    app.services.get(RequestLimits).lift();
    const { timezone = 'Asia/Kolkata' } = overrides;
    const createdAt = instantOf(at, timezone);
    jest.spyOn(app.services.get(Clock), 'now').mockReturnValue(createdAt);
    const laboratory = await app.laboratory({ weeklyOff: [0], ...overrides, timezone });
    const inLaboratory = { laboratoryId: laboratory._id, joiningDate: '2026-01-01', createdAt };
    return new AttendanceDesk(
      app,
      laboratory,
      await app.person('super_admin'),
      await app.person('lab_admin', inLaboratory),
      await app.person('manager', inLaboratory),
    );
  }

  at(time: string): void {
    const now = instantOf(time, this.laboratory.timezone);
    jest.spyOn(this.app.services.get(Clock), 'now').mockReturnValue(now);
  }

  staff(overrides: Partial<Account> = {}): Promise<Person> {
    const createdAt = this.app.services.get(Clock).now();
    const fields = { laboratoryId: this.laboratory._id, joiningDate: '2026-01-01', shift: DAY_SHIFT, createdAt };
    return this.app.person('staff', { ...fields, ...overrides });
  }

  clockIn(person: Person, body: PunchInput = {}) {
    return this.app.as(person).post('/api/attendance/clock-in').send(body);
  }

  clockOut(person: Person, body: PunchInput = {}) {
    return this.app.as(person).post('/api/attendance/clock-out').send(body);
  }

  /** A day from one time to another, with the clock left at its end. */
  async worked(person: Person, from: string, to: string): Promise<AttendanceRecord> {
    this.at(from);
    await this.clockIn(person).expect(200);
    this.at(to);
    return recordOf(await this.clockOut(person).expect(200));
  }

  async code(person: Person = this.admin): Promise<QrCode> {
    const answer = await this.app.as(person).get('/api/attendance/qr-code').expect(200);
    return (answer.body as { data: QrCode }).data;
  }

  enter(person: Person, body: CreateAttendanceInput) {
    return this.app.as(person).post('/api/attendance').send(body);
  }

  correct(person: Person, body: CorrectionInput) {
    return this.app.as(person).post('/api/attendance/corrections').send(body);
  }

  decide(person: Person, { _id }: Pick<AttendanceRecord, '_id'>, body: object = { approved: true }) {
    return this.app.as(person).put(`/api/attendance/${_id}/approve`).send(body);
  }

  async read<Data>(person: Person, path = ''): Promise<Data> {
    const answer = await this.app.as(person).get(`/api/attendance${path}`).expect(200);
    return (answer.body as { data: Data }).data;
  }

  get(id: string, person: Person = this.admin) {
    return this.read<AttendanceRecord>(person, `/${id}`);
  }

  state(person: Person) {
    return this.read<ClockState>(person, '/clock');
  }

  board(day: string, person: Person = this.admin) {
    return this.read<DayBoard>(person, `/board?day=${day}`);
  }

  stats(day: string, person: Person = this.admin) {
    return this.read<AttendanceStats>(person, `/stats?day=${day}`);
  }

  runJobs(): Promise<void> {
    return this.app.services.get(AttendanceJobs).run();
  }

  close(): Promise<void> {
    jest.restoreAllMocks();
    return this.app.close();
  }
}

/** A time in Kolkata, with or without seconds, which is 5:30 ahead of UTC all year. */
export function instant(local: string): Date {
  return new Date(`${local.replace(' ', 'T')}${local.length > 16 ? '' : ':00'}+05:30`);
}
