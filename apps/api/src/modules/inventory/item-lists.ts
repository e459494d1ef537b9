import {
  type InventoryItem,
  inventoryItemStatuses,
  type InventoryListItem,
  type InventoryListQuery,
  type Movement,
  type MovementListQuery,
  type Page,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import type { LabScope } from '../../platform/domain/lab-scope';
import { laboratoryIn } from '../laboratories/laboratories.port';
import { knownTotal, StockTotalsRepository } from './stock/stock-totals.repository';
import { ExpiryRollover } from './stock/expiry-rollover';
import type { ItemRow } from './stock/item.document';
import { Items, toListItem, toMovement } from './stock/item';
import { ItemRepository } from './stock/item.repository';
import { MovementRepository } from './stock/movement.repository';

const MAX_SUGGESTIONS = 20;

/** Lists of items and of their movements. */
@Injectable()
export class ItemLists {
  constructor(
    private readonly items: ItemRepository,
    private readonly store: Items,
    private readonly ledger: MovementRepository,
    private readonly rollover: ExpiryRollover,
    private readonly totals: StockTotalsRepository,
  ) {}

  async list(actor: Actor, query: InventoryListQuery): Promise<Page<InventoryListItem>> {
    const scope = actor.scope('inventory.view');
    const laboratories = await this.refreshLaboratories(scope);
    const total = await this.knownItems(scope, query);
    return this.presentPage(
      actor,
      laboratories,
      await this.items.list(scope, query, [...laboratories.values()], total),
    );
  }

  async lowStock(actor: Actor, query: { laboratoryId?: string | undefined; page: number; limit: number }) {
    const scope = actor.scope('inventory.view');
    const laboratories = await this.refreshLaboratories(scope);
    const { laboratoryId } = query;
    const totals = await this.totals.read(scope, laboratoryId === undefined ? undefined : [laboratoryId]);
    const total = knownTotal(totals, ['low', 'out']);
    return this.presentPage(actor, laboratories, await this.items.lowStock(scope, query, total));
  }

  async get(actor: Actor, id: string): Promise<InventoryItem> {
    await this.rollover.run();
    return this.store.records.get(actor, 'inventory.view', id);
  }

  /** @throws DomainError BATCH_NOT_FOUND, also for a batch out of scope. */
  async ofBatch(actor: Actor, batchId: string): Promise<InventoryItem> {
    await this.rollover.run();
    const item = await this.items.findByBatch(actor.scope('inventory.view'), batchId);
    if (!item) throw new DomainError('BATCH_NOT_FOUND');
    return this.store.present(actor, item);
  }

  suggestions(
    actor: Actor,
    query: { field: 'supplier' | 'manufacturer' | 'storageLocation'; search?: string; laboratoryId?: string },
  ): Promise<string[]> {
    const { field, ...filter } = query;
    return this.items.suggest(actor.scope('inventory.view'), field, { ...filter, limit: MAX_SUGGESTIONS });
  }

  async movements(actor: Actor, query: MovementListQuery): Promise<Page<Movement>> {
    const scope = actor.scope('inventory.view');
    const { items, total } = await this.ledger.list(scope, query, await this.knownMovements(scope, query));
    return { items: items.map(toMovement), total };
  }

  /** Without other filters than these, the total is known. */
  private async knownItems(scope: LabScope, query: InventoryListQuery): Promise<number | undefined> {
    const { page: _page, limit: _limit, sort: _sort, laboratoryId, status, ...filters } = query;
    if (Object.keys(filters).length > 0) return undefined;
    const fields = (status ?? inventoryItemStatuses).map((one) => (one === 'active' ? 'items' : one));
    return knownTotal(await this.totals.read(scope, laboratoryId), fields);
  }

  /** The laboratories of the scope, after expired batches have been taken into account. */
  private async refreshLaboratories(scope: LabScope) {
    await this.rollover.run();
    return this.store.readLaboratories(scope);
  }

  private presentPage(
    actor: Actor,
    laboratories: Awaited<ReturnType<Items['readLaboratories']>>,
    { items, ...total }: Page<ItemRow>,
  ): Page<InventoryListItem> {
    const listed = items.map((row) => {
      const laboratory = laboratoryIn(laboratories, row.laboratoryId);
      return toListItem(row, actor, { laboratory, today: laboratory.today });
    });
    return { items: listed, ...total };
  }

  /** Without other filters than these, the total is known. @throws DomainError INVENTORY_ITEM_NOT_FOUND. */
  private async knownMovements(scope: LabScope, query: MovementListQuery): Promise<number | undefined> {
    const { page: _page, limit: _limit, sort: _sort, itemId, laboratoryId, ...filters } = query;
    const item = itemId === undefined ? undefined : await this.store.records.getOrThrow(scope, itemId);
    if (Object.keys(filters).length > 0) return undefined;
    if (item) return laboratoryId ? undefined : item.movementSeq;
    return knownTotal(await this.totals.read(scope, laboratoryId), ['movements']);
  }
}
