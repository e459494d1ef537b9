import { CreateShiftTypeBody, type RosterValue } from '@shifa/contract';
import type { INestApplicationContext } from '@nestjs/common';
import { PlanRoster } from '../../src/modules/attendance/roster-planning/plan-roster';
import { PublishRoster } from '../../src/modules/attendance/roster-planning/publish-roster';
import { ShiftTypes } from '../../src/modules/attendance/roster-planning/shift-types';
import { addDays, eachDay } from '../../src/platform/time/business-day';
import { actorOf, demoLaboratories } from '../demo-laboratories';

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
  const one = (await demoLaboratories(app)).find(({ laboratory }) => laboratory.code === CODE);
  if (!one) return;
  const [admin, laboratoryId] = [actorOf(one.admin), one.laboratory._id.toHexString()];
  const values = new Map<string, RosterValue>([['O', 'off']]);
  for (const type of shiftTypes) {
    const body = CreateShiftTypeBody.parse({ ...type, minimumStaff: [...type.minimumStaff], laboratoryId });
    const { _id } = await app.get(ShiftTypes).create(admin, body);
    values.set(type.code, _id);
  }
  const from = addDays(one.today, 1);
  const published = addDays(from, PUBLISHED_DAYS - weekdayOf(from));
  const staff = one.people.filter(({ role, status }) => role === 'staff' && status === 'active');
  const plan = (first: string, last: string) =>
    app.get(PlanRoster).plan(admin, {
      laboratoryId,
      people: staff.map(({ _id }, index) => ({
        userId: _id.toHexString(),
        cells: eachDay(first, last).map((day) => {
          const code = weeks[index % weeks.length]?.[(weekdayOf(day) + 7 - FRIDAY) % 7] ?? 'O';
          const isHoliday = one.laboratory.holidays.some(({ date }) => date === day);
          return { day, shift: isHoliday ? 'off' : (values.get(code) ?? 'off'), version: 0 };
        }),
      })),
    });
  await plan(from, published);
  await app.get(PublishRoster).publish(admin, { laboratoryId, from, to: published });
  await plan(addDays(published, 1), addDays(published, DRAFTED_DAYS));
}

/** 0 for Sunday. */
function weekdayOf(day: string): number {
  return new Date(day).getUTCDay();
}
