import {
  type Actions,
  type AttendanceAction,
  type AttendanceRecord,
  AttendanceRecordSchema,
  type Role,
} from '@shifa/contract';
import { decisionPolicy, type DecisionRules } from '../../../platform/decisions/decider';
import type { Actor, Influence } from '../../../platform/domain/actor';
import { declaredFields } from '../../../platform/records/declared-fields';
import { lacks, notOffered, type Policy, type Refusal, refusal } from '../../../platform/domain/policy';
import { type LaboratoryRow, laboratoryUsePolicy, toZonedLaboratory } from '../../laboratories/laboratories.port';
import { closedRefusal } from '../month-closings/closed-months';
import type { AttendanceRow } from './record.document';
import { changeRefusal, ownRefusal, tooLow, type Subject, toAttendancePerson } from '../days/subjects';

export type AttendanceContext = {
  /** Of the person whose record it is. */
  role: Role;
  /** Of the record. */
  laboratory: Pick<LaboratoryRow, 'status' | 'timezone'>;
  /** On the accounts that entered or last edited it by hand, and that ask for another shift. */
  authorInfluences: readonly Influence[];
  /** The month of the day, if it is closed. Absent where the writing itself refuses. */
  closedMonth?: string | undefined;
};

const ownerOf = ({ laboratoryId, userId }: AttendanceRow) => ({ laboratoryId, personId: userId });

export const attendanceDecisions: DecisionRules<AttendanceRow, AttendanceContext> = {
  permission: 'attendance.approve',
  concerned: ({ userId, enteredBy, correction }) =>
    [userId, enteredBy, correction?.requestedBy].flatMap((_id) => (_id ? [{ _id }] : [])),
  open: (as, row) =>
    row.approvalStatus === 'pending'
      ? lacks(as, 'attendance.approve', ownerOf(row))
      : notOffered('ATTENDANCE_ALREADY_DECIDED'),
  own: (as, { userId }) => (as.represents(userId) ? ownRefusal(as, userId, 'OWN_ATTENDANCE') : refusal('OWN_ENTRY')),
  further: (as, _, { role, closedMonth }) => tooLow(as, role) ?? closedRefusal(as, closedMonth),
  authorInfluences: (_, { authorInfluences }) => authorInfluences,
  dependent: 'refused',
  timezoneOf: ({ laboratory }) => laboratory.timezone,
};

/** People change their own times only through a request that someone else decides. */
function change(permission: 'attendance.edit' | 'attendance.remove' | 'attendance.roster') {
  return (
    viewer: Actor,
    row: AttendanceRow,
    { role, laboratory, closedMonth }: AttendanceContext,
  ): Refusal | undefined =>
    lacks(viewer, permission, ownerOf(row)) ??
    changeRefusal(
      viewer,
      { userId: row.userId, role },
      { own: 'OWN_ATTENDANCE', permission, timezone: laboratory.timezone },
    ) ??
    (row.open ? refusal('ATTENDANCE_OPEN') : undefined) ??
    (row.correction
      ? refusal('CORRECTION_PENDING', 'A request for this day is pending. Decide on it first.')
      : undefined) ??
    closedRefusal(viewer, closedMonth);
}

export const attendancePolicy: Policy<AttendanceAction, AttendanceRow, AttendanceContext> = {
  edit: (viewer, row, context) =>
    change('attendance.edit')(viewer, row, context) ?? laboratoryUsePolicy.enterRecords(context.laboratory),
  replaceShift: (viewer, row, context) =>
    change('attendance.roster')(viewer, row, context) ??
    (row.status === 'missed_clock_out'
      ? refusal('ATTENDANCE_OPEN', 'The clock-out of this day is missing. Correct the times first.')
      : undefined) ??
    laboratoryUsePolicy.enterRecords(context.laboratory),
  approve: decisionPolicy(attendanceDecisions),
  reject: decisionPolicy(attendanceDecisions),
  correct: (viewer, row, { laboratory, closedMonth }) => {
    if (row.userId.toHexString() !== viewer.userId) return notOffered('FORBIDDEN');
    if (row.correction?.shift) return refusal('CORRECTION_PENDING', 'A shift change for this day is pending');
    if (row.correction) return refusal('CORRECTION_PENDING');
    return (
      lacks(viewer, 'attendance.clock') ??
      (row.open ? refusal('ATTENDANCE_OPEN', 'Clock out first') : undefined) ??
      closedRefusal(viewer, closedMonth) ??
      laboratoryUsePolicy.enterRecords(laboratory)
    );
  },
  withdrawCorrection: (viewer, row, { closedMonth }) => {
    const requestedBy = row.correction && (row.correction.requestedBy ?? row.userId);
    if (requestedBy?.toHexString() !== viewer.userId) return notOffered('NO_CORRECTION');
    return lacks(viewer, 'attendance.clock') ?? closedRefusal(viewer, closedMonth);
  },
  remove: change('attendance.remove'),
};

type Joined = Omit<Subject, 'author'> & { actions: Actions<AttendanceAction> };

export function toAttendanceRecord(
  row: AttendanceRow,
  { person, laboratory, planner, actions }: Joined,
): AttendanceRecord {
  const record = declaredFields(AttendanceRecordSchema, row);
  return {
    ...record,
    userId: toAttendancePerson(person),
    laboratoryId: toZonedLaboratory(laboratory),
    correction: record.correction && { ...record.correction, requestedBy: planner?.name },
    clockIn: record.segments[0]?.clockIn ?? null,
    clockOut: record.segments.at(-1)?.clockOut ?? null,
    onBreak: row.open && row.breaks.at(-1)?.end === null,
    actions,
  };
}
