import { Schema, type Types } from 'mongoose';
import type { Stored } from '../../../platform/mongo/scoped-repository';

/** What the attendance of a laboratory keeps once: one document per laboratory. */
export type AttendanceBookRow = Stored & {
  laboratoryId: Types.ObjectId;
  /** Signs the codes on the wall. */
  secret: string;
  /** Absences are marked up to and including this day; null until the first day is over. */
  markedThrough: string | null;
};

export const ATTENDANCE_BOOK_MODEL = 'AttendanceBook';

export const attendanceBookSchema = new Schema<AttendanceBookRow>(
  {
    laboratoryId: { type: Schema.Types.ObjectId, required: true },
    secret: { type: String, required: true },
    markedThrough: { type: String, default: null },
    version: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'attendance_books', versionKey: false },
);
attendanceBookSchema.index({ laboratoryId: 1 }, { unique: true });

/** A code that a person has used, once for each action, or a tap that was sent later. `_id` names all of it. */
export type CodeUseRow = { _id: string; recordId: Types.ObjectId; expiresAt: Date };

export const CODE_USE_MODEL = 'AttendanceCodeUse';

export const codeUseSchema = new Schema<CodeUseRow>(
  { _id: { type: String, required: true }, recordId: Schema.Types.ObjectId, expiresAt: Date },
  { collection: 'attendance_code_uses', versionKey: false },
);
codeUseSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
