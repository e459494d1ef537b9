import {
  type AttendancePerson,
  type DayKind,
  type DayLeave,
  isNight,
  type LeaveType,
  type MonthFigures,
  type MonthPart,
  monthParts,
  payOf,
  type PendingKind,
} from '@shifa/contract';
import { isOnlyOvertime } from '../records/day-content';
import type { AttendanceRow } from '../records/record.document';

/** What the sheet reads of a record. */
export const sheetProjection = {
  userId: 1,
  workDate: 1,
  status: 1,
  approvalStatus: 1,
  overtimeRefused: 1,
  open: 1,
  dayKind: 1,
  leave: 1,
  lateMinutes: 1,
  overtimeMinutes: 1,
  flags: 1,
  correction: 1,
  shift: 1,
} as const;
export type SheetRecord = Pick<AttendanceRow, '_id' | keyof typeof sheetProjection>;

/** Approved leave of the person. */
export type SheetLeave = { from: string; to: string; part: DayLeave; type: LeaveType };

/** One day of a person in a laboratory, and all that its figures depend on. */
export type SheetDay = {
  day: string;
  /** The record in this laboratory. */
  record: SheetRecord | undefined;
  /** Whether the record of the day is in another laboratory. */
  isElsewhere: boolean;
  /** Whether the person had joined and not yet left. */
  isEmployed: boolean;
  /** What the day is for the person, where no record says so. */
  kind: DayKind;
  leaves: readonly SheetLeave[];
  /** Whether a record or an absence may still come, because the day is not over or absences were not marked yet. */
  isOpen: boolean;
};

/** A person's month with every figure, as it is computed and stored. */
export type WholeLine = { person: AttendancePerson; figures: MonthFigures };

/** In halves of a day. */
type Halves = Partial<Record<MonthPart, number>>;

/** Whether the record counts: a rejected one does not, unless only its overtime was rejected. */
const counts = ({ approvalStatus, overtimeRefused }: SheetRecord) => approvalStatus !== 'rejected' || overtimeRefused;

const workedStatuses: readonly AttendanceRow['status'][] = ['present', 'late', 'half_day', 'missed_clock_out'];
const hasWork = (record: SheetRecord) => workedStatuses.includes(record.status);

/**
 * What the record awaits; undefined where it is decided. Overtime alone leaves the working day as it is.
 */
export function pendingKindOf(record: SheetRecord): Exclude<PendingKind, 'leave' | 'absences'> | undefined {
  if (record.open) return 'open';
  if (record.approvalStatus !== 'pending') return undefined;
  if (record.correction) return 'correction';
  if (record.flags.includes('missed_clock_out')) return 'missed_clock_out';
  return isOnlyOvertime(record) ? 'overtime' : 'record';
}

/** Whether the day itself is undecided, and not only its overtime. */
function isUndecided(record: SheetRecord): boolean {
  const kind = pendingKindOf(record);
  return kind !== undefined && kind !== 'overtime';
}

/** The halves of a day that approved leave takes, by type; the same half counts once. */
function leaveHalves(day: string, leaves: readonly SheetLeave[], taken: DayLeave | null | undefined): Halves {
  const halves: Halves = {};
  for (const half of ['first_half', 'second_half'] as const) {
    if (taken !== undefined && taken !== 'full' && taken !== half) continue;
    const leave = leaves.find(({ from, to, part }) => from <= day && day <= to && (part === 'full' || part === half));
    if (leave) add(halves, `leave_${leave.type}`, 1);
  }
  return halves;
}

/**
 * The parts of a day, two halves in all:
 * - With a record in another laboratory, the day counts there.
 * - Before joining and after leaving, only work counts.
 * - A day off of the week or a holiday is one, whether or not there was work: that is overtime.
 * - On a working day, approved leave takes its halves, and work the rest. Work that was done on a full day of leave
 *   counts instead of it. A short day is worked and absent by half. Rejected work is absence.
 * - What awaits a decision is undecided, except where only overtime does.
 * - Without any record, the rest of a past day is unrecorded.
 */
export function partsOf({ day, record, isElsewhere, isEmployed, kind, leaves, isOpen }: SheetDay): Halves {
  if (isElsewhere) return { elsewhere: 2 };
  if (!isEmployed && !(record && counts(record) && hasWork(record))) return { notEmployed: 2 };
  const dayKind = isEmployed ? (record?.dayKind ?? kind) : 'working';
  if (dayKind !== 'working') return { [dayKind === 'holiday' ? 'holiday' : 'weeklyOff']: 2 };
  const halves = leaveHalves(day, leaves, record ? record.leave : undefined);
  const rest = 2 - total(halves);
  if (!record) return add(halves, isOpen ? 'undecided' : 'unrecorded', rest);
  if (isUndecided(record)) return rest === 0 && hasWork(record) ? { undecided: 2 } : add(halves, 'undecided', rest);
  if (!counts(record) || !hasWork(record)) return add(halves, 'absent', rest);
  // No one takes half a day of leave that they worked.
  const worked = record.status === 'half_day' ? 1 : Math.max(rest, total(halves) === 2 ? 2 : 1);
  const left = withoutHalves(halves, total(halves) + worked - 2);
  add(left, 'absent', 2 - worked - total(left));
  return add(left, 'worked', worked);
}

/** The line of a person from all days of the month. */
export function figuresOf(days: readonly SheetDay[]): MonthFigures {
  const halves: Halves = {};
  const sums = { nights: 0, lateDays: 0, halfDays: 0, overtimeMinutes: 0, pendingOvertimeMinutes: 0 };
  for (const one of days) {
    for (const [part, amount] of Object.entries(partsOf(one))) add(halves, part as MonthPart, amount);
    const { record } = one;
    if (!record || one.isElsewhere || !counts(record)) continue;
    if (record.approvalStatus === 'pending') sums.pendingOvertimeMinutes += record.overtimeMinutes;
    else sums.overtimeMinutes += record.overtimeMinutes;
    if (isUndecided(record) || !hasWork(record)) continue;
    sums.nights += Number(record.shift !== null && isNight(record.shift));
    sums.lateDays += Number(record.lateMinutes > 0);
    sums.halfDays += Number(record.status === 'half_day');
  }
  const parts = Object.fromEntries(monthParts.map((part) => [part, (halves[part] ?? 0) / 2])) as Record<
    MonthPart,
    number
  >;
  return { ...parts, ...payOf(parts), ...sums };
}

function add(halves: Halves, part: MonthPart, amount: number): Halves {
  if (amount > 0) halves[part] = (halves[part] ?? 0) + amount;
  return halves;
}

function total(halves: Halves): number {
  return Object.values(halves).reduce((sum, amount) => sum + amount, 0);
}

/** Less so many halves, the later types first. */
function withoutHalves(halves: Halves, excess: number): Halves {
  const left: Halves = {};
  let room = total(halves) - Math.max(0, excess);
  for (const [part, amount] of Object.entries(halves)) {
    add(left, part as MonthPart, Math.min(room, amount));
    room -= Math.min(room, amount);
  }
  return left;
}
