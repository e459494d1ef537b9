import {
  type Batch,
  type BatchAction,
  BatchSchema,
  type BatchStatus,
  type CountSheetItem,
  CountSheetItemSchema,
  formatQuantity,
  type InventoryEvent,
  type InventoryItem,
  type InventoryItemAction,
  InventoryItemSchema,
  type InventoryListItem,
  InventoryListItemSchema,
  isPastUse,
  MAX_USED_UP_BATCHES,
  type Movement,
  MovementSchema,
  type ServerEvent,
  serverEvents,
  type StockStatus,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { actionsFor, lacks, notOffered, type Policy, refusal, type Refusal } from '../../../platform/domain/policy';
import { DomainError } from '../../../platform/domain/domain-error';
import type { Actor } from '../../../platform/domain/actor';
import type { LabScope } from '../../../platform/domain/lab-scope';
import { eventKind } from '../../../platform/events/domain-events';
import { type EntityChanged, type Records, RecordsFactory } from '../../../platform/records/records';
import { businessDay } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { declaredFields, eventFields } from '../../../platform/records/declared-fields';
import { codeTexts, searchWords } from '../../../platform/mongo/search-words';
import {
  LaboratoriesPort,
  type LaboratoryRow,
  laboratoryUsePolicy,
  toZonedLaboratory,
} from '../../laboratories/laboratories.port';
import { batchActionRefusal, findUnusableReason } from './stock-plan';
import {
  type BatchRow,
  type ItemRow,
  MAX_PRODUCT_KEYS,
  normalizedText,
  productKeysOf,
  TOO_MANY_NAMES,
} from './item.document';
import { ItemRepository, type LaboratoryDay } from './item.repository';
import type { MovementRow } from './movement.repository';
import { toBatchKeys, byExpiry, isAcceptancePending, isShort, lastDayOf } from './stock';

export type ItemContext = { laboratory: Pick<LaboratoryRow, 'status'> };

type Judged = Pick<ItemRow, 'laboratoryId' | 'status' | 'quantity' | 'unit' | 'usableQuantity'>;

export const itemPolicy: Policy<InventoryItemAction, Judged, ItemContext> = {
  edit: (viewer, item) => discontinuedRefusal(item) ?? lacks(viewer, 'inventory.edit', item),
  move: (viewer, item, { laboratory }) =>
    discontinuedRefusal(item) ?? lacks(viewer, 'inventory.stock', item) ?? laboratoryUsePolicy.enterRecords(laboratory),
  transfer: (viewer, item, { laboratory }) =>
    discontinuedRefusal(item) ??
    lacks(viewer, 'inventory.transfer', item) ??
    laboratoryUsePolicy.enterRecords(laboratory),
  discontinue: (viewer, item) => {
    if (item.status === 'discontinued') return notOffered('ITEM_DISCONTINUED');
    return lacks(viewer, 'inventory.remove', item) ?? stockRefusal(item);
  },
  reactivate: (viewer, item) =>
    item.status === 'active' ? notOffered('VALIDATION_FAILED') : lacks(viewer, 'inventory.edit', item),
};

/** What can be done with one batch of an item. */
export const batchPolicy: Policy<BatchAction, Judged, ItemContext & { batch: BatchRow }> = {
  open: (viewer, item, context) => batchActionRefusal(context.batch, 'open') ?? itemPolicy.move(viewer, item, context),
  quarantine: (viewer, item, context) =>
    batchActionRefusal(context.batch, 'quarantine') ?? itemPolicy.move(viewer, item, context),
  accept: (viewer, item, context) =>
    batchActionRefusal(context.batch, 'accept') ?? itemPolicy.move(viewer, item, context),
  release: (viewer, item, context) =>
    batchActionRefusal(context.batch, 'release') ??
    itemPolicy.move(viewer, item, context) ??
    (context.batch.status === 'recalled' ? lacks(viewer, 'inventory.remove', item) : undefined),
};

function discontinuedRefusal({ status }: Judged): Refusal | undefined {
  return status === 'discontinued' ? refusal('ITEM_DISCONTINUED') : undefined;
}

function stockRefusal({ quantity, unit }: Judged): Refusal | undefined {
  if (quantity === 0) return undefined;
  return refusal('ITEM_HAS_STOCK', `${formatQuantity(quantity, unit)} must be used, wasted or returned first`);
}

export type ItemLaboratory = Pick<LaboratoryRow, '_id' | 'name' | 'code' | 'timezone' | 'status'>;
export type ItemPresentation = { laboratory: ItemLaboratory; today: string };

/** A row of the list. The list query reads only these fields. */
export function toListItem(row: ItemRow, viewer: Actor, { laboratory }: ItemPresentation): InventoryListItem {
  return {
    ...declaredFields(InventoryListItemSchema, row),
    supplierId: row.supplierId?.toHexString() ?? null,
    requiresAcceptance: row.requiresAcceptance ?? false,
    laboratoryId: toZonedLaboratory(laboratory),
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
    packages: row.packages ?? [],
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
    ...declaredFields(CountSheetItemSchema.omit({ batches: true, packages: true }), row),
    packages: row.packages ?? [],
    batches: batches.map((batch) => ({
      _id: batch._id.toHexString(),
      batchNumber: batch.batchNumber,
      lastUsableDay: lastDayOf(batch, row),
      quantity: batch.quantity,
      status: shownStatus(batch),
      acceptancePending: isAcceptancePending(batch),
      statusReason: batch.statusReason,
    })),
    readAt: readAt.toISOString(),
  };
}

export function toBatch(batch: BatchRow, item: Pick<ItemRow, 'stabilityDays'>, today: string): Omit<Batch, 'actions'> {
  const last = lastDayOf(batch, item);
  return {
    ...declaredFields(BatchSchema, batch),
    lastUsableDay: last,
    status: shownStatus(batch),
    acceptancePending: isAcceptancePending(batch),
    isExpired: isPastUse(last, today),
    unusableReason: batch.quantity === 0 ? null : findUnusableReason(batch, item, today),
  };
}

function shownStatus({ quantity, status }: BatchRow): BatchStatus {
  return quantity === 0 && status === 'active' ? 'depleted' : status;
}

export function toMovement(row: MovementRow): Movement {
  const shown = { ...declaredFields(MovementSchema.omit({ entered: true }), row), entered: row.entered ?? null };
  return { ...shown, valuePaise: row.cost?.changePaise ?? row.quantity * row.unitCostPaise };
}

function toInventoryEvent(row: ItemRow, actor: Actor | null): InventoryEvent {
  return eventFields(serverEvents['inventory:updated'], row, actor);
}

type Derived = Parameters<typeof isShort>[0] &
  Pick<
    ItemRow,
    'name' | 'itemCode' | 'manufacturer' | 'unit' | 'productKeys' | 'batches' | 'packages' | 'stabilityDays'
  >;

/** Fields that are derived from others, so that lists can use an index. Every write of an item stores all of them. */
export function derivedFields({
  name,
  itemCode,
  manufacturer,
  batches,
  packages = [],
  ...item
}: Derived): Required<Pick<ItemRow, 'sortName' | 'productKeys' | 'searchWords' | 'batchKeys' | 'gtins' | 'isShort'>> {
  const productKeys = productKeysOf({ name, manufacturer, ...item });
  if (productKeys.length > MAX_PRODUCT_KEYS) throw DomainError.onField('VALIDATION_FAILED', 'name', TOO_MANY_NAMES);
  const numbers = batches.map(({ batchNumber }) => batchNumber);
  return {
    sortName: normalizedText(name),
    productKeys,
    searchWords: searchWords(name, ...codeTexts(itemCode), manufacturer, ...numbers),
    batchKeys: toBatchKeys(batches, item),
    gtins: packages.flatMap(({ gtin }) => gtin ?? []),
    isShort: isShort(item),
  };
}

/** Raised within the transaction of every write to an item or its stock. Stock totals and alerts depend on it. */
export const itemsChanged = eventKind<EntityChanged<ItemRow>>('inventory-items.changed');

type ItemServerEvent = Extract<ServerEvent, `inventory:${string}`>;

const severity: Record<StockStatus, number> = { ok: 0, low: 1, out: 2 };

/** Items as versioned documents, and the laboratories and days that they are judged by. */
@Injectable()
export class Items {
  readonly records: Records<ItemRow, InventoryItem, ItemServerEvent>;

  constructor(
    repository: ItemRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly clock: Clock,
    records: RecordsFactory,
  ) {
    this.records = records.for({
      entity: 'inventory',
      shown: {
        permission: 'inventory.view',
        of: InventoryItemSchema,
        fields: {
          linkedSupplier: true,
          unlinkedSupplier: true,
          countedAt: true,
          batchNumber: true,
          expiryDate: true,
          reason: true,
          supplierId: false,
          stockStatus: false,
          isShort: false,
          valuePaise: false,
          // The movement ledger shows what became of each batch; who counted is who wrote.
          batches: false,
          lastCount: false,
          movementSeq: false,
          firstExpiry: false,
          nextExpiry: false,
          changesAt: false,
          dailyUse: false,
          productKeys: false,
          batchKeys: false,
          gtins: false,
        },
      },
      noun: 'item',
      repository,
      notFound: 'INVENTORY_ITEM_NOT_FOUND',
      named: { fields: ['name'], as: ({ name }) => name },
      laboratoryOf: ({ laboratoryId }) => laboratoryId,
      present: (viewer, row) => this.present(viewer, row),
      changed: itemsChanged,
      unique: { itemCode: 'ITEM_CODE_TAKEN', gtins: 'GTIN_TAKEN' },
      derive: derivedFields,
      audited: ({ lastCount }) => ({ countedAt: lastCount?.at ?? null }),
      live: { permission: 'inventory.view', event: chooseEvent, payload: toInventoryEvent },
    });
  }

  async present(viewer: Actor, row: ItemRow): Promise<InventoryItem> {
    const laboratory = await this.readLaboratory(row);
    return toInventoryItem(row, viewer, { laboratory, today: this.today(laboratory) });
  }

  readLaboratory(row: Pick<ItemRow, 'laboratoryId'>): Promise<LaboratoryRow> {
    return this.laboratories.getOwner(row);
  }

  today({ timezone }: Pick<LaboratoryRow, 'timezone'>): string {
    return businessDay(this.clock.now(), timezone);
  }

  /** The laboratories of the scope, each with its today. */
  async readLaboratories(scope: LabScope): Promise<Map<string, LaboratoryRow & LaboratoryDay>> {
    const rows = await this.laboratories.listInScope(scope);
    return new Map(rows.map((row) => [row._id.toHexString(), { ...row, today: this.today(row) }]));
  }
}

function chooseEvent(_: string, after: ItemRow, before: ItemRow | null): ItemServerEvent {
  const worse = before !== null && severity[after.stockStatus] > severity[before.stockStatus];
  return worse && after.minQuantity > 0 ? 'inventory:low-stock' : 'inventory:updated';
}
