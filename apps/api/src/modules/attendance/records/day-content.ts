import { type AttendanceFlag, overtimeFlags, type CorrectionBody } from '@shifa/contract';
import { digestOf } from '../../../platform/ledger/canonical';
import { dayResult } from '../days/day-rules';
import { closesAt } from '../days/calendar';
import type { AttendanceRow, DecisionRow, SegmentRow } from './record.document';
import { instantAt } from '../../../platform/time/business-day';

const FORGOTTEN_MARGIN_MS = 4 * 3_600_000;

/** The parts of a record from which everything else follows. */
type Given = Pick<
  AttendanceRow,
  'workDate' | 'shift' | 'dayKind' | 'leave' | 'segments' | 'breaks' | 'evidence' | 'correction'
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
export function computedDay(given: Given & { overtimeRefused?: boolean }): Computed {
  const { workDate, shift, dayKind, leave, segments, breaks, evidence, correction, overtimeRefused = false } = given;
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
    ...(correction ? (['correction'] as const) : []),
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
 * A record as it is stored: everything that follows from its times and evidence, and whether it awaits a decision. A
 * decision holds only for the content that it was made on. After any other change, the record awaits a decision again
 * if anything about it is out of the ordinary. A record is decided on once the person has clocked out.
 */
export function settledDay<Row extends DayDraft>(row: Row): Row & Settled {
  const computed = computedDay({ ...row, overtimeRefused: false });
  const decision = row.decision && row.decision.content === digestDay(row) ? row.decision : null;
  const isDecidable = !row.removed && !computed.open && computed.flags.length > 0;
  const decided = isDecidable && !row.correction ? decision : null;
  const overtimeRefused = decided?.approved === false && isOnlyOvertime(computed);
  return {
    ...row,
    ...computed,
    overtimeMinutes: overtimeRefused ? 0 : computed.overtimeMinutes,
    overtimeRefused,
    decision,
    approvalStatus: isDecidable ? (decided ? outcomeOf(decided) : 'pending') : 'not_required',
    decidedBy: decided?.by ?? null,
    decidedById: decided?.byId ?? null,
    decidedAt: decided?.at ?? null,
  };
}

type Settled = Computed &
  Pick<AttendanceRow, 'overtimeRefused' | 'approvalStatus' | 'decidedBy' | 'decidedById' | 'decidedAt'> & {
    decision: DecisionRow | null;
  };

/** A record as its causes state it; `settledDay` adds what follows. */
export type DayDraft = Omit<AttendanceRow, Exclude<keyof Settled, 'decision'>>;

function outcomeOf({ approved }: DecisionRow): 'approved' | 'rejected' {
  return approved ? 'approved' : 'rejected';
}

/** A decision on the record as it is, which does not hold after any change of that. */
export function decisionOn(row: Given, decision: Omit<DecisionRow, 'content'>): DecisionRow {
  return { ...decision, content: digestDay(row) };
}

/** The decision of a stored record; one from before decisions were stored holds for the content that is stored. */
export function decisionOf(row: AttendanceRow): DecisionRow | null {
  if (row.decision !== undefined) return row.decision;
  const { approvalStatus, decidedBy: by, decidedById: byId, decidedAt } = row;
  if (approvalStatus !== 'approved' && approvalStatus !== 'rejected') return null;
  return decisionOn(row, { approved: approvalStatus === 'approved', by, byId, at: decidedAt ?? row.updatedAt });
}

/** The digest of what an approver sees and decides on. A request is not part of it: it is decided by itself. */
export function digestDay(row: Given): string {
  const { workDate, shift, dayKind, leave, segments, breaks } = row;
  const { flags } = computedDay({ ...row, correction: null, overtimeRefused: false });
  return digestOf({ workDate, shift, dayKind, leave, segments, breaks, flags });
}

/** The record as the ledger protects it, with people as their ids. */
export function protectedDay(row: AttendanceRow): object {
  const { userName: _name, employeeCode: _code, decidedBy: _decider, updatedBy: _editor, decision, ...day } = row;
  return { ...day, decision: decision && { ...decision, by: null } };
}

/** As links of earlier versions protect it: without the fields that were added since. */
export function earlierProtectedDay(row: AttendanceRow): object {
  const { employeeCode: _code, decidedById: _decider, decision, ...day } = row;
  return { ...day, decision: decision && { ...decision, byId: null } };
}

/** Whether only the overtime is in question, so that a rejection leaves the working day as it is. */
export function isOnlyOvertime({ flags }: Pick<AttendanceRow, 'flags'>): boolean {
  const known: readonly AttendanceFlag[] = overtimeFlags;
  return flags.every((flag) => known.includes(flag));
}

/** Times as people write them: on the laboratory's clock. */
export type WrittenDay = Pick<CorrectionBody, 'segments' | 'breaks'>;

export function segmentsFrom({ segments }: WrittenDay, timezone: string): SegmentRow[] {
  const punch = (text: string) => manualPunch(parseInstant(text, timezone));
  return segments.map((segment) => ({ clockIn: punch(segment.in), clockOut: punch(segment.out) }));
}

export function breaksFrom({ breaks }: WrittenDay, timezone: string): AttendanceRow['breaks'] {
  return breaks.map((one) => ({ start: parseInstant(one.in, timezone), end: parseInstant(one.out, timezone) }));
}

export function manualPunch(at: Date): SegmentRow['clockIn'] {
  return { at, method: 'manual', distanceMetres: null, withinFence: null, device: null };
}

/** As a correction keeps them until it is decided. */
export function spansFrom({ segments, breaks }: Pick<AttendanceRow, 'segments' | 'breaks'>) {
  return {
    segments: segments.map(({ clockIn, clockOut }) => ({ in: clockIn.at, out: clockOut?.at ?? clockIn.at })),
    breaks: breaks.map(({ start, end }) => ({ in: start, out: end ?? start })),
  };
}

/** `2026-11-22T09:05` on the clock of the zone. */
function parseInstant(text: string, timezone: string): Date {
  return instantAt(text.slice(0, 10), text.slice(11), timezone);
}
