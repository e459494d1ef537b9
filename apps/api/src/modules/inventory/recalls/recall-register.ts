import { Injectable } from '@nestjs/common';
import { LabScope } from '../../../platform/mongo/lab-scope';
import { newId, type ObjectId } from '../../../platform/mongo/object-id';
import type { BatchRow, ItemRow } from '../items/item.document';
import { ItemRepository } from '../items/item.repository';
import { notSetAside } from '../stock/stock';
import { batchKeyOf, sameNumber, type StockLine } from '../stock/stock-plan';
import type { RecallRow } from './recall.document';
import { RecallRepository } from './recall.repository';

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
    const covering = await this.covering(item.laboratoryId, identity, arriving);
    const recallOf = ({ batch, quantity }: StockLine) =>
      quantity > 0 ? covering.find(({ batchKey }) => batchKey === batchKeyOf(batch.batchNumber)) : undefined;
    const applied = new Set(lines.flatMap((line) => recallOf(line) ?? []));
    if (!dryRun) for (const recall of applied) await this.recalls.addItem(recall, item._id);
    return lines.map((line) => {
      const recall = recallOf(line);
      return recall ? { ...line, batch: blockedBatch(item, line.batch, recall.reason) } : line;
    });
  }

  /** The recalls in force of the batch numbers that concern the product. */
  async covering(
    laboratoryId: ObjectId,
    { itemIds, productKeys }: StockIdentity,
    batchNumbers: readonly string[],
  ): Promise<RecallRow[]> {
    const inForce = await this.recalls.inForce(laboratoryId.toHexString(), batchNumbers);
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

function blockedBatch(item: ItemRow, batch: BatchRow, reason: string): BatchRow {
  const block = { status: 'recalled', statusReason: reason } as const;
  const released = item.batches.some(
    ({ _id, quantity, status }) => _id.equals(batch._id) && quantity > 0 && status === 'active',
  );
  if (!released) return { ...batch, ...block };
  const twin = notSetAside(item.batches).find((one) => one.status === 'recalled' && isSameDelivery(one, batch));
  return twin ?? { ...batch, ...block, _id: newId(), quantity: 0 };
}

function isSameDelivery(one: BatchRow, other: BatchRow): boolean {
  return (
    sameNumber(one, other.batchNumber) &&
    one.expiryDate === other.expiryDate &&
    one.openedOn === other.openedOn &&
    one.unitCostPaise === other.unitCostPaise
  );
}
