import { DEFAULT_WRITE_OFF_LIMIT_PAISE } from '@shifa/contract';
import { type Migration, type MigrationConnection, provideMigrations } from '../../platform/mongo/migrations';
import type { ObjectId } from '../../platform/domain/object-id';
import { renewFields } from '../../platform/mongo/renew-fields';
import { addPolicies } from '../laboratories/laboratories.port';
import type { RecallRow } from './stock/recall.repository';
import type { MovementRow } from './stock/movement.repository';
import { toBatchKey } from './stock/stock-plan';
import type { TransferLineRow, TransferRow } from './transfers/transfer.repository';
import { ITEM_COLLECTION, type ItemRow, productKeyOf } from './stock/item.document';
import { derivedFields } from './stock/item';
import { partsOnOrder, toOnOrder } from './stock/on-order';
import { dailyUseAfter } from './stock/stock';
import type { StockTotalsRow } from './stock/stock-totals.repository';
import { toSearchWords } from './transfers/transfer';
import type { StockAlertRow } from './alerts/stock-alert.repository';

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
      await recalls.updateOne({ _id: recall._id }, { $set: { itemIds: await findItems(connection, recall) } });
    }
    const transfers = connection.collection<TransferRow>('stock_transfers');
    for await (const transfer of transfers.find({ 'lines.batchKey': { $exists: false } })) {
      signal.throwIfAborted();
      const sources = await items.find({ _id: { $in: transfer.lines.map(({ item }) => item._id) } }).toArray();
      const lines = transfer.lines.map((line) => toSentLine(line, sources));
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

/** The items that a recall has blocked, and the other items of the product that have had the batch. */
async function findItems(connection: MigrationConnection, recall: RecallRow): Promise<ObjectId[]> {
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
function toSentLine(line: TransferLineRow, sources: readonly ItemRow[]): TransferLineRow {
  const source = sources.find(({ _id }) => _id.equals(line.item._id));
  if (!source) return line;
  const { productKey, ...item } = line.item as TransferLineRow['item'] & { productKey: string };
  const { category, manufacturer, supplier, leadTimeDays, unitCostPaise, trackExpiry } = source;
  const { stabilityDays, storageCondition } = source;
  return {
    ...line,
    item: { ...item, productKeys: [productKey] },
    product: {
      category,
      manufacturer,
      supplier,
      leadTimeDays,
      unitCostPaise,
      trackExpiry,
      stabilityDays,
      storageCondition,
    },
    targetItemId: null,
    batchKey: toBatchKey(line.batch.batchNumber),
  };
}

/** Finds items and transfers by the tail of their codes and numbers. */
const findStockByTail: Migration = {
  id: '2026-11-24-find-stock-by-tail',
  up: async (connection, signal) => {
    const items = connection.collection<ItemRow>(ITEM_COLLECTION).find();
    const words = items.map((row) => ({ _id: row._id, searchWords: derivedFields(row).searchWords }));
    await renewFields(connection, ITEM_COLLECTION, words, signal);
    const transfers = connection.collection<TransferRow>('stock_transfers').find();
    const numbers = transfers.map((row) => ({ _id: row._id, searchWords: toSearchWords(row) }));
    await renewFields(connection, 'stock_transfers', numbers, signal);
  },
};

/** Stores what batches are found by, and which items are short, of items of earlier versions. */
export const storeBatchKeys: Migration = {
  id: '2026-11-24-store-batch-keys-and-shortage',
  up: async (connection, signal) => {
    const items = connection.collection<ItemRow>(ITEM_COLLECTION).find({ batchKeys: { $exists: false } });
    const fields = items.map((row) => {
      const { batchKeys, isShort } = derivedFields(row);
      return { _id: row._id, batchKeys, isShort };
    });
    await renewFields(connection, ITEM_COLLECTION, fields, signal);
  },
};

/** For items stored before their use was: adds it up from the ledger. */
export const addDailyUse: Migration = {
  id: '2026-11-22-add-daily-use',
  up: async (connection, signal) => {
    const items = connection.collection<ItemRow>('inventory_items');
    const movements = connection.collection<MovementRow>('stock_movements');
    for await (const { _id } of items.find({ dailyUse: { $exists: false } }, { projection: { _id: 1 } })) {
      signal.throwIfAborted();
      let dailyUse: ItemRow['dailyUse'] = {};
      for await (const { type, day, quantity } of movements.find({ 'item._id': _id }).sort({ seq: 1 })) {
        dailyUse = dailyUseAfter(dailyUse, { type, day, lines: [{ quantity }] });
      }
      await items.updateOne({ _id }, { $set: { dailyUse } });
    }
  },
};

/** Resolves the low-stock alerts of items that are out of stock, which have one alert now instead of two. */
export const resolveLowOfOut: Migration = {
  id: '2026-11-22-resolve-low-stock-alerts-of-items-out-of-stock',
  up: async (connection) => {
    const alerts = connection.collection<StockAlertRow>('stock_alerts');
    const itemIds = await alerts.distinct('item._id', { kind: 'out', isLive: true });
    const now = new Date();
    await alerts.updateMany(
      { kind: 'low', isLive: true, 'item._id': { $in: itemIds } },
      {
        $set: { state: 'resolved', isLive: false, until: null, resolvedAt: now, updatedAt: now },
        $inc: { version: 1 },
      },
    );
  },
};

/** Counts the items out of stock that have no minimum, which were left out. */
export const countOutWithoutMinimum: Migration = {
  id: '2026-11-29-count-items-out-of-stock-without-minimum',
  up: async (connection, signal) => {
    const items = connection.collection<ItemRow>(ITEM_COLLECTION);
    const totals = connection.collection<StockTotalsRow>('stock_totals');
    for await (const { _id, laboratoryId } of totals.find()) {
      signal.throwIfAborted();
      const without = { laboratoryId, status: 'active', stockStatus: 'out', minQuantity: 0 } as const;
      const outWithoutMinimum = await items.countDocuments(without);
      await totals.updateOne({ _id }, { $set: { outWithoutMinimum } });
    }
  },
};

/** Keeps the day of what was ordered by hand, which may be the later one, apart from that of purchase orders. */
export const keepDaysOfOrders: Migration = {
  id: '2026-11-29-keep-days-of-orders',
  up: async (connection, signal) => {
    const items = connection.collection<ItemRow>(ITEM_COLLECTION).find({ onOrder: { $ne: null } });
    const orders = items.map(({ _id, onOrder }) => ({ _id, onOrder: toOnOrder(partsOnOrder(onOrder)) }));
    await renewFields(connection, ITEM_COLLECTION, orders, signal);
  },
};

/** Gives laboratories from before write-offs had a limit the limit that new ones have. */
const addWriteOffLimit = addPolicies('2026-11-24-add-write-off-limit', {
  'inventory.writeOffLimitPaise': DEFAULT_WRITE_OFF_LIMIT_PAISE,
});

export const inventoryMigrations = provideMigrations(
  addDailyUse,
  resolveLowOfOut,
  addProducts,
  addWriteOffLimit,
  findStockByTail,
  storeBatchKeys,
  countOutWithoutMinimum,
  keepDaysOfOrders,
);
