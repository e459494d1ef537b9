import { MAX_ASKED, type Page, type SwapListQuery, type SwapStatus, swapStatuses } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema, type Types } from 'mongoose';
import type { OneDecision } from '../../../platform/decisions/one-decision';
import { LabScope } from '../../../platform/domain/lab-scope';
import { type ObjectId, objectId } from '../../../platform/domain/object-id';
import { part, storedFields } from '../../../platform/mongo/schema-parts';
import { type Filter, ScopedRepository, type Stored } from '../../../platform/mongo/scoped-repository';
import { sortOrder } from '../../../platform/mongo/sort-order';

/** A published shift of a person, as it was when the swap was requested. */
export type SwappedShift = {
  day: string;
  shiftTypeId: Types.ObjectId;
  name: string;
  code: string;
  start: string;
  end: string;
  breakMinutes: number;
  startsAt: Date;
};

type Named = { _id: Types.ObjectId; name: string };

export type SwapRow = Stored &
  OneDecision & {
    laboratoryId: Types.ObjectId;
    /** Whose shift it is, and who asked. */
    userId: Types.ObjectId;
    personName: string;
    shift: SwappedShift;
    /** The shift of the only colleague that the person takes instead. */
    inExchange: SwappedShift | null;
    asked: (Named & { declined: boolean })[];
    takenBy: Named | null;
    note: string | null;
    status: SwapStatus;
    /** When the first of its shifts begins, and the swap ends. */
    startsAt: Date;
    endedBecause: string | null;
    updatedBy: string | null;
  };

export const SWAP_MODEL = 'RosterSwap';

const id = { type: Schema.Types.ObjectId, required: true } as const;
const text = { type: String, required: true } as const;
const note = { type: String, default: null } as const;

export const swappedShift = new Schema(
  {
    day: text,
    shiftTypeId: id,
    name: text,
    code: text,
    start: text,
    end: text,
    breakMinutes: { type: Number, required: true },
    startsAt: { type: Date, required: true },
  },
  part,
);

export const swapSchema = new Schema<SwapRow>(
  {
    laboratoryId: id,
    userId: id,
    personName: text,
    shift: { type: swappedShift, required: true },
    inExchange: { type: swappedShift, default: null },
    asked: { type: [new Schema({ _id: id, name: String, declined: Boolean }, part)], max: MAX_ASKED },
    takenBy: { type: new Schema({ _id: id, name: String }, part), default: null },
    note,
    status: { ...text, enum: swapStatuses },
    startsAt: { type: Date, required: true },
    endedBecause: note,
    decidedBy: { type: new Schema({ _id: id, name: String }, part), default: null },
    decidedAt: { type: Date, default: null },
    decisionReason: note,
    decidedContent: note,
    updatedBy: note,
    ...storedFields,
  },
  { collection: 'roster_swaps', versionKey: false, minimize: false },
);
swapSchema.index({ laboratoryId: 1, createdAt: 1, _id: 1 });
swapSchema.index({ laboratoryId: 1, status: 1, startsAt: 1, _id: 1 });
swapSchema.index({ userId: 1, createdAt: 1, _id: 1 });
swapSchema.index({ 'asked._id': 1, createdAt: 1, _id: 1 });
swapSchema.index({ status: 1, startsAt: 1 });

export const OPEN_SWAPS = ['offered', 'accepted'] as const;

@Injectable()
export class SwapRepository extends ScopedRepository<SwapRow> {
  constructor(@InjectModel(SWAP_MODEL) model: Model<SwapRow>) {
    super(model, { laboratory: 'laboratoryId', person: 'userId' });
  }

  list(scope: LabScope, query: SwapListQuery, further: Filter): Promise<Page<SwapRow>> {
    const { laboratoryId, status, page, limit, sort } = query;
    return this.page(scope, {
      filter: {
        ...(laboratoryId && { laboratoryId: { $in: laboratoryId.map((each) => objectId(each)) } }),
        ...(status && { status: { $in: status } }),
        ...further,
      },
      sort: sortOrder({ createdAt: ['createdAt'], startsAt: ['startsAt'] }, sort),
      page,
      limit,
    });
  }

  /** The swaps of a laboratory that are neither decided nor over. */
  openIn(laboratoryId: ObjectId): Promise<SwapRow[]> {
    return this.findAll(LabScope.everywhere(), { laboratoryId, status: { $in: OPEN_SWAPS } });
  }

  /** The open swaps that people offered or were asked about. */
  openOf(userIds: readonly ObjectId[]): Promise<SwapRow[]> {
    return this.findAll(LabScope.everywhere(), { status: { $in: OPEN_SWAPS }, ...concerning(userIds) });
  }

  /** Open swaps of which a shift has begun. */
  begun(now: Date, limit: number): Promise<SwapRow[]> {
    const filter = { status: { $in: OPEN_SWAPS }, startsAt: { $lte: now } };
    return this.find(LabScope.everywhere(), filter, { limit });
  }
}

/** What people offered or were asked about. */
export function concerning(userIds: readonly ObjectId[]): Filter {
  return { $or: [{ userId: { $in: [...userIds] } }, { 'asked._id': { $in: [...userIds] } }] };
}
