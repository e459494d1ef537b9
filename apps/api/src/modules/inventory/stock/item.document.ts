import {
  type BatchStatus,
  batchStatuses,
  inventoryCategories,
  type InventoryItem,
  inventoryItemStatuses,
  type InventoryUnit,
  inventoryUnits,
  type ItemPackage,
  MAX_PACKAGES,
  stockStatuses,
} from '@shifa/contract';
import { Schema, type Types } from 'mongoose';
import { MAX_SEARCH_WORDS } from '../../../platform/mongo/search-words';
import type { Stored } from '../../../platform/mongo/scoped-repository';
import { personPart, storedFields } from '../../../platform/mongo/schema-parts';

/** Compares texts that people typed regardless of case and spacing. */
export function normalizedText(text: string | null): string {
  return (text ?? '').normalize('NFC').trim().toLowerCase().replaceAll(/\s+/g, ' ');
}

/** An item that was renamed more often is no longer the same product. */
export const MAX_PRODUCT_KEYS = 20;

export const TOO_MANY_NAMES = `An item can be renamed at most ${MAX_PRODUCT_KEYS} times. Create a new item instead.`;

/** The same for items that people take for one where they have no code. */
export function nameKeyOf({ name, unit }: { name: string; unit: InventoryUnit }): string {
  return [normalizedText(name), unit].join('|');
}

/** The same for items of the same product in any laboratory. Codes are not compared: each laboratory has its own. */
export function productKeyOf(item: { name: string; manufacturer: string | null; unit: InventoryUnit }): string {
  return [normalizedText(item.name), normalizedText(item.manufacturer), item.unit].join('|');
}

/**
 * The keys of everything that an item has been. They are only ever added to, so that a rename or another manufacturer
 * takes nothing out of a recall.
 */
export function productKeysOf(item: Parameters<typeof productKeyOf>[0] & { productKeys: readonly string[] }): string[] {
  return [...new Set([...item.productKeys, productKeyOf(item)])];
}

export type BatchRow = {
  _id: Types.ObjectId;
  batchNumber: string;
  expiryDate: string | null;
  openedOn: string | null;
  quantity: number;
  unitCostPaise: number;
  status: BatchStatus;
  statusReason: string | null;
  receivedAt: Date;
  /**
   * Whether no one has accepted what arrived in it. Such a batch is quarantined until it is accepted, recalled or
   * quarantined for another reason first, or disposed of while it is empty. Absent from batches of earlier versions.
   */
  unaccepted?: boolean;
  /** The write-off that the stock is set aside for while it waits for a decision; see `setAside`. */
  writeOffId?: Types.ObjectId | null;
};

/** By how much a bill changed the value of the units that a batch had, in paise. */
export type CostChange = { billId: Types.ObjectId; units: number; changePaise: number };

/** When someone counted all of an item, on the day of its laboratory. */
export type LastCount = { at: Date; day: string; by: { _id: Types.ObjectId; name: string } };

/** What follows from the batches and from today; see `computeStock`. */
export type StockFields = Pick<
  InventoryItem,
  'quantity' | 'usableQuantity' | 'stockStatus' | 'nearestExpiry' | 'expiredQuantity' | 'blockedQuantity'
> & {
  /** Exact: at most `MAX_ITEM_VALUE_PAISE`. */
  valuePaise: number;
  /** The earliest last day among batches with stock; `NEVER` without one. */
  firstExpiry: string;
  /** The same among those that have not expired. */
  nextExpiry: string;
  /** When a batch expires next, so that these fields change without a write; null if none will. */
  changesAt: Date | null;
};

export type ItemRow = Stored &
  StockFields &
  Pick<
    InventoryItem,
    | 'itemCode'
    | 'name'
    | 'category'
    | 'manufacturer'
    | 'supplier'
    | 'unit'
    | 'minQuantity'
    | 'reorderQuantity'
    | 'leadTimeDays'
    | 'unitCostPaise'
    | 'trackExpiry'
    | 'stabilityDays'
    | 'storageCondition'
    | 'storageLocation'
    | 'status'
    | 'movementSeq'
    | 'onOrder'
    | 'updatedBy'
  > & {
    laboratoryId: Types.ObjectId;
    /** Absent from items of earlier versions. */
    supplierId?: Types.ObjectId | null;
    /** Absent from items of earlier versions, which require none. */
    requiresAcceptance?: boolean;
    /** The batches with stock, and the latest without. */
    batches: BatchRow[];
    /** Absent from items of earlier versions, as are `gtins`. */
    packages?: ItemPackage[];
    /** Of the packages, so that one item of a laboratory has each. */
    gtins?: string[];
    /** Absent from items of earlier versions. */
    lastCount?: LastCount | null;
    /** What was used on each of the last days, in the order of the days; see `recentUse`. */
    dailyUse: Readonly<Record<string, number>>;
    /** See `productKeysOf`. */
    productKeys: string[];
    /** What its batches are found by: their ids, and the last days of those with stock. */
    batchKeys: string[];
    /** See `isShort`. */
    isShort: boolean;
    /** The name in lower case with single spaces, by which lists are sorted. */
    sortName: string;
    searchWords: string[];
  };

/** Sorts after every day. */
export const NEVER = '9999-12-31';

/** Above 200 with stock, which the rules of stock allow; the rest are remembered for corrections. */
const MAX_STORED_BATCHES = 500;
/** An id and a day of each. */
const MAX_BATCH_KEYS = 2 * MAX_STORED_BATCHES;

export const ITEM_MODEL = 'InventoryItem';
export const ITEM_COLLECTION = 'inventory_items';

const quantity = { type: Number, required: true } as const;
const text = { type: String, default: null } as const;

export const itemSchema = new Schema<ItemRow>(
  {
    laboratoryId: { type: Schema.Types.ObjectId, required: true },
    itemCode: { type: String, required: true },
    name: { type: String, required: true },
    category: { type: String, enum: inventoryCategories, required: true },
    manufacturer: text,
    supplier: text,
    supplierId: Schema.Types.ObjectId,
    unit: { type: String, enum: inventoryUnits, required: true },
    minQuantity: quantity,
    reorderQuantity: quantity,
    leadTimeDays: quantity,
    unitCostPaise: quantity,
    trackExpiry: { type: Boolean, required: true },
    requiresAcceptance: Boolean,
    stabilityDays: { type: Number, default: null },
    storageCondition: text,
    storageLocation: text,
    status: { type: String, enum: inventoryItemStatuses, required: true },
    batches: {
      max: MAX_STORED_BATCHES,
      type: [
        new Schema({
          batchNumber: String,
          expiryDate: text,
          openedOn: text,
          quantity: Number,
          unitCostPaise: Number,
          status: { type: String, enum: batchStatuses },
          statusReason: text,
          receivedAt: Date,
          unaccepted: Boolean,
          writeOffId: Schema.Types.ObjectId,
        }),
      ],
    },
    packages: {
      max: MAX_PACKAGES,
      type: [new Schema({ gtin: text, name: String, factor: Number }, { _id: false })],
    },
    gtins: { type: [String], max: MAX_PACKAGES },
    movementSeq: quantity,
    dailyUse: { type: Schema.Types.Mixed, default: {} },
    lastCount: {
      type: new Schema({ at: Date, day: String, by: personPart }, { _id: false }),
      default: null,
    },
    onOrder: {
      type: new Schema(
        { quantity: Number, expectedOn: String, recordedOn: String, purchased: Number, purchasedOn: String },
        { _id: false },
      ),
      default: null,
    },
    quantity,
    usableQuantity: quantity,
    stockStatus: { type: String, enum: stockStatuses, required: true },
    nearestExpiry: text,
    expiredQuantity: quantity,
    blockedQuantity: quantity,
    valuePaise: quantity,
    firstExpiry: { type: String, required: true },
    nextExpiry: { type: String, required: true },
    changesAt: { type: Date, default: null },
    sortName: { type: String, required: true },
    productKeys: { type: [String], max: MAX_PRODUCT_KEYS },
    batchKeys: { type: [String], max: MAX_BATCH_KEYS },
    isShort: { type: Boolean, required: true },
    searchWords: { type: [String], max: MAX_SEARCH_WORDS },
    updatedBy: text,
    ...storedFields,
  },
  { collection: ITEM_COLLECTION, versionKey: false, minimize: false },
);

itemSchema.index({ laboratoryId: 1, itemCode: 1 }, { unique: true });
// Lists by name, with the fields of the usual filters, so that no document is read to evaluate them.
itemSchema.index({
  laboratoryId: 1,
  sortName: 1,
  _id: 1,
  status: 1,
  category: 1,
  stockStatus: 1,
  firstExpiry: 1,
  nextExpiry: 1,
});
itemSchema.index({
  sortName: 1,
  _id: 1,
  status: 1,
  category: 1,
  stockStatus: 1,
  firstExpiry: 1,
  nextExpiry: 1,
});
// Low stock, in its order, and what may have to be ordered.
itemSchema.index({ isShort: 1, usableQuantity: 1, _id: 1, stockStatus: 1, minQuantity: 1, laboratoryId: 1 });
itemSchema.index({ searchWords: 1, laboratoryId: 1 });
itemSchema.index({ batchKeys: 1, laboratoryId: 1 });
itemSchema.index({ changesAt: 1 });
itemSchema.index({ gtins: 1, laboratoryId: 1 }, { unique: true, partialFilterExpression: { gtins: { $gt: '' } } });
