import type { Actions, AttendanceAction, AttendanceRecord, Punch } from '@shifa/contract';
import { type Subject, toAttendancePerson } from '../days/subjects';
import type { AttendanceRow, PunchRow } from './record.document';

type Joined = Omit<Subject, 'author'> & { actions: Actions<AttendanceAction> };

export function toAttendanceRecord(row: AttendanceRow, { person, laboratory, actions }: Joined): AttendanceRecord {
  const segments = row.segments.map(({ clockIn, clockOut }) => ({
    clockIn: toPunch(clockIn),
    clockOut: clockOut && toPunch(clockOut),
  }));
  const { startsAt, endsAt, ...minutes } = row.calculation;
  return {
    _id: row._id.toHexString(),
    userId: toAttendancePerson(person),
    laboratoryId: {
      _id: laboratory._id.toHexString(),
      name: laboratory.name,
      code: laboratory.code,
      timezone: laboratory.timezone,
    },
    workDate: row.workDate,
    shift: row.shift,
    dayKind: row.dayKind,
    leave: row.leave,
    segments,
    breaks: row.breaks.map(({ start, end }) => ({ start: start.toISOString(), end: end?.toISOString() ?? null })),
    clockIn: segments[0]?.clockIn ?? null,
    clockOut: segments.at(-1)?.clockOut ?? null,
    open: row.open,
    onBreak: row.open && row.breaks.at(-1)?.end === null,
    status: row.status,
    lateMinutes: row.lateMinutes,
    earlyMinutes: row.earlyMinutes,
    workedMinutes: row.workedMinutes,
    overtimeMinutes: row.overtimeMinutes,
    calculation: { ...minutes, startsAt: startsAt?.toISOString() ?? null, endsAt: endsAt?.toISOString() ?? null },
    approvalStatus: row.approvalStatus,
    flags: row.flags,
    decidedBy: row.decidedBy,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    reason: row.reason,
    correction: row.correction && {
      segments: row.correction.segments.map(toSpan),
      breaks: row.correction.breaks.map(toSpan),
      reason: row.correction.reason,
      requestedAt: row.correction.requestedAt.toISOString(),
    },
    notes: row.notes,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    updatedBy: row.updatedBy,
    version: row.version,
    actions,
  };
}

function toPunch({ at, receivedAt, ...evidence }: PunchRow): Punch {
  return { ...evidence, at: at.toISOString(), ...(receivedAt && { receivedAt: receivedAt.toISOString() }) };
}

function toSpan(span: { in: Date; out: Date }) {
  return { in: span.in.toISOString(), out: span.out.toISOString() };
}
