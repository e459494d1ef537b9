import {
  reportFrequencies,
  type ReportFrequency,
  type ReportKind,
  reportKinds,
  type ReportStatus,
  reportStatuses,
} from '@shifa/contract';
import { Schema, type Types } from 'mongoose';
import type { Stored } from '../../platform/mongo/scoped-repository';
import { part, storedFields } from '../../platform/mongo/schema-parts';

type Named = { _id: Types.ObjectId; name: string };

export type ReportRow = Stored & {
  kind: ReportKind;
  from: string;
  to: string;
  /** Null for all laboratories. */
  laboratoryId: Types.ObjectId | null;
  /** Whose own records the report is limited to, by the scope of the person who generated it; usually null. */
  subjectId: Types.ObjectId | null;
  by: Named;
  /** Null where a person generated it. Without an id, it failed and its period was tried again: see `release`. */
  schedule: (Pick<Named, 'name'> & Partial<Named>) | null;
  status: ReportStatus;
  reason: string | null;
  rows: number;
  sizeBytes: number;
  fileName: string;
  fileId: Types.ObjectId;
  /** Its rows as they were sent, to be compared with later ones. */
  snapshotId: Types.ObjectId;
  finishedAt: Date | null;
  /** When its retention had ended; a longer retention does not bring the file back. */
  fileRemovedAt: Date | null;
};

export type ReportScheduleRow = Stored & {
  name: string;
  kind: ReportKind;
  laboratoryId: Types.ObjectId | null;
  frequency: ReportFrequency;
  active: boolean;
  owner: Named;
  lastPeriod: { from: string; to: string } | null;
  /** Absent in schedules that were created before it was kept. */
  lastFailure?: string | null;
  /** The first day that the next report covers; null or absent where it follows the last period. */
  dueFrom?: string | null;
  updatedBy: string | null;
};

export const REPORT_MODEL = 'Report';
export const REPORT_SCHEDULE_MODEL = 'ReportSchedule';

const named = { _id: Schema.Types.ObjectId, name: String };
const text = { type: String, required: true } as const;
const optionalId = { type: Schema.Types.ObjectId, default: null } as const;
export const reportSchema = new Schema<ReportRow>(
  {
    kind: { type: String, enum: reportKinds, required: true },
    from: text,
    to: text,
    laboratoryId: optionalId,
    subjectId: optionalId,
    by: { type: new Schema(named, part), required: true },
    schedule: { type: new Schema(named, part), default: null },
    status: { type: String, enum: reportStatuses, required: true },
    reason: { type: String, default: null },
    rows: { type: Number, required: true },
    sizeBytes: { type: Number, required: true },
    fileName: text,
    fileId: { type: Schema.Types.ObjectId, required: true },
    snapshotId: { type: Schema.Types.ObjectId, required: true },
    finishedAt: { type: Date, default: null },
    fileRemovedAt: { type: Date, default: null },
    ...storedFields,
  },
  { collection: 'reports', versionKey: false, minimize: false },
);

reportSchema.index({ createdAt: 1, _id: 1, kind: 1 });
reportSchema.index({ laboratoryId: 1, createdAt: 1, _id: 1, kind: 1 });
reportSchema.index({ status: 1, createdAt: 1 });
// Whatever happens at once, a schedule has one report of a period.
reportSchema.index(
  { 'schedule._id': 1, from: 1, to: 1 },
  { unique: true, partialFilterExpression: { 'schedule._id': { $exists: true } } },
);

export const reportScheduleSchema = new Schema<ReportScheduleRow>(
  {
    name: text,
    kind: { type: String, enum: reportKinds, required: true },
    laboratoryId: optionalId,
    frequency: { type: String, enum: reportFrequencies, required: true },
    active: { type: Boolean, required: true },
    owner: { type: new Schema(named, part), required: true },
    lastPeriod: { type: new Schema({ from: String, to: String }, part), default: null },
    lastFailure: { type: String, default: null },
    dueFrom: { type: String, default: null },
    updatedBy: { type: String, default: null },
    ...storedFields,
  },
  { collection: 'report_schedules', versionKey: false, minimize: false },
);

reportScheduleSchema.index({ laboratoryId: 1, createdAt: 1, _id: 1 });
reportScheduleSchema.index({ createdAt: 1, _id: 1 });
reportScheduleSchema.index({ 'owner._id': 1 });
