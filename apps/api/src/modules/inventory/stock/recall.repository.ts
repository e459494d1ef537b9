import { type InventoryUnit, inventoryUnits, type Page, type RecallListQuery, recallStatuses } from '@shifa/contract';
import { type Model, Schema, type Types } from 'mongoose';
import { ScopedRepository, type Stored } from '../../../platform/mongo/scoped-repository';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { LabScope } from '../../../platform/domain/lab-scope';
import { newId, type ObjectId, objectId } from '../../../platform/domain/object-id';
import { currentSession } from '../../../platform/mongo/unit-of-work';
import { personPart, storedFields } from '../../../platform/mongo/schema-parts';
import { isSameDelivery, type StockLine, toBatchKey } from './stock-plan';
import type { BatchRow, ItemRow } from './item.document';
import { ItemRepository } from './item.repository';
import { notSetAside } from './stock';

export type RecallRow = Stored & {
  /** Null for a recall in the whole network. */
  laboratoryId: Types.ObjectId | null;
  batchNumber: string;
  /** See `toBatchKey`. */
  batchKey: string;
  /** What the product was called when it was recalled; see `productKeyOf`. */
  productKey: string;
  /** The items that have had the batch, those included in which it arrived since. */
  itemIds: Types.ObjectId[];
  name: string;
  manufacturer: string | null;
  unit: InventoryUnit;
  reason: string;
  status: (typeof recallStatuses)[number];
  by: { _id: Types.ObjectId; name: string };
  updatedBy: string | null;
};

/** Also the number of items that one recall can block, in one transaction. */
export const MAX_RECALLED_ITEMS = 2_000;

export const RECALL_MODEL = 'BatchRecall';

const required = { type: String, required: true } as const;

export const recallSchema = new Schema<RecallRow>(
  {
    laboratoryId: { type: Schema.Types.ObjectId, default: null },
    batchNumber: required,
    batchKey: required,
    productKey: required,
    itemIds: { type: [Schema.Types.ObjectId], max: MAX_RECALLED_ITEMS },
    name: required,
    manufacturer: { type: String, default: null },
    unit: { ...required, enum: inventoryUnits },
    reason: required,
    status: { ...required, enum: recallStatuses },
    by: personPart,
    updatedBy: { type: String, default: null },
    ...storedFields,
  },
  { collection: 'batch_recalls', versionKey: false, minimize: false },
);

recallSchema.index({ batchKey: 1, status: 1 });
recallSchema.index({ laboratoryId: 1, createdAt: 1, _id: 1 });

@Injectable()
export class RecallRepository extends ScopedRepository<RecallRow> {
  constructor(@InjectModel(RECALL_MODEL) model: Model<RecallRow>) {
    super(model, { laboratory: 'laboratoryId' });
  }

  /** Recalls of the scope and network-wide recalls, which everyone can see. */
  async listVisible(scope: LabScope, { page, limit, status }: RecallListQuery): Promise<Page<RecallRow>> {
    return this.page(LabScope.everywhere(), {
      filter: { ...ofLaboratoryOrNetwork(scope.laboratoryId), ...(status && { status: { $in: status } }) },
      sort: { createdAt: -1 },
      page,
      limit,
    });
  }

  /** The recalls in force of the batch numbers: network-wide and, if a laboratory is given, its own. */
  async findActive(laboratoryId: string | null, batchNumbers: readonly string[]): Promise<RecallRow[]> {
    const batchKey = { $in: batchNumbers.map(toBatchKey) };
    return this.findAll(
      LabScope.everywhere(),
      { batchKey, status: 'active', ...ofLaboratoryOrNetwork(laboratoryId) },
      { sort: { createdAt: 1 } },
    );
  }

  /** Notes that the batch has arrived in an item, which is no change by anyone. */
  async addItem({ _id }: RecallRow, itemId: ObjectId): Promise<void> {
    const hasRoom = { [`itemIds.${MAX_RECALLED_ITEMS - 1}`]: { $exists: false } };
    const session = currentSession() ?? undefined;
    await this.model.collection.updateOne({ _id, ...hasRoom }, { $addToSet: { itemIds: itemId } }, { session });
  }
}

/** Without a laboratory, the recalls of all. */
function ofLaboratoryOrNetwork(laboratoryId: string | null) {
  return laboratoryId === null ? {} : { laboratoryId: { $in: [null, objectId(laboratoryId)] } };
}

/** The items that stock has been in, and everything that they have been called. */
export type StockIdentity = { itemIds: readonly ObjectId[]; productKeys: readonly string[] };

/** Which batches must not come into use, wherever they arrive from. */
@Injectable()
export class RecallRegister {
  constructor(
    private readonly recalls: RecallRepository,
    private readonly items: ItemRepository,
  ) {}

  /**
   * The lines of a stock change with the batches blocked that arrive while they are recalled. What arrives does not
   * block stock of the batch that has been released: it is kept in a batch of its own.
   * @param from where the stock was before.
   */
  async applyTo(
    item: ItemRow,
    lines: readonly StockLine[],
    { from = { itemIds: [], productKeys: [] }, dryRun = false }: { from?: StockIdentity; dryRun?: boolean } = {},
  ): Promise<StockLine[]> {
    const arriving = lines.filter(({ quantity }) => quantity > 0).map(({ batch }) => batch.batchNumber);
    if (arriving.length === 0) return [...lines];
    const identity = {
      itemIds: [item._id, ...from.itemIds],
      productKeys: [...item.productKeys, ...from.productKeys],
    };
    const covering = await this.findMatching(item.laboratoryId, identity, arriving);
    const recallOf = ({ batch, quantity }: StockLine) =>
      quantity > 0 ? covering.find(({ batchKey }) => batchKey === toBatchKey(batch.batchNumber)) : undefined;
    const applied = new Set(lines.flatMap((line) => recallOf(line) ?? []));
    if (!dryRun) for (const recall of applied) await this.recalls.addItem(recall, item._id);
    return lines.map((line) => {
      const recall = recallOf(line);
      return recall ? { ...line, batch: blockedBatch(item, line.batch, recall.reason) } : line;
    });
  }

  /** The recalls in force of the batch numbers that concern the product. */
  async findMatching(
    laboratoryId: ObjectId,
    { itemIds, productKeys }: StockIdentity,
    batchNumbers: readonly string[],
  ): Promise<RecallRow[]> {
    const inForce = await this.recalls.findActive(laboratoryId.toHexString(), batchNumbers);
    if (inForce.length === 0) return [];
    // What these items have been called since counts as well; see `productKeysOf`.
    const recalled = [
      ...new Map(inForce.flatMap((recall) => recall.itemIds).map((id) => [id.toHexString(), id])).values(),
    ];
    const projection = { productKeys: 1 } as const;
    const options = { limit: recalled.length, projection };
    const rows =
      recalled.length === 0 ? [] : await this.items.find(LabScope.everywhere(), { _id: { $in: recalled } }, options);
    return inForce.filter((recall) => {
      const has = (id: ObjectId) => recall.itemIds.some((one) => one.equals(id));
      const known = rows.filter(({ _id }) => has(_id)).flatMap((row) => row.productKeys);
      return itemIds.some(has) || productKeys.some((key) => key === recall.productKey || known.includes(key));
    });
  }
}

/** The batch as recalled, or one of its own for what arrives where stock of the batch has been released. */
export function blockedBatch(item: Pick<ItemRow, 'batches'>, batch: BatchRow, reason: string | null): BatchRow {
  const block = { status: 'recalled', statusReason: reason } as const;
  const released = item.batches.some(
    ({ _id, quantity, status }) => _id.equals(batch._id) && quantity > 0 && status === 'active',
  );
  if (!released) return { ...batch, ...block };
  const twin = notSetAside(item.batches).find((one) => one.status === 'recalled' && isSameDelivery(one, batch));
  return twin ?? { ...batch, ...block, _id: newId(), quantity: 0 };
}
