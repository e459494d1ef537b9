import type { AttendanceFlag, PunchMethod } from '@shifa/contract';
import { demoChance } from '../demo-values';
import { shiftWindow, type ShiftSnapshot } from '../../src/modules/attendance/days/calendar';
import type { PunchRow, SegmentRow } from '../../src/modules/attendance/records/record.document';

export type DemoDay = { segments: SegmentRow[]; breaks: { start: Date; end: Date }[]; evidence: AttendanceFlag[] };

const MINUTE_MS = 60_000;
/** How often something out of the ordinary happens on a working day. */
const ABSENT = 0.03;
const LATE = 0.09;
const OVERTIME = 0.07;
const FORGOTTEN = 0.015;
const AWAY = 0.02;
const NOWHERE = 0.01;
const WITHOUT_CODE = 0.15;
const ON_DAY_OFF = 0.02;

const devices = ['Chrome on Android', 'Safari on iOS', 'Chrome on Windows', 'Samsung Internet for Android on Android'];

/** What a person did on a day: undefined if they did not come, or the day is off and they stayed at home. */
export function demoDay(
  email: string,
  workDate: string,
  shift: ShiftSnapshot,
  { isWorkingDay, now }: { isWorkingDay: boolean; now: Date },
): DemoDay | undefined {
  const chance = demoChance(`attendance ${email} ${workDate}`);
  const between = (from: number, to: number) => from + Math.floor(chance() * (to - from));
  const { startsAt, endsAt } = shiftWindow(workDate, shift);
  const luck = chance();
  if (isWorkingDay ? luck < ABSENT : luck > ON_DAY_OFF) return undefined;
  const isLate = chance() < LATE;
  const start = at(startsAt, isLate ? between(17, 70) : between(-14, 10));
  const end = at(endsAt, chance() < OVERTIME ? between(45, 150) : between(-4, 18));
  if (start > now) return undefined;
  const isAway = chance() < AWAY;
  const method: PunchMethod = chance() < WITHOUT_CODE ? 'web' : 'qr';
  const device = devices[between(0, devices.length)] ?? null;
  const punch = (moment: Date): PunchRow => ({
    at: moment,
    method,
    distanceMetres: isAway ? between(900, 4200) : between(3, 60),
    withinFence: null,
    device,
  });
  const isForgotten = chance() < FORGOTTEN;
  const closedAt = isForgotten ? at(endsAt, 240) : end;
  const hasLeft = closedAt <= now;
  const clockOut = !hasLeft ? null : isForgotten ? auto(closedAt) : punch(end);
  const pause = { start: at(startsAt, 230 + between(0, 40)), end: at(startsAt, 285 + between(0, 30)) };
  const clockIn = punch(start);
  const isNowhere = !isAway && demoChance(`position ${email} ${workDate}`)() < NOWHERE;
  return {
    segments: [{ clockIn: isNowhere ? { ...clockIn, distanceMetres: null } : clockIn, clockOut }],
    breaks: hasLeft && !isForgotten && chance() < 0.5 && pause.end < end && pause.start > start ? [pause] : [],
    evidence: isAway ? ['outside_fence'] : isNowhere ? ['no_location'] : [],
  };
}

function at(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * MINUTE_MS);
}

function auto(moment: Date): PunchRow {
  return { at: moment, method: 'auto', distanceMetres: null, withinFence: null, device: null };
}
