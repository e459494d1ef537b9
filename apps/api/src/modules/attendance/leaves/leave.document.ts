import { type DayLeave, dayLeaves, type LeaveStatus, leaveStatuses, type LeaveType, leaveTypes } from '@shifa/contract';
import { Schema, type Types } from 'mongoose';
import type { Stored } from '../../../platform/mongo/scoped-repository';
import { MAX_SEARCH_WORDS } from '../../../platform/mongo/search-words';

/** Working days that a leave takes in a calendar year. */
export type YearDays = { year: number; days: number };

export type LeaveRow = Stored & {
  userId: Types.ObjectId;
  /** The person's name when the leave was requested, for live events. */
  personName: string;
  laboratoryId: Types.ObjectId;
  type: LeaveType;
  from: string;
  to: string;
  part: DayLeave;
  /** By the person's calendar when it was requested or, once it is approved, when it was approved. */
  years: YearDays[];
  reason: string;
  status: LeaveStatus;
  decidedBy: { _id: Types.ObjectId; name: string } | null;
  decidedAt: Date | null;
  decisionReason: string | null;
  /** The digest of what was decided on, see `leaveContentOf`; absent in leave that was decided on before it was stored. */
  decidedContent?: string | null;
  /** Of the person's name and employee code. */
  searchWords: string[];
  updatedBy: string | null;
};

export const LEAVE_MODEL = 'Leave';

const part = { _id: false } as const;
const text = { type: String, default: null } as const;
const id = { type: Schema.Types.ObjectId, required: true } as const;

export const leaveSchema = new Schema<LeaveRow>(
  {
    userId: id,
    personName: { type: String, required: true },
    laboratoryId: id,
    type: { type: String, enum: leaveTypes, required: true },
    from: { type: String, required: true },
    to: { type: String, required: true },
    part: { type: String, enum: dayLeaves, required: true },
    years: { type: [new Schema({ year: Number, days: Number }, part)], max: 3 },
    reason: { type: String, required: true },
    status: { type: String, enum: leaveStatuses, required: true },
    decidedBy: { type: new Schema({ _id: id, name: String }, part), default: null },
    decidedAt: { type: Date, default: null },
    decisionReason: text,
    decidedContent: String,
    searchWords: { type: [String], max: MAX_SEARCH_WORDS },
    updatedBy: text,
    version: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'leaves', versionKey: false },
);

leaveSchema.index({ userId: 1, from: 1, _id: 1 });
leaveSchema.index({ laboratoryId: 1, from: 1, _id: 1 });
leaveSchema.index({ laboratoryId: 1, status: 1, from: 1, _id: 1 });
leaveSchema.index({ laboratoryId: 1, createdAt: 1, _id: 1 });
leaveSchema.index({ from: 1, _id: 1, status: 1 });
leaveSchema.index({ createdAt: 1, _id: 1 });
leaveSchema.index({ searchWords: 1, from: 1 });
