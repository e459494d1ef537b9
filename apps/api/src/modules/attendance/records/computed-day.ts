import { type AttendanceFlag, overtimeFlags } from '@shifa/contract';
import { dayResult } from '../days/day-rules';
import { closesAt } from '../days/shift-window';
import type { AttendanceRow } from './record.document';

const FORGOTTEN_MARGIN_MS = 4 * 3_600_000;

/** The parts of a record from which everything else follows. */
type Given = Pick<
  AttendanceRow,
  'workDate' | 'shift' | 'dayKind' | 'leave' | 'segments' | 'breaks' | 'evidence' | 'overtimeRefused'
>;

type Computed = Pick<
  AttendanceRow,
  | 'status'
  | 'lateMinutes'
  | 'earlyMinutes'
  | 'workedMinutes'
  | 'overtimeMinutes'
  | 'calculation'
  | 'flags'
  | 'open'
  | 'closesAt'
>;

/** Every value of a record that follows from its times, shift, calendar and evidence. */
export function computedDay(given: Given): Computed {
  const { workDate, shift, dayKind, leave, segments, breaks, evidence, overtimeRefused } = given;
  const result = dayResult({
    workDate,
    shift,
    kind: dayKind,
    leave,
    segments: segments.map(({ clockIn, clockOut }) => ({
      in: clockIn.at,
      out: clockOut?.at ?? null,
      autoClosed: clockOut?.method === 'auto',
    })),
    breaks,
  });
  const last = segments.at(-1);
  const open = last !== undefined && last.clockOut === null;
  const closing = (clockedInAt: Date) =>
    shift ? closesAt(workDate, shift, clockedInAt) : new Date(clockedInAt.getTime() + 3 * FORGOTTEN_MARGIN_MS);
  const overtimeMinutes = overtimeRefused ? 0 : result.overtimeMinutes;
  const derived: AttendanceFlag[] = [
    ...(result.status === 'missed_clock_out' ? (['missed_clock_out'] as const) : []),
    ...(overtimeMinutes > 0 && dayKind === 'working' ? (['overtime'] as const) : []),
    ...(overtimeMinutes > 0 && dayKind !== 'working' ? (['holiday_work'] as const) : []),
    ...(segments.length > 0 && leave === 'full' ? (['work_on_leave'] as const) : []),
  ];
  return {
    ...result,
    overtimeMinutes,
    flags: [...new Set([...evidence, ...derived])],
    open,
    closesAt: open ? closing(last.clockIn.at) : null,
  };
}

/**
 * A changed record: computed again and, where anything about it is out of the ordinary, awaiting a decision. A record
 * is decided on once the person has clocked out.
 */
export function changedDay<Row extends Given & Pick<AttendanceRow, 'reason'>>(row: Row): Row & Computed & Undecided {
  const computed = computedDay(row);
  const isExceptional = computed.flags.length > 0 && !computed.open;
  return {
    ...row,
    ...computed,
    approvalStatus: isExceptional ? 'pending' : 'not_required',
    decidedBy: null,
    decidedAt: null,
  };
}

type Undecided = Pick<AttendanceRow, 'approvalStatus' | 'decidedBy' | 'decidedAt'>;

/** Whether only the overtime is in question, so that a rejection leaves the working day as it is. */
export function isOnlyOvertime({ flags }: Pick<AttendanceRow, 'flags'>): boolean {
  const known: readonly AttendanceFlag[] = overtimeFlags;
  return flags.every((flag) => known.includes(flag));
}
