import { Schema, type Types } from 'mongoose';
import type { Stored } from '../../../platform/mongo/scoped-repository';

/** A wall display, or the code that pairs one. */
export type DisplayRow = Stored & {
  laboratoryId: Types.ObjectId;
  name: string;
  createdBy: { _id: Types.ObjectId; name: string };
  /** Of the pairing code; null once it has been typed. */
  codeHash: string | null;
  /** Of the token of the display; null until it is paired. */
  tokenHash: string | null;
  device: string | null;
  pairedAt: Date | null;
  lastSeenAt: Date | null;
  /** Its codes of later windows are refused. */
  removedAt: Date | null;
  /** When the database deletes it: a code that nobody types, or a removed display whose codes have all expired. */
  expiresAt: Date | null;
};

export const DISPLAY_MODEL = 'AttendanceDisplay';

export const displaySchema = new Schema<DisplayRow>(
  {
    laboratoryId: { type: Schema.Types.ObjectId, required: true },
    name: { type: String, required: true },
    createdBy: { type: { _id: Schema.Types.ObjectId, name: String }, required: true },
    codeHash: { type: String, default: null },
    tokenHash: { type: String, default: null },
    device: { type: String, default: null },
    pairedAt: { type: Date, default: null },
    lastSeenAt: { type: Date, default: null },
    removedAt: { type: Date, default: null },
    expiresAt: { type: Date, default: null },
    version: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'attendance_displays', versionKey: false },
);
displaySchema.index({ laboratoryId: 1, createdAt: 1 });
displaySchema.index({ codeHash: 1 }, { unique: true, partialFilterExpression: { codeHash: { $type: 'string' } } });
displaySchema.index({ tokenHash: 1 }, { unique: true, partialFilterExpression: { tokenHash: { $type: 'string' } } });
displaySchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
