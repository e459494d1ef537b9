import {
  type EnteredPacks,
  type InventoryGroup,
  type InventoryUnit,
  inventoryUnits,
  type MovementListQuery,
  type MovementType,
  movementTypes,
  type Page,
} from '@shifa/contract';
import { type Model, type PipelineStage, Schema, type Types } from 'mongoose';
import {
  type Filter,
  type PageRequest,
  ScopedRepository,
  type Stored,
} from '../../../platform/mongo/scoped-repository';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { LabScope } from '../../../platform/domain/lab-scope';
import { type ObjectId, objectId } from '../../../platform/domain/object-id';
import { toBigint, type StoredInteger } from '../../../platform/mongo/stored-integer';
import { addDays } from '../../../platform/time/business-day';
import type { Period } from '../../../platform/time/report-period';
import { part, personPart, storedFields } from '../../../platform/mongo/schema-parts';
import { type CostChange, ITEM_COLLECTION } from './item.document';
import { toBatchKey } from './stock-plan';

/** A count states the quantity of an item or of a batch after a movement of the item. */
export type StockCount = { of: 'item' | 'batch'; atSeq: number };

/** A row of the ledger. It is never changed: `version` is always 1. */
export type MovementRow = Stored & {
  laboratoryId: Types.ObjectId;
  item: { _id: Types.ObjectId; itemCode: string; name: string; unit: InventoryUnit };
  seq: number;
  type: MovementType;
  quantity: number;
  balanceAfter: number;
  usableAfter: number;
  batch: { _id: Types.ObjectId; batchNumber: string; expiryDate: string | null };
  /** See `toBatchKey`. */
  batchKey: string;
  /** For an adjustment: what was counted, and after which movement. Absent from rows of earlier versions. */
  count?: StockCount | null;
  /** The write-off that was approved, for its waste. */
  writeOffId?: Types.ObjectId;
  /** The receipt of a purchase order that brought it. */
  receiptId?: Types.ObjectId;
  /** How the quantity of the change was entered, where that was in packs. */
  entered?: EnteredPacks;
  /** A correction of the cost by a bill. */
  cost?: CostChange;
  reason: string | null;
  notes: string | null;
  unitCostPaise: number;
  by: { _id: Types.ObjectId; name: string } | null;
  at: Date;
  day: string;
};

export const MOVEMENT_MODEL = 'StockMovement';

export const movementSchema = new Schema<MovementRow>(
  {
    laboratoryId: { type: Schema.Types.ObjectId, required: true },
    item: new Schema(
      {
        _id: Schema.Types.ObjectId,
        itemCode: String,
        name: String,
        unit: { type: String, enum: inventoryUnits },
      },
      part,
    ),
    seq: { type: Number, required: true },
    type: { type: String, enum: movementTypes, required: true },
    quantity: { type: Number, required: true },
    balanceAfter: { type: Number, required: true },
    usableAfter: { type: Number, required: true },
    batch: new Schema({ _id: Schema.Types.ObjectId, batchNumber: String, expiryDate: String }, part),
    batchKey: { type: String, required: true },
    count: { type: new Schema({ of: String, atSeq: Number }, part), default: null },
    writeOffId: Schema.Types.ObjectId,
    receiptId: Schema.Types.ObjectId,
    entered: new Schema({ name: String, factor: Number, quantity: Number }, part),
    cost: new Schema({ billId: Schema.Types.ObjectId, units: Number, changePaise: Number }, part),
    reason: { type: String, default: null },
    notes: { type: String, default: null },
    unitCostPaise: { type: Number, required: true },
    by: { type: personPart, default: null },
    at: { type: Date, required: true },
    day: { type: String, required: true },
    ...storedFields,
  },
  { collection: 'stock_movements', versionKey: false, minimize: false },
);

movementSchema.index({ 'item._id': 1, seq: 1 }, { unique: true });
movementSchema.index({ laboratoryId: 1, at: 1, _id: 1, type: 1, day: 1 });
movementSchema.index({ at: 1, _id: 1, type: 1, day: 1 });
movementSchema.index({ laboratoryId: 1, type: 1, at: 1, _id: 1 });
movementSchema.index({ batchKey: 1, laboratoryId: 1, at: 1 });
movementSchema.index({ laboratoryId: 1, 'by._id': 1, at: 1, _id: 1 });

/** Stock that was received, used and wasted. */
export type StockFlow = Record<FlowValue, bigint> & {
  /** A month, or the id or name of the group. */
  key: string;
  /** Only meaningful for a single item, as are the quantities. */
  unit: InventoryUnit;
  received: number;
  used: number;
  wasted: number;
};
export type SinceCount = { moved: number; isSuperseded: boolean };

type FlowValue = 'receivedPaise' | 'usedPaise' | 'wastedPaise' | 'expiredPaise';
type StoredFlow = Omit<StockFlow, FlowValue | 'key'> & Record<FlowValue, StoredInteger> & { _id: unknown };

@Injectable()
export class MovementRepository extends ScopedRepository<MovementRow> {
  constructor(@InjectModel(MOVEMENT_MODEL) model: Model<MovementRow>) {
    super(model, { laboratory: 'laboratoryId' });
  }

  /** @param total the number of matches, if it is known; for an item, that of all of its movements. */
  async list(scope: LabScope, query: MovementListQuery, total?: number): Promise<Page<MovementRow>> {
    const direction = query.sort === 'at' ? 1 : -1;
    const { itemId, page, limit } = query;
    if (itemId !== undefined && total !== undefined) {
      // Their numbers have no gaps, so that a page starts at its own number, however far it is from the first.
      const skip = (page - 1) * limit;
      const seq = direction === 1 ? { $gt: skip } : { $lte: total - skip };
      const items = await this.find(scope, { ...toFilter(query), seq }, { sort: { seq: direction }, limit });
      return { items, total };
    }
    const order: Pick<PageRequest, 'sort' | 'uniqueSort'> =
      itemId === undefined
        ? { sort: { at: direction } }
        : { sort: { 'item._id': direction, seq: direction }, uniqueSort: true };
    return this.page(scope, { filter: toFilter(query), ...order, page, limit, total });
  }

  /** In the order in which they happened, streamed. */
  eachForReport(scope: LabScope, filter: Filter): AsyncIterable<MovementRow> {
    return this.stream(scope, { filter, sort: { at: 1 } });
  }

  /**
   * What has happened to what was counted since: the quantity moved, without corrections by other counts, and whether a
   * later count is among those. The count of a whole item says nothing of one batch, and the other way round it does.
   */
  async sinceCount(
    scope: LabScope,
    itemId: ObjectId,
    { of, atSeq }: StockCount,
    batchId?: string,
  ): Promise<SinceCount> {
    const filter = {
      'item._id': itemId,
      seq: { $gt: atSeq },
      ...(batchId !== undefined && { 'batch._id': objectId(batchId) }),
    };
    const isCount = { $eq: ['$type', 'adjustment' satisfies MovementType] };
    const supersedes = of === 'batch' ? isCount : { $and: [isCount, { $ne: ['$count.of', 'batch'] }] };
    // A count of an earlier version was made before its own row.
    const countedAt = { $ifNull: ['$count.atSeq', { $subtract: ['$seq', 1] }] };
    const [sum] = await this.aggregate<{ moved: number; countedAt: number }>(scope, [
      { $match: filter },
      {
        $group: {
          _id: null,
          moved: { $sum: { $cond: [isCount, 0, '$quantity'] } },
          countedAt: { $max: { $cond: [supersedes, countedAt, -1] } },
        },
      },
    ]);
    return sum ? { moved: sum.moved, isSuperseded: sum.countedAt > atSeq } : { moved: 0, isSuperseded: false };
  }

  /** The corrections of costs by a bill since an instant. */
  costChanges(scope: LabScope, billId: ObjectId, since: Date): Promise<MovementRow[]> {
    return this.findAll(scope, { type: 'cost' satisfies MovementType, at: { $gte: since }, 'cost.billId': billId });
  }

  /** The number of an item's last movement until an instant, of those after `seq`. */
  async lastSeqUntil(scope: LabScope, itemId: ObjectId, until: Date, seq: number): Promise<number | undefined> {
    const filter = { 'item._id': itemId, seq: { $gt: seq }, at: { $lte: until } };
    const [last] = await this.find(scope, filter, { sort: { seq: -1 }, limit: 1, projection: { seq: 1 } });
    return last?.seq;
  }

  /** The value that a person wrote off on a day without an approval, in paise. */
  async writtenOffBy(scope: LabScope, userId: ObjectId, day: string): Promise<number> {
    const filter = {
      'by._id': userId,
      at: { $gte: new Date(addDays(day, -1)), $lt: new Date(addDays(day, 2)) },
      day,
      type: 'waste' satisfies MovementType,
      writeOffId: null,
    };
    const [sum] = await this.aggregate<{ paise: StoredInteger }>(scope, [
      { $match: filter },
      { $group: { _id: null, paise: { $sum: loss } } },
    ]);
    return sum ? Number(toBigint(sum.paise)) : 0;
  }

  /** The movements of a batch number, added up by item and type. */
  async ofBatchNumber(
    scope: LabScope,
    batchNumber: string,
  ): Promise<{ itemId: ObjectId; type: MovementType; quantity: number }[]> {
    const sums = await this.aggregate<{ _id: { item: ObjectId; type: MovementType }; quantity: number }>(scope, [
      { $match: { batchKey: toBatchKey(batchNumber) } },
      { $group: { _id: { item: '$item._id', type: '$type' }, quantity: { $sum: '$quantity' } } },
    ]);
    return sums.map(({ _id: { item, type }, quantity }) => ({ itemId: item, type, quantity }));
  }

  /** The values of a period, by month, item, category or laboratory. */
  async flows(scope: LabScope, { from, to }: Period, groupBy: InventoryGroup): Promise<StockFlow[]> {
    const filter = {
      type: { $in: ['in', 'out', 'waste'] satisfies MovementType[] },
      // No zone is further than a day from UTC; the indexes begin with the instant.
      at: { $gte: new Date(addDays(from, -1)), $lt: new Date(addDays(to, 2)) },
      day: { $gte: from, $lte: to },
    };
    const groups = await this.aggregate<StoredFlow>(scope, [
      { $match: filter },
      { $group: { _id: flowKeys[groupBy], unit: { $first: '$item.unit' }, ...flowSums } },
      ...(groupBy === 'category' ? byCategory : []),
    ]);
    return groups.map(({ _id, receivedPaise, usedPaise, wastedPaise, expiredPaise, ...rest }) => ({
      ...rest,
      key: String(_id),
      receivedPaise: toBigint(receivedPaise),
      usedPaise: toBigint(usedPaise),
      wastedPaise: toBigint(wastedPaise),
      expiredPaise: toBigint(expiredPaise),
    }));
  }
}

const flowKeys: Record<InventoryGroup, object | string> = {
  month: { $substrCP: ['$day', 0, 7] },
  item: '$item._id',
  // Movements do not store it; see `byCategory`.
  category: '$item._id',
  laboratory: '$laboratoryId',
};
const sumIf = (condition: object, amount: object | string) => ({ $sum: { $cond: [condition, amount, 0] } });
const ofType = (type: MovementType) => ({ $eq: ['$type', type] });
const gain = { $multiply: [{ $toLong: '$quantity' }, { $toLong: '$unitCostPaise' }] };
const loss = { $multiply: [gain, -1] };
const isExpired = { $and: [{ $gt: ['$batch.expiryDate', null] }, { $lt: ['$batch.expiryDate', '$day'] }] };
const flowSums = {
  receivedPaise: sumIf(ofType('in'), gain),
  usedPaise: sumIf(ofType('out'), loss),
  wastedPaise: sumIf(ofType('waste'), loss),
  expiredPaise: sumIf({ $and: [ofType('waste'), isExpired] }, loss),
  received: sumIf(ofType('in'), '$quantity'),
  used: sumIf(ofType('out'), { $multiply: ['$quantity', -1] }),
  wasted: sumIf(ofType('waste'), { $multiply: ['$quantity', -1] }),
};
const byCategory: PipelineStage[] = [
  { $lookup: { from: ITEM_COLLECTION, localField: '_id', foreignField: '_id', as: 'items' } },
  {
    $group: {
      _id: { $first: '$items.category' },
      unit: { $first: '$unit' },
      ...Object.fromEntries(Object.keys(flowSums).map((sum) => [sum, { $sum: `$${sum}` }])),
    },
  },
];

function toFilter({ itemId, laboratoryId, type, batchNumber, from, to, by }: MovementListQuery): Filter {
  return {
    ...(itemId !== undefined && { 'item._id': objectId(itemId) }),
    ...(laboratoryId && { laboratoryId: { $in: laboratoryId.map((id) => objectId(id)) } }),
    ...(type && { type: { $in: type } }),
    ...(batchNumber !== undefined && { batchKey: toBatchKey(batchNumber) }),
    ...((from !== undefined || to !== undefined) && {
      day: { ...(from !== undefined && { $gte: from }), ...(to !== undefined && { $lte: to }) },
    }),
    ...(by !== undefined && { 'by._id': objectId(by) }),
  };
}
