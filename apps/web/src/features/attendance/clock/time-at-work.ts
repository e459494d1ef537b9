import type { AttendanceRecord, ClockState } from '@shifa/contract';

/** Whole minutes of a day so far; an open period of work or break lasts until now. */
export function timeAtWork({ segments, breaks }: Pick<AttendanceRecord, 'segments' | 'breaks'>, now: Date) {
  const lengthOf = (from: string, to: string | undefined) =>
    Math.max(0, (to === undefined ? now.getTime() : Date.parse(to)) - Date.parse(from));
  const present = segments.reduce((sum, { clockIn, clockOut }) => sum + lengthOf(clockIn.at, clockOut?.at), 0);
  const away = breaks.reduce((sum, { start, end }) => sum + lengthOf(start, end ?? undefined), 0);
  const minutes = (ms: number) => Math.floor(ms / 60_000);
  return { workMinutes: minutes(Math.max(0, present - away)), breakMinutes: minutes(away) };
}

/** When the present state began. */
export function sinceOf({ state, record }: Pick<ClockState, 'state' | 'record'>): string | undefined {
  if (state === 'on_break') return record?.breaks.at(-1)?.start;
  const last = record?.segments.at(-1);
  return state === 'in' ? last?.clockIn.at : last?.clockOut?.at;
}
