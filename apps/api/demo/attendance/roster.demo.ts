import { CreateShiftTypeBody, type RosterValue } from '@shifa/contract';
import type { INestApplicationContext } from '@nestjs/common';
import { PlanRoster } from '../../src/modules/attendance/roster-planning/plan-roster';
import { PublishRoster } from '../../src/modules/attendance/roster-planning/publish-roster';
import { ShiftTypes } from '../../src/modules/attendance/roster-planning/shift-types';
import { addDays, eachDay } from '../../src/platform/time/business-day';
import { actorOf, demoLaboratories, laboratoryWith } from '../demo-laboratories';

/** The laboratory with a roster. The others follow the weekly shifts of their people. */
const CODE = 'DXB';

const shiftTypes = [
  { name: 'Morning', code: 'M', colour: 'amber', start: '06:30', end: '14:30', minimumStaff: [3, 3, 3, 3, 3, 0, 3] },
  { name: 'Evening', code: 'E', colour: 'indigo', start: '13:00', end: '21:00', minimumStaff: [2, 2, 2, 2, 2, 0, 2] },
  { name: 'Night', code: 'N', colour: 'purple', start: '21:00', end: '06:30', minimumStaff: [1, 1, 1, 1, 1, 0, 1] },
] as const;

/** What each person works from Friday, which is off, to Thursday. Two nights are followed by a day off. */
const weeks = ['OMMMMMM', 'OEEEEEE', 'OMMMMNN', 'ONNOMMM', 'OEENNOE', 'OMMEEEE'] as const;
const FRIDAY = 5;

/** What is published ends with a Sunday, and a draft of the week after it is left to be finished. */
const PUBLISHED_DAYS = 13;
const DRAFTED_DAYS = 7;

/** A roster of one laboratory from tomorrow on: days that are over keep the weekly shifts they were worked by. */
export async function seedRoster(app: INestApplicationContext): Promise<void> {
  const { laboratory, admin, people, today } = laboratoryWith(CODE, await demoLaboratories(app));
  const [actor, laboratoryId] = [actorOf(admin), laboratory._id.toHexString()];
  const values = new Map<string, RosterValue>();
  for (const type of shiftTypes) {
    const body = CreateShiftTypeBody.parse({ ...type, laboratoryId });
    const { _id } = await app.get(ShiftTypes).create(actor, body);
    values.set(type.code, _id);
  }
  const valueOn = (day: string, index: number): RosterValue => {
    const code = weeks[index % weeks.length]?.[(weekdayOf(day) + 7 - FRIDAY) % 7] ?? 'O';
    return laboratory.holidays.some(({ date }) => date === day) ? 'off' : (values.get(code) ?? 'off');
  };
  const staff = people.filter(({ role, status }) => role === 'staff' && status === 'active');
  const plan = (first: string, last: string) =>
    app.get(PlanRoster).plan(actor, {
      laboratoryId,
      people: staff.map(({ _id }, index) => ({
        userId: _id.toHexString(),
        cells: eachDay(first, last).map((day) => ({ day, shift: valueOn(day, index), version: 0 })),
      })),
    });
  const from = addDays(today, 1);
  const to = addDays(from, PUBLISHED_DAYS - weekdayOf(from));
  await plan(from, to);
  await app.get(PublishRoster).publish(actor, { laboratoryId, from, to });
  await plan(addDays(to, 1), addDays(to, DRAFTED_DAYS));
}

/** 0 for Sunday. */
function weekdayOf(day: string): number {
  return new Date(day).getUTCDay();
}
