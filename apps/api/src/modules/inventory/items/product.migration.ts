import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Migration, type MigrationConnection, Migrations } from '../../../platform/mongo/migrations';
import type { ObjectId } from '../../../platform/mongo/object-id';
import type { RecallRow } from '../recalls/recall.document';
import type { MovementRow } from '../stock/movement.document';
import { batchKeyOf } from '../stock/stock-plan';
import type { TransferLineRow, TransferRow } from '../transfers/transfer.document';
import type { ItemRow } from './item.document';
import { productKeyOf } from './product';

/** Gives items, recalls and transfers of earlier versions their products, and batches the blocks that disposal ended. */
export const addProducts: Migration = {
  id: '2026-11-24-add-products',
  up: async (connection, signal) => {
    const items = connection.collection<ItemRow>('inventory_items');
    for await (const item of items.find({ productKeys: { $exists: false } })) {
      signal.throwIfAborted();
      const batches = await blockedAgain(connection, item);
      await items.updateOne({ _id: item._id }, { $set: { productKeys: [productKeyOf(item)], batches } });
    }
    const recalls = connection.collection<RecallRow>('batch_recalls');
    for await (const recall of recalls.find({ itemIds: { $exists: false } })) {
      signal.throwIfAborted();
      await recalls.updateOne({ _id: recall._id }, { $set: { itemIds: await itemsOf(connection, recall) } });
    }
    const transfers = connection.collection<TransferRow>('stock_transfers');
    for await (const transfer of transfers.find({ 'lines.batchKey': { $exists: false } })) {
      signal.throwIfAborted();
      const sources = await items.find({ _id: { $in: transfer.lines.map(({ item }) => item._id) } }).toArray();
      const lines = transfer.lines.map((line) => sentLineOf(line, sources));
      await transfers.updateOne({ _id: transfer._id }, { $set: { lines } });
    }
  },
};

/** Disposal used to end a block, and left only its reason. What the ledger says last of the batch is in force. */
async function blockedAgain(connection: MigrationConnection, { _id, batches }: ItemRow): Promise<ItemRow['batches']> {
  const movements = connection.collection<MovementRow>('stock_movements');
  const found: ItemRow['batches'] = [];
  for (const batch of batches) {
    if (batch.status !== 'disposed' || batch.statusReason === null) {
      found.push(batch);
      continue;
    }
    const [last] = await movements
      .find({ 'item._id': _id, 'batch._id': batch._id, type: { $in: ['quarantine', 'release', 'recall'] } })
      .sort({ seq: -1 })
      .limit(1)
      .toArray();
    // A batch that arrived while it was recalled has no row that says so.
    const status = last?.type === 'release' ? 'disposed' : last?.type === 'quarantine' ? 'quarantined' : 'recalled';
    found.push({ ...batch, status });
  }
  return found;
}

/** The items that a recall has blocked, and those of the product that have had the batch. */
async function itemsOf(connection: MigrationConnection, recall: RecallRow): Promise<ObjectId[]> {
  const { batchKey, laboratoryId, name, productKey } = recall;
  const within = laboratoryId === null ? { batchKey } : { batchKey, laboratoryId };
  const movements = connection.collection<MovementRow & { 'item._id': ObjectId }>('stock_movements');
  const blocked = await movements.distinct('item._id', { ...within, type: 'recall', 'item.name': name });
  const had = await movements.distinct('item._id', within);
  const alike = connection.collection<ItemRow>('inventory_items').find({ _id: { $in: had }, productKeys: productKey });
  const all = [...blocked, ...(await alike.toArray()).map(({ _id }) => _id)];
  return [...new Map(all.map((id) => [id.toHexString(), id])).values()];
}

/** The sender's item as it is now: what it was when it was sent is not known. */
function sentLineOf(line: TransferLineRow, sources: readonly ItemRow[]): TransferLineRow {
  const source = sources.find(({ _id }) => _id.equals(line.item._id));
  if (!source) return line;
  const { productKey, ...item } = line.item as TransferLineRow['item'] & { productKey: string };
  const { category, manufacturer, supplier, leadTimeDays, unitCostPaise, trackExpiry } = source;
  const { stabilityDays, storageCondition } = source;
  return {
    ...line,
    item: { ...item, productKeys: [productKey] },
    product: {
      ...{ category, manufacturer, supplier, leadTimeDays, unitCostPaise, trackExpiry },
      ...{ stabilityDays, storageCondition },
    },
    targetItemId: null,
    batchKey: batchKeyOf(line.batch.batchNumber),
  };
}

@Injectable()
export class ProductMigration implements OnModuleInit {
  constructor(private readonly migrations: Migrations) {}

  onModuleInit(): void {
    this.migrations.register(addProducts);
  }
}
