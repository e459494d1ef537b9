import {
  MAX_SHIFT_TYPES,
  MAX_SKILLS,
  type Page,
  type ShiftColour,
  shiftColours,
  type ShiftTypeListQuery,
  shiftTypeStatuses,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema, type Types } from 'mongoose';
import type { LabScope } from '../../../platform/domain/lab-scope';
import type { ObjectId } from '../../../platform/domain/object-id';
import { ScopedRepository, type Stored } from '../../../platform/mongo/scoped-repository';
import { currentSession } from '../../../platform/mongo/unit-of-work';
import { storedFields } from '../../../platform/mongo/schema-parts';

export type ShiftTypeRow = Stored & {
  laboratoryId: Types.ObjectId;
  name: string;
  code: string;
  colour: ShiftColour;
  start: string;
  end: string;
  breakMinutes: number;
  department: string | null;
  skills: string[];
  minimumStaff: number[];
  status: (typeof shiftTypeStatuses)[number];
  /** Whether a day was ever planned with it, so that it must stay. */
  used: boolean;
  updatedBy: string | null;
};

export const SHIFT_TYPE_MODEL = 'ShiftType';

const text = { type: String, required: true } as const;

export const shiftTypeSchema = new Schema<ShiftTypeRow>(
  {
    laboratoryId: { type: Schema.Types.ObjectId, required: true },
    name: text,
    code: text,
    colour: { ...text, enum: shiftColours },
    start: text,
    end: text,
    breakMinutes: { type: Number, required: true },
    department: { type: String, default: null },
    skills: { type: [String], max: MAX_SKILLS },
    minimumStaff: { type: [Number], max: 7 },
    status: { ...text, enum: shiftTypeStatuses },
    used: { type: Boolean, required: true },
    updatedBy: { type: String, default: null },
    ...storedFields,
  },
  { collection: 'shift_types', versionKey: false },
);
shiftTypeSchema.index({ laboratoryId: 1, code: 1 }, { unique: true });
shiftTypeSchema.index({ laboratoryId: 1, start: 1, code: 1, _id: 1 });

@Injectable()
export class ShiftTypeRepository extends ScopedRepository<ShiftTypeRow> {
  constructor(@InjectModel(SHIFT_TYPE_MODEL) model: Model<ShiftTypeRow>) {
    super(model, { laboratory: 'laboratoryId' });
  }

  list(
    scope: LabScope,
    laboratoryId: ObjectId,
    { status, page, limit }: ShiftTypeListQuery,
  ): Promise<Page<ShiftTypeRow>> {
    const filter = { laboratoryId, ...(status && { status: { $in: status } }) };
    return this.page(scope, { filter, sort: { start: 1, code: 1 }, page, limit });
  }

  /** All of a laboratory, archived ones included, by start. */
  ofLaboratory(scope: LabScope, laboratoryId: ObjectId): Promise<ShiftTypeRow[]> {
    const sort = { start: 1, code: 1, _id: 1 } as const;
    return this.find(scope, { laboratoryId }, { sort, limit: MAX_SHIFT_TYPES });
  }

  /** Not a new version, because no one changed the shift type. */
  async markUsed(ids: readonly ObjectId[]): Promise<void> {
    await this.model.collection.updateMany(
      { _id: { $in: [...ids] } },
      { $set: { used: true } },
      { session: currentSession() ?? undefined },
    );
  }

  async remove(id: ObjectId): Promise<void> {
    await this.model.deleteOne({ _id: id }).session(currentSession());
  }
}
