import type { RosterSwap, ShiftType } from '@shifa/contract';
import { notificationsOf } from '../notifications';
import type { Person } from '../test-app';
import { AttendanceDesk, dataOf, failureOf } from './attendance-desk';
import { RosterDesk } from './roster-desk';

export const TODAY = '2026-11-30';
export const THURSDAY = '2026-12-03';
export const FRIDAY = '2026-12-04';

/** What two colleagues do with their shifts. Asha works on Thursday night, Ravi is off; both are off on Friday. */
export class SwapDesk {
  readonly roster: RosterDesk;
  morning!: ShiftType;
  night!: ShiftType;
  asha!: Person;
  ravi!: Person;

  private constructor(readonly desk: AttendanceDesk) {
    this.roster = new RosterDesk(desk);
  }

  static async open(): Promise<SwapDesk> {
    const opened = new SwapDesk(await AttendanceDesk.open(`${TODAY} 08:00`));
    opened.morning = await opened.roster.shiftType({ code: 'M', name: 'Morning' });
    opened.night = await opened.roster.shiftType({ code: 'N', name: 'Night', start: '22:00', end: '06:00' });
    return opened;
  }

  /** Other people of the same names, at the same time. */
  async begin(): Promise<void> {
    this.desk.at(`${TODAY} 08:00`);
    this.asha = await this.desk.staff({ name: 'Asha Rao' });
    this.ravi = await this.desk.staff({ name: 'Ravi Sen' });
    await this.roster.published(this.asha, { [THURSDAY]: this.night._id, [FRIDAY]: 'off' });
    await this.roster.published(this.ravi, { [THURSDAY]: 'off', [FRIDAY]: 'off' });
  }

  send(path: string, body: object, person: Person) {
    return this.roster.post(`roster/swaps${path}`, body, person);
  }

  ask(userIds: string[], others: object = {}, person = this.asha) {
    return this.send('', { day: THURSDAY, userIds, ...others }, person);
  }

  async asked(...people: Person[]): Promise<RosterSwap> {
    return dataOf<RosterSwap>(await this.ask(people.map(({ id }) => id)).expect(201));
  }

  accept({ _id }: RosterSwap, person: Person) {
    return this.send(`/${_id}/accept`, {}, person);
  }

  async accepted(person = this.ravi): Promise<RosterSwap> {
    const swap = await this.asked(person);
    return dataOf<RosterSwap>(await this.accept(swap, person).expect(200));
  }

  decide(person: Person, { _id }: RosterSwap, body: object = { approved: true }) {
    return this.desk.app.as(person).put(`/api/attendance/roster/swaps/${_id}/approve`).send(body);
  }

  get(id: string, person: Person): Promise<RosterSwap> {
    return this.desk.read<RosterSwap>(person, `/roster/swaps/${id}`);
  }

  /** `Swap accepted: Ravi Sen takes …` */
  async noticesOf(person: Person): Promise<string[]> {
    const notices = await notificationsOf(this.desk.app, person);
    return notices.map(({ title, message }) => `${title}: ${message}`);
  }
}

/** What a refused request says, at its field if it names one. */
export function refused(answer: { status: number; body: unknown }) {
  const { code, message, errors } = failureOf(answer);
  return { status: answer.status, code, field: errors[0]?.field, message: errors[0]?.message ?? message };
}
