import type { Decisions, Failure, Leave, LeaveBalance, LeaveType, RequestLeaveInput } from '@shifa/contract';
import { RequestLimits } from '../../src/platform/http/request-limits';
import { Clock } from '../../src/platform/time/clock';
import { type Person, TestApp } from '../test-app';
import type { LaboratoryRow } from '../../src/modules/laboratories/laboratories.port';
import type { Account } from '../../src/modules/staff/staff.port';

type Answer = { status: number; body: unknown };

export const leaveOf = ({ body }: Answer) => (body as { data: Leave }).data;
export const decisionsOf = ({ body }: Answer) => (body as { data: Decisions }).data;
export const failureOf = ({ body }: Answer) => body as Failure;

/** Wednesday the 18th of November 2026 at noon, in a laboratory in Kolkata that is closed on Sundays and at Christmas. */
export class LeaveDesk {
  private constructor(
    readonly app: TestApp,
    readonly laboratory: LaboratoryRow & { id: string },
    readonly head: Person,
    readonly admin: Person,
    readonly manager: Person,
  ) {}

  static async open(): Promise<LeaveDesk> {
    const app = await TestApp.start();
    app.services.get(RequestLimits).lift();
    jest.spyOn(app.services.get(Clock), 'now').mockReturnValue(new Date('2026-11-18T06:30:00Z'));
    const laboratory = await app.laboratory({
      weeklyOff: [0],
      holidays: [{ date: '2026-12-25', name: 'Christmas' }],
    });
    const here = { laboratoryId: laboratory._id, joiningDate: '2024-01-01' };
    return new LeaveDesk(
      app,
      laboratory,
      await app.person('super_admin'),
      await app.person('lab_admin', here),
      await app.person('manager', here),
    );
  }

  /** Somebody new on the staff of the laboratory. */
  staff(overrides: Partial<Account> = {}): Promise<Person> {
    return this.app.person('staff', { laboratoryId: this.laboratory._id, joiningDate: '2024-01-01', ...overrides });
  }

  /** By default casual leave on the given day. */
  request(person: Person, from: string, body: Partial<RequestLeaveInput> = {}) {
    const sent = { type: 'casual', from, to: from, reason: 'A wedding in the family', ...body };
    return this.app.as(person).post('/api/attendance/leaves').send(sent);
  }

  async requested(person: Person, from: string, body: Partial<RequestLeaveInput> = {}): Promise<Leave> {
    return leaveOf(await this.request(person, from, body).expect(201));
  }

  decide(person: Person, { _id }: Pick<Leave, '_id'>, body: object = { approved: true }) {
    return this.app.as(person).put(`/api/attendance/leaves/${_id}/approve`).send(body);
  }

  async approved(person: Person, from: string, body: Partial<RequestLeaveInput> = {}): Promise<Leave> {
    const leave = await this.requested(person, from, body);
    return leaveOf(await this.decide(this.admin, leave).expect(200));
  }

  cancel(person: Person, { _id }: Pick<Leave, '_id'>, query: object = {}) {
    return this.app.as(person).delete(`/api/attendance/leaves/${_id}`).query(query);
  }

  /** The entitled, taken, pending and remaining days of a type. */
  async balance(person: Person, type: LeaveType, query: object = {}): Promise<(number | null | undefined)[]> {
    const { types } = await this.read<LeaveBalance>(person, '/balance', query);
    const one = types.find((balance) => balance.type === type);
    return [one?.entitledDays, one?.takenDays, one?.pendingDays, one?.remainingDays];
  }

  async read<Data>(person: Person, path: string, query: object = {}): Promise<Data> {
    const answer = await this.app.as(person).get(`/api/attendance/leaves${path}`).query(query).expect(200);
    return (answer.body as { data: Data }).data;
  }

  close(): Promise<void> {
    return this.app.close();
  }
}
