import { type InventoryItem, InventoryItemSchema, type ServerEvent, type StockStatus } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { eventKind } from '../../../platform/events/domain-events';
import type { Actor } from '../../../platform/domain/actor';
import { LabScope } from '../../../platform/domain/lab-scope';
import { type EntityChanged, type Records, RecordsFactory } from '../../../platform/records/records';
import { businessDay } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { Job } from '../../../platform/observability/job';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import type { ItemRow } from './item.document';
import { derivedFields, toInventoryEvent, toInventoryItem } from './item';
import { ItemRepository, type LaboratoryDay } from './item.repository';
import { computeStock } from './stock';

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

const ITEMS_AT_ONCE = 50;
/** Another process may have written an item that is due earlier. */
const MAX_QUIET_MS = 60_000;

/**
 * Brings the stock fields of items up to date when a batch expires, which happens without a write. It runs every minute,
 * and before each read of stock if an item is due, so that no list shows yesterday's stock after midnight. Running it
 * twice, or in several processes, changes nothing.
 */
@Injectable()
export class ExpiryRollover {
  private quietUntil = 0;
  private running: Promise<void> | undefined;

  constructor(
    private readonly items: ItemRepository,
    private readonly store: Items,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Runs no later than the item expects its next batch to expire. */
  expect({ changesAt }: ItemRow): void {
    if (changesAt) this.quietUntil = Math.min(this.quietUntil, changesAt.getTime());
  }

  @Job('stock-days', '0 * * * * *')
  async run(): Promise<void> {
    if (this.clock.now().getTime() < this.quietUntil) return;
    this.running ??= this.refresh().finally(() => (this.running = undefined));
    await this.running;
  }

  private async refresh(): Promise<void> {
    const now = this.clock.now();
    for (;;) {
      const due = await this.items.dueFor(LabScope.everywhere(), now, ITEMS_AT_ONCE);
      for (const { _id } of due) await this.unitOfWork.run(() => this.refreshOne(_id.toHexString()));
      if (due.length < ITEMS_AT_ONCE) break;
    }
    const next = await this.items.nextDue(LabScope.everywhere());
    this.quietUntil = Math.min(now.getTime() + MAX_QUIET_MS, next?.getTime() ?? Infinity);
  }

  private async refreshOne(id: string): Promise<void> {
    const before = await this.items.findById(LabScope.everywhere(), id);
    if (!before) return;
    const laboratory = await this.store.readLaboratory(before);
    const today = this.store.today(laboratory);
    const stock = computeStock(before, { today, timezone: laboratory.timezone });
    const changes = { ...stock, ...derivedFields({ ...before, ...stock }) };
    const after: ItemRow = { ...before, ...changes };
    await this.items.refreshStock(LabScope.everywhere(), before, changes);
    await this.unitOfWork.raise(itemsChanged, { actor: null, action: 'expired', changes: [{ before, after }] });
  }
}
