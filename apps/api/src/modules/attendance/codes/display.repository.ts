import { MAX_DISPLAYS } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema, type Types } from 'mongoose';
import { LabScope } from '../../../platform/domain/lab-scope';
import type { ObjectId } from '../../../platform/domain/object-id';
import { ScopedRepository, type Stored } from '../../../platform/mongo/scoped-repository';
import { currentSession } from '../../../platform/mongo/unit-of-work';
import { storedFields } from '../../../platform/mongo/schema-parts';

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
  /** When the database deletes it: a code that no one types, or a removed display whose codes have all expired. */
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
    ...storedFields,
  },
  { collection: 'attendance_displays', versionKey: false },
);
displaySchema.index({ laboratoryId: 1, createdAt: 1 });
displaySchema.index({ codeHash: 1 }, { unique: true, partialFilterExpression: { codeHash: { $type: 'string' } } });
displaySchema.index({ tokenHash: 1 }, { unique: true, partialFilterExpression: { tokenHash: { $type: 'string' } } });
displaySchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

@Injectable()
export class DisplayRepository extends ScopedRepository<DisplayRow> {
  constructor(@InjectModel(DISPLAY_MODEL) model: Model<DisplayRow>) {
    super(model, { laboratory: 'laboratoryId' });
  }

  /** Displays that show codes, or whose pairing code can still be typed, oldest first. */
  ofLaboratory(scope: LabScope, laboratoryId: ObjectId, now: Date): Promise<DisplayRow[]> {
    const usable = { removedAt: null, $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] };
    return this.find(scope, { laboratoryId, ...usable }, { sort: { createdAt: 1, _id: 1 }, limit: MAX_DISPLAYS });
  }

  waitingFor(codeHash: string, now: Date): Promise<DisplayRow | null> {
    return this.findOne(LabScope.everywhere(), { codeHash, expiresAt: { $gt: now } });
  }

  paired(tokenHash: string): Promise<DisplayRow | null> {
    return this.findOne(LabScope.everywhere(), { tokenHash, removedAt: null });
  }

  /** Not a new version, because no one changed the display. */
  async touch(id: string, at: Date, since: Date): Promise<void> {
    const filter = { _id: id, $or: [{ lastSeenAt: null }, { lastSeenAt: { $lte: since } }] };
    await this.model.updateOne(filter, { $set: { lastSeenAt: at } });
  }

  async remove(id: ObjectId): Promise<void> {
    await this.model.deleteOne({ _id: id }).session(currentSession());
  }
}
