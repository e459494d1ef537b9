import {
  type AttendanceApproval,
  attendanceApprovals,
  type AttendanceFlag,
  attendanceFlags,
  type AttendanceStatus,
  attendanceStatuses,
  type DayKind,
  dayKinds,
  type DayLeave,
  MAX_PUNCHED_BREAKS,
  MAX_PUNCHED_SEGMENTS,
  type PunchMethod,
  RosterPolicySchema,
} from '@shifa/contract';
import { Schema, type Types } from 'mongoose';
import type { DayResult } from '../days/day-rules';
import type { ShiftSnapshot } from '../days/calendar';
import type { AuditRow } from '../../../platform/audit/audit.document';
import { type Migration, type MigrationConnection, provideMigrations } from '../../../platform/mongo/migrations';
import type { ObjectId } from '../../../platform/domain/object-id';
import { renewFields } from '../../../platform/mongo/renew-fields';
import type { Stored } from '../../../platform/mongo/scoped-repository';
import { part } from '../../../platform/mongo/schema-parts';
import { addPolicies } from '../../laboratories/laboratories.port';

export type PunchRow = {
  at: Date;
  method: PunchMethod;
  /** From the laboratory; where the person was is not stored. */
  distanceMetres: number | null;
  withinFence: boolean | null;
  device: string | null;
  /** Absent unless it was sent later. */
  receivedAt?: Date;
};

export type SegmentRow = { clockIn: PunchRow; clockOut: PunchRow | null };
export type BreakRow = { start: Date; end: Date | null };
type Span = { in: Date; out: Date };

/**
 * A decision, with the digest of what it was made on; see `settledDay`. Who made it is not known of some that were made
 * before their ids were stored.
 */
export type DecisionRow = {
  approved: boolean;
  content: string;
  by: string | null;
  byId?: Types.ObjectId | null;
  at: Date;
};

/** What a day is and which shift it follows. */
type DayAndShift = { dayKind: DayKind; shift: ShiftSnapshot };

/** A person's own request for other times, or a planner's that the day follows another shift. */
export type CorrectionRow = {
  /** Absent where other times are asked for. */
  shift?: DayAndShift;
  /** Absent where it is the person themselves. */
  requestedBy?: Types.ObjectId;
  segments: Span[];
  breaks: Span[];
  reason: string;
  requestedAt: Date;
};

/** One day of a person, in the laboratory where the work started. */
export type AttendanceRow = Stored & {
  userId: Types.ObjectId;
  /** As it was at the last write. */
  userName: string;
  /** As it was when the record was created. */
  employeeCode: string;
  laboratoryId: Types.ObjectId;
  workDate: string;
  shift: ShiftSnapshot | null;
  dayKind: DayKind;
  leave: DayLeave | null;
  segments: SegmentRow[];
  breaks: BreakRow[];
  open: boolean;
  /** When an open record closes itself. */
  closesAt: Date | null;
  /** Of the devices that the person used on the day, as they name themselves. */
  deviceIds: string[];
  /** Flags of the evidence, which stay when the day is computed again. */
  evidence: AttendanceFlag[];
  flags: AttendanceFlag[];
  status: AttendanceStatus;
  lateMinutes: number;
  earlyMinutes: number;
  workedMinutes: number;
  overtimeMinutes: number;
  calculation: DayResult['calculation'];
  /** Overtime does not count, because someone rejected it. */
  overtimeRefused: boolean;
  /** The last one, while it holds; absent in rows that were last written before it was stored. */
  decision?: DecisionRow | null;
  /** With the next three, follows from the content and the decision. */
  approvalStatus: AttendanceApproval;
  decidedBy: string | null;
  decidedById?: Types.ObjectId | null;
  decidedAt: Date | null;
  reason: string | null;
  correction: CorrectionRow | null;
  /** Who entered or last edited it by hand. */
  enteredBy: Types.ObjectId | null;
  notes: string | null;
  removed: boolean;
  /** Whether someone has edited or decided on it; from then on, every write adds a link to the ledger. */
  inLedger: boolean;
  updatedBy: string | null;
};

export const ATTENDANCE_MODEL = 'AttendanceRecord';

const text = { type: String, default: null } as const;
const minutes = { type: Number, required: true } as const;
const id = { type: Schema.Types.ObjectId, required: true } as const;
const optionalId = { type: Schema.Types.ObjectId, default: null } as const;

const punch = new Schema(
  {
    at: Date,
    method: String,
    distanceMetres: { type: Number, default: null },
    withinFence: { type: Boolean, default: null },
    device: text,
    receivedAt: Date,
  },
  part,
);
const span = new Schema({ in: Date, out: Date }, part);

export const attendanceSchema = new Schema<AttendanceRow>(
  {
    userId: id,
    userName: { type: String, required: true },
    employeeCode: { type: String, required: true },
    laboratoryId: id,
    workDate: { type: String, required: true },
    shift: { type: Schema.Types.Mixed, default: null },
    dayKind: { type: String, enum: dayKinds, required: true },
    leave: text,
    segments: {
      type: [new Schema({ clockIn: punch, clockOut: { type: punch, default: null } }, part)],
      max: MAX_PUNCHED_SEGMENTS,
    },
    breaks: { type: [new Schema({ start: Date, end: { type: Date, default: null } }, part)], max: MAX_PUNCHED_BREAKS },
    open: { type: Boolean, required: true },
    closesAt: { type: Date, default: null },
    deviceIds: { type: [String], max: MAX_PUNCHED_SEGMENTS * 2 },
    evidence: { type: [String], max: attendanceFlags.length },
    flags: { type: [String], max: attendanceFlags.length },
    status: { type: String, enum: attendanceStatuses, required: true },
    lateMinutes: minutes,
    earlyMinutes: minutes,
    workedMinutes: minutes,
    overtimeMinutes: minutes,
    calculation: { type: Schema.Types.Mixed, required: true },
    overtimeRefused: { type: Boolean, default: false },
    decision: new Schema({ approved: Boolean, content: String, by: text, byId: optionalId, at: Date }, part),
    approvalStatus: { type: String, enum: attendanceApprovals, required: true },
    decidedBy: text,
    decidedById: optionalId,
    decidedAt: { type: Date, default: null },
    reason: text,
    correction: {
      type: new Schema(
        {
          shift: Schema.Types.Mixed,
          requestedBy: Schema.Types.ObjectId,
          segments: { type: [span], max: MAX_PUNCHED_SEGMENTS },
          breaks: { type: [span], max: MAX_PUNCHED_BREAKS },
          reason: String,
          requestedAt: Date,
        },
        part,
      ),
      default: null,
    },
    enteredBy: optionalId,
    notes: text,
    removed: { type: Boolean, required: true },
    inLedger: { type: Boolean, default: false },
    updatedBy: text,
    version: minutes,
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'attendance', versionKey: false, minimize: false },
);

// Whatever happens at once, a person is clocked in once, and has one record on a day.
attendanceSchema.index({ userId: 1 }, { unique: true, partialFilterExpression: { open: true } });
attendanceSchema.index({ userId: 1, workDate: 1 }, { unique: true, partialFilterExpression: { removed: false } });
// Lists, with what their filters compare, so that no document is read to evaluate them: no list shows removed records.
const filterFields = { removed: 1, status: 1, lateMinutes: 1, overtimeMinutes: 1 } as const;
attendanceSchema.index({ laboratoryId: 1, workDate: 1, _id: 1, ...filterFields });
attendanceSchema.index({ workDate: 1, _id: 1, ...filterFields });
attendanceSchema.index({ laboratoryId: 1, approvalStatus: 1, workDate: 1, _id: 1, ...filterFields });
attendanceSchema.index({ approvalStatus: 1, workDate: 1, _id: 1, ...filterFields });
// For open records: the overdue ones, and their number in each laboratory.
attendanceSchema.index(
  { open: 1, closesAt: 1, laboratoryId: 1, workDate: 1 },
  { partialFilterExpression: { open: true } },
);

/** Marks the records that people have edited or decided on, before the ledger is chained. */
export const markEditedRecords: Migration = {
  id: '2026-11-22-attendance-edits-in-ledger',
  up: async (connection) => {
    const edited = ['enteredBy', 'decidedBy', 'correction'].map((field) => ({ [field]: { $ne: null } }));
    await connection
      .collection('attendance')
      .updateMany({ inLedger: { $ne: true }, $or: edited }, { $set: { inLedger: true } });
  },
};

type Earlier = Pick<AttendanceRow, '_id' | 'userId' | 'decision' | 'decidedBy' | 'decidedAt'>;

/**
 * Stores employee codes and, as far as the audit log knows, the ids of those who decided. Also before the ledger is
 * chained: its links contain both instead of names. Links of earlier versions do not depend on these fields.
 */
export const storePeopleById: Migration = {
  id: '2026-11-22-attendance-people-by-id',
  up: async (connection, signal) => {
    const people = connection.collection<{ _id: ObjectId; employeeCode: string }>('users');
    const codes = new Map<string, string>();
    for await (const { _id, employeeCode } of people.find({}, { projection: { employeeCode: 1 } })) {
      codes.set(_id.toHexString(), employeeCode);
    }
    const projection = { userId: 1, decision: 1, decidedBy: 1, decidedAt: 1 } as const;
    const records = connection.collection<AttendanceRow>('attendance');
    const found = records.find<Earlier>({ employeeCode: { $exists: false } }, { projection });
    await renewFields(connection, 'attendance', withPeople(connection, codes, found), signal);
  },
};

async function* withPeople(
  connection: MigrationConnection,
  codes: Map<string, string>,
  records: AsyncIterable<Earlier>,
) {
  for await (const { _id, userId, decision, decidedBy, decidedAt } of records) {
    const byId = decidedBy === null && !decision ? null : await findDecider(connection, _id, decidedAt ?? decision?.at);
    yield {
      _id,
      employeeCode: codes.get(userId.toHexString()) ?? userId.toHexString(),
      ...(decidedBy !== null && { decidedById: byId }),
      ...(decision && { 'decision.byId': byId }),
    };
  }
}

/** Who made the decision of a record, according to the audit log: the row of the same write is not older. */
async function findDecider(
  connection: MigrationConnection,
  entityId: ObjectId,
  decidedAt = new Date(0),
): Promise<ObjectId | null> {
  const action = { $in: ['attendance.approved', 'attendance.rejected'] };
  const filter = { entity: 'attendance', entityId, action, at: { $gte: decidedAt } };
  const row = await connection.collection<AuditRow>('audit').findOne(filter, { sort: { at: 1 } });
  return row?.by?._id ?? null;
}

/** For laboratories stored before their roster had rules. */
export const addRosterPolicies = addPolicies('2026-11-26-add-roster-policies', {
  roster: RosterPolicySchema.parse({}),
});

export const attendanceMigrations = provideMigrations(markEditedRecords, storePeopleById, addRosterPolicies);
