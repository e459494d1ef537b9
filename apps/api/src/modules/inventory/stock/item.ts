import {
  type Batch,
  type BatchAction,
  type CountSheetItem,
  formatQuantity,
  type InventoryEvent,
  type InventoryItem,
  type InventoryItemAction,
  type InventoryListItem,
  isPastUse,
  MAX_USED_UP_BATCHES,
  type Movement,
} from '@shifa/contract';
import { actionsFor, lacks, notOffered, type Policy, refusal, type Refusal } from '../../../platform/domain/policy';
import { DomainError } from '../../../platform/domain/domain-error';
import type { Actor } from '../../../platform/domain/actor';
import { codeTexts, searchWords } from '../../../platform/mongo/search-words';
import { type LaboratoryRow, laboratoryUsePolicy } from '../../laboratories/laboratories.port';
import { batchActionRefusal, findUnusableReason } from './stock-plan';
import {
  type BatchRow,
  type ItemRow,
  MAX_PRODUCT_KEYS,
  normalizedText,
  productKeysOf,
  TOO_MANY_NAMES,
} from './item.document';
import type { MovementRow } from './movement.repository';
import { toBatchKeys, byExpiry, isShort, lastDayOf } from './stock';

export type ItemContext = { laboratory: Pick<LaboratoryRow, 'status'> };

type Judged = Pick<ItemRow, 'laboratoryId' | 'status' | 'quantity' | 'unit' | 'usableQuantity'>;

export const itemPolicy: Policy<InventoryItemAction, Judged, ItemContext> = {
  edit: (viewer, item) => discontinued(item) ?? lacks(viewer, 'inventory.edit', item),
  move: (viewer, item, { laboratory }) =>
    discontinued(item) ?? lacks(viewer, 'inventory.stock', item) ?? laboratoryUsePolicy.enterRecords(laboratory),
  transfer: (viewer, item, { laboratory }) =>
    discontinued(item) ?? lacks(viewer, 'inventory.transfer', item) ?? laboratoryUsePolicy.enterRecords(laboratory),
  discontinue: (viewer, item) => {
    if (item.status === 'discontinued') return notOffered('ITEM_DISCONTINUED');
    return lacks(viewer, 'inventory.remove', item) ?? stocked(item);
  },
  reactivate: (viewer, item) =>
    item.status === 'active' ? notOffered('VALIDATION_FAILED') : lacks(viewer, 'inventory.edit', item),
};

/** What can be done with one batch of an item. */
export const batchPolicy: Policy<BatchAction, Judged, ItemContext & { batch: BatchRow }> = {
  open: (viewer, item, context) => batchActionRefusal(context.batch, 'open') ?? itemPolicy.move(viewer, item, context),
  quarantine: (viewer, item, context) =>
    batchActionRefusal(context.batch, 'quarantine') ?? itemPolicy.move(viewer, item, context),
  release: (viewer, item, context) =>
    batchActionRefusal(context.batch, 'release') ??
    itemPolicy.move(viewer, item, context) ??
    (context.batch.status === 'recalled' ? lacks(viewer, 'inventory.remove', item) : undefined),
};

function discontinued({ status }: Judged): Refusal | undefined {
  return status === 'discontinued' ? refusal('ITEM_DISCONTINUED') : undefined;
}

function stocked({ quantity, unit }: Judged): Refusal | undefined {
  if (quantity === 0) return undefined;
  return refusal('ITEM_HAS_STOCK', `${formatQuantity(quantity, unit)} must be used, wasted or returned first`);
}

export type ItemLaboratory = Pick<LaboratoryRow, '_id' | 'name' | 'code' | 'timezone' | 'status'>;
export type ItemPresentation = { laboratory: ItemLaboratory; today: string };

/** A row of the list. The list query reads only these fields. */
export function toListItem(row: ItemRow, viewer: Actor, { laboratory }: ItemPresentation): InventoryListItem {
  return {
    _id: row._id.toHexString(),
    itemCode: row.itemCode,
    name: row.name,
    category: row.category,
    manufacturer: row.manufacturer,
    supplier: row.supplier,
    unit: row.unit,
    minQuantity: row.minQuantity,
    reorderQuantity: row.reorderQuantity,
    leadTimeDays: row.leadTimeDays,
    unitCostPaise: row.unitCostPaise,
    trackExpiry: row.trackExpiry,
    stabilityDays: row.stabilityDays,
    storageCondition: row.storageCondition,
    storageLocation: row.storageLocation,
    status: row.status,
    laboratoryId: toItemLaboratory(laboratory),
    quantity: row.quantity,
    usableQuantity: row.usableQuantity,
    stockStatus: row.stockStatus,
    nearestExpiry: row.nearestExpiry,
    onOrder: row.onOrder,
    expiredQuantity: row.expiredQuantity,
    blockedQuantity: row.blockedQuantity,
    valuePaise: row.valuePaise,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
    actions: actionsFor(itemPolicy, viewer, row, { laboratory }),
  };
}

export function toInventoryItem(row: ItemRow, viewer: Actor, presentation: ItemPresentation): InventoryItem {
  const { laboratory, today } = presentation;
  const inOrder = byExpiry(row);
  const batches = row.batches.toSorted((a, b) => Number(b.quantity > 0) - Number(a.quantity > 0) || inOrder(a, b));
  return {
    ...toListItem(row, viewer, presentation),
    batches: batches.map((batch) => ({
      ...toBatch(batch, row, today),
      actions: actionsFor(batchPolicy, viewer, row, { laboratory, batch }),
    })),
    movementSeq: row.movementSeq,
    unitFrozen: row.movementSeq > 0,
    lastCount: toLastCount(row),
    updatedBy: row.updatedBy,
  };
}

function toLastCount({ lastCount }: ItemRow): InventoryItem['lastCount'] {
  if (!lastCount) return null;
  const { at, day, by } = lastCount;
  return { at: at.toISOString(), day, by: { _id: by._id.toHexString(), name: by.name } };
}

/** What is needed to count an item; of its used-up batches, the latest. */
export function toCountSheetItem(row: ItemRow, readAt: Date): CountSheetItem {
  const [stocked, usedUp] = [true, false].map((hasStock) =>
    row.batches.filter(({ quantity }) => quantity > 0 === hasStock),
  ) as [BatchRow[], BatchRow[]];
  const latest = usedUp.toSorted((a, b) => b.receivedAt.getTime() - a.receivedAt.getTime());
  const batches = [...stocked.toSorted(byExpiry(row)), ...latest.slice(0, MAX_USED_UP_BATCHES)];
  return {
    _id: row._id.toHexString(),
    itemCode: row.itemCode,
    name: row.name,
    unit: row.unit,
    storageLocation: row.storageLocation,
    trackExpiry: row.trackExpiry,
    quantity: row.quantity,
    movementSeq: row.movementSeq,
    batches: batches.map((batch) => ({
      _id: batch._id.toHexString(),
      batchNumber: batch.batchNumber,
      lastUsableDay: lastDayOf(batch, row),
      quantity: batch.quantity,
    })),
    readAt: readAt.toISOString(),
  };
}

export function toBatch(batch: BatchRow, item: Pick<ItemRow, 'stabilityDays'>, today: string): Omit<Batch, 'actions'> {
  const last = lastDayOf(batch, item);
  return {
    _id: batch._id.toHexString(),
    batchNumber: batch.batchNumber,
    expiryDate: batch.expiryDate,
    openedOn: batch.openedOn,
    lastUsableDay: last,
    quantity: batch.quantity,
    unitCostPaise: batch.unitCostPaise,
    status: batch.quantity === 0 && batch.status === 'active' ? 'depleted' : batch.status,
    isExpired: isPastUse(last, today),
    unusableReason: batch.quantity === 0 ? null : findUnusableReason(batch, item, today),
    statusReason: batch.statusReason,
    receivedAt: batch.receivedAt.toISOString(),
  };
}

export function toMovement(row: MovementRow): Movement {
  const { item, batch, by } = row;
  return {
    _id: row._id.toHexString(),
    item: { ...item, _id: item._id.toHexString() },
    laboratoryId: row.laboratoryId.toHexString(),
    seq: row.seq,
    type: row.type,
    quantity: row.quantity,
    balanceAfter: row.balanceAfter,
    usableAfter: row.usableAfter,
    batch: { ...batch, _id: batch._id.toHexString() },
    reason: row.reason,
    notes: row.notes,
    valuePaise: row.quantity * row.unitCostPaise,
    by: by && { _id: by._id.toHexString(), name: by.name },
    at: row.at.toISOString(),
    day: row.day,
  };
}

export function toInventoryEvent(row: ItemRow, actor: Actor | null): InventoryEvent {
  return {
    _id: row._id.toHexString(),
    itemCode: row.itemCode,
    name: row.name,
    unit: row.unit,
    quantity: row.quantity,
    usableQuantity: row.usableQuantity,
    minQuantity: row.minQuantity,
    stockStatus: row.stockStatus,
    laboratoryId: row.laboratoryId.toHexString(),
    version: row.version,
    by: actor && { _id: actor.userId, name: actor.name },
    at: row.updatedAt.toISOString(),
  };
}

export function toItemLaboratory({ _id, name, code, timezone }: ItemLaboratory): InventoryListItem['laboratoryId'] {
  return { _id: _id.toHexString(), name, code, timezone };
}

/** Fields that are derived from others, so that lists can use an index. Every write of an item stores all of them. */
export function derivedFields({
  name,
  itemCode,
  manufacturer,
  batches,
  ...item
}: Pick<ItemRow, 'name' | 'itemCode' | 'manufacturer' | 'unit' | 'productKeys' | 'batches' | 'stabilityDays'> &
  Parameters<typeof isShort>[0]): Pick<ItemRow, 'sortName' | 'productKeys' | 'searchWords' | 'batchKeys' | 'isShort'> {
  const productKeys = productKeysOf({ name, manufacturer, ...item });
  if (productKeys.length > MAX_PRODUCT_KEYS) throw DomainError.onField('VALIDATION_FAILED', 'name', TOO_MANY_NAMES);
  const numbers = batches.map(({ batchNumber }) => batchNumber);
  return {
    sortName: normalizedText(name),
    productKeys,
    searchWords: searchWords(name, ...codeTexts(itemCode), manufacturer, ...numbers),
    batchKeys: toBatchKeys(batches, item),
    isShort: isShort(item),
  };
}
