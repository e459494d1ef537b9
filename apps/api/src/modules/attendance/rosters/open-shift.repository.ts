import {
  MAX_OPEN_PLACES,
  type OpenShiftListQuery,
  type OpenShiftStatus,
  openShiftStatuses,
  type Page,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema, type Types } from 'mongoose';
import { LabScope } from '../../../platform/domain/lab-scope';
import type { ObjectId } from '../../../platform/domain/object-id';
import { part, storedFields } from '../../../platform/mongo/schema-parts';
import { ScopedRepository, type Stored } from '../../../platform/mongo/scoped-repository';
import { type SwappedShift, swappedShift } from './swap.repository';

/** A shift of a day that planners offer to those who are free and qualified. */
export type OpenShiftRow = Stored & {
  laboratoryId: Types.ObjectId;
  shiftTypeId: Types.ObjectId;
  shift: SwappedShift;
  startsAt: Date;
  places: number;
  takenBy: { _id: Types.ObjectId; name: string }[];
  status: OpenShiftStatus;
  offeredBy: string | null;
  updatedBy: string | null;
};

export const OPEN_SHIFT_MODEL = 'OpenShift';

const id = { type: Schema.Types.ObjectId, required: true } as const;

export const openShiftSchema = new Schema<OpenShiftRow>(
  {
    laboratoryId: id,
    shiftTypeId: id,
    shift: { type: swappedShift, required: true },
    startsAt: { type: Date, required: true },
    places: { type: Number, required: true },
    takenBy: { type: [new Schema({ _id: id, name: String }, part)], max: MAX_OPEN_PLACES },
    status: { type: String, enum: openShiftStatuses, required: true },
    offeredBy: { type: String, default: null },
    updatedBy: { type: String, default: null },
    ...storedFields,
  },
  { collection: 'open_shifts', versionKey: false },
);
openShiftSchema.index({ laboratoryId: 1, startsAt: 1, _id: 1 });
openShiftSchema.index({ status: 1, startsAt: 1 });

@Injectable()
export class OpenShiftRepository extends ScopedRepository<OpenShiftRow> {
  constructor(@InjectModel(OPEN_SHIFT_MODEL) model: Model<OpenShiftRow>) {
    super(model, { laboratory: 'laboratoryId' });
  }

  list(laboratoryId: ObjectId, { status, page, limit }: OpenShiftListQuery): Promise<Page<OpenShiftRow>> {
    const filter = { laboratoryId, ...(status && { status: { $in: status } }) };
    return this.page(LabScope.everywhere(), { filter, sort: { startsAt: 1 }, page, limit });
  }

  /** Whether the shift type is open on a day. */
  openOn(laboratoryId: ObjectId, shiftTypeId: ObjectId, startsAt: Date): Promise<OpenShiftRow | null> {
    return this.findOne(LabScope.everywhere(), { laboratoryId, startsAt, shiftTypeId, status: 'open' });
  }

  begun(now: Date, limit: number): Promise<OpenShiftRow[]> {
    return this.find(LabScope.everywhere(), { status: 'open', startsAt: { $lte: now } }, { limit });
  }
}
