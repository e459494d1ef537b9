import {
  type AuditEntry,
  type BulkAnswer,
  type BulkResult,
  type BulkUpdateInventoryBody,
  type CreateInventoryItemBody,
  formatQuantity,
  type InventoryItem,
  inventoryItemStatuses,
  type InventoryListItem,
  type InventoryListQuery,
  type Page,
  unitNoun,
  type UpdateInventoryItemBody,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../platform/audit/audit-log';
import type { Actor } from '../../platform/http/actor';
import { DomainError } from '../../platform/http/domain-error';
import { refusal } from '../../platform/http/policy';
import type { LabScope } from '../../platform/mongo/lab-scope';
import { objectId } from '../../platform/mongo/object-id';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { knownTotal, StockTotalsRepository } from './stock/stock-totals.repository';
import { ExpiryRollover } from './stock/expiry-rollover';
import { stockOf } from './stock/stock';
import { type ItemRow, MAX_PRODUCT_KEYS, productKeysOf, TOO_MANY_NAMES } from './stock/item.document';
import { itemPolicy, toListItem } from './stock/item';
import { ItemRepository, type LaboratoryDay } from './stock/item.repository';
import { ItemCreation } from './stock/create-items';
import { ItemStore } from './stock/items';

const MAX_SUGGESTIONS = 20;

type Update = BulkUpdateInventoryBody['updates'][number];
type Plan = { row: ItemRow; changes: Partial<ItemRow>; fault: BulkResult['fault'] };

/** Items: everything except the movement of their stock. */
@Injectable()
export class ItemService {
  constructor(
    private readonly items: ItemRepository,
    private readonly store: ItemStore,
    private readonly creation: ItemCreation,
    private readonly laboratories: LaboratoriesPort,
    private readonly rollover: ExpiryRollover,
    private readonly totals: StockTotalsRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async list(actor: Actor, query: InventoryListQuery): Promise<Page<InventoryListItem>> {
    const scope = actor.scope('inventory.view');
    const laboratories = await this.freshLaboratoriesOf(scope);
    const total = await this.knownTotalOf(scope, query);
    return this.listed(actor, laboratories, await this.items.list(scope, query, [...laboratories.values()], total));
  }

  async lowStock(actor: Actor, query: { laboratoryId?: string | undefined; page: number; limit: number }) {
    const scope = actor.scope('inventory.view');
    const laboratories = await this.freshLaboratoriesOf(scope);
    const { laboratoryId } = query;
    const totals = await this.totals.read(scope, laboratoryId === undefined ? undefined : [laboratoryId]);
    const total = knownTotal(totals, ['low', 'out']);
    return this.listed(actor, laboratories, await this.items.lowStock(scope, query, total));
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

  history(actor: Actor, id: string, page: PageRequest): Promise<Page<AuditEntry>> {
    return this.store.records.history(actor, 'inventory.view', id, page);
  }

  suggestions(
    actor: Actor,
    query: { field: 'supplier' | 'manufacturer' | 'storageLocation'; search?: string; laboratoryId?: string },
  ): Promise<string[]> {
    const { field, ...filter } = query;
    return this.items.suggest(actor.scope('inventory.view'), field, { ...filter, limit: MAX_SUGGESTIONS });
  }

  /** @throws DomainError LABORATORY_NOT_FOUND, LABORATORY_SUSPENDED, LABORATORY_ARCHIVED, ITEM_CODE_TAKEN. */
  create(actor: Actor, { laboratoryId, ...body }: CreateInventoryItemBody): Promise<InventoryItem> {
    return this.unitOfWork.run(async () => {
      const laboratory = await this.laboratories.toEnterIn(actor.scope('inventory.create'), laboratoryId);
      const [row] = await this.creation.create(actor, [{ laboratory, body }]);
      if (!row) throw new Error('No item was created');
      return this.store.present(actor, row);
    });
  }

  /** @throws DomainError VERSION_CONFLICT, ITEM_DISCONTINUED, ITEM_UNIT_FROZEN, ITEM_CODE_TAKEN. */
  update(actor: Actor, id: string, { version, ...changes }: UpdateInventoryItemBody): Promise<InventoryItem> {
    const reactivates = changes.status === 'active';
    const options = {
      permission: 'inventory.edit',
      policy: async (before: ItemRow) => {
        const laboratory = await this.store.laboratoryOf(before);
        const action = reactivates && before.status === 'discontinued' ? 'reactivate' : 'edit';
        return itemPolicy[action](actor, before, { laboratory });
      },
    } as const;
    return this.store.records.change(actor, id, version, options, async (before) => {
      if (changes.unit !== undefined && changes.unit !== before.unit && before.movementSeq > 0) {
        throw DomainError.onField('ITEM_UNIT_FROZEN', 'unit');
      }
      return this.withStock(before, changes);
    });
  }

  /** @throws DomainError ITEM_HAS_STOCK with what remains, VERSION_CONFLICT. */
  discontinue(actor: Actor, id: string, version: number | undefined): Promise<InventoryItem> {
    const options = {
      permission: 'inventory.remove',
      action: 'discontinued',
      policy: async (before: ItemRow) => {
        const refused = itemPolicy.discontinue(actor, before, { laboratory: await this.store.laboratoryOf(before) });
        return refused?.code === 'ITEM_HAS_STOCK' ? undefined : refused;
      },
    } as const;
    return this.store.records.change(actor, id, version, options, ({ name, quantity, unit }) => {
      if (quantity === 0) return { status: 'discontinued' };
      const blockers = [{ name: `${unitNoun(quantity, unit)} in stock`, count: quantity }];
      const message = `${name} still has ${formatQuantity(quantity, unit)}. Use, waste or return them first.`;
      throw new DomainError('ITEM_HAS_STOCK', { message, blockers });
    });
  }

  /**
   * Changes all of the items or, if any has a fault, none. A dry run returns the same results and writes nothing.
   * @throws DomainError INVENTORY_ITEM_NOT_FOUND if any of them is out of scope.
   */
  bulkUpdate(actor: Actor, { updates, dryRun }: BulkUpdateInventoryBody): Promise<BulkAnswer> {
    return this.unitOfWork.run(async () => {
      const scope = actor.scope('inventory.edit');
      const ids = updates.map(({ _id }) => objectId(_id));
      const rows = await this.items.find(scope, { _id: { $in: ids } }, { limit: ids.length });
      if (rows.length < ids.length) throw new DomainError('INVENTORY_ITEM_NOT_FOUND');
      const laboratories = await this.store.laboratoriesOf(scope);
      const byId = new Map(rows.map((row) => [row._id.toHexString(), row]));
      const plans = updates.flatMap((update) => {
        const row = byId.get(update._id);
        const laboratory = row && laboratories.get(row.laboratoryId.toHexString());
        return row && laboratory ? planFor(actor, row, update, laboratory) : [];
      });
      const results = plans.map(toResult);
      if (dryRun || plans.some(({ fault }) => fault)) return { applied: false, results };
      const writes = plans.filter(({ changes }) => Object.keys(changes).length > 0);
      await this.store.records.writeMany(scope, writes, { actor, action: 'updated' });
      return { applied: true, results };
    });
  }

  /** Without other filters than these, the total is known. */
  private async knownTotalOf(scope: LabScope, query: InventoryListQuery): Promise<number | undefined> {
    const { page: _page, limit: _limit, sort: _sort, laboratoryId, status, ...filters } = query;
    if (Object.keys(filters).length > 0) return undefined;
    const fields = (status ?? inventoryItemStatuses).map((one) => (one === 'active' ? 'items' : one));
    return knownTotal(await this.totals.read(scope, laboratoryId), fields);
  }

  /** The laboratories of the scope, after expired batches have been taken into account. */
  private async freshLaboratoriesOf(scope: LabScope) {
    await this.rollover.run();
    return this.store.laboratoriesOf(scope);
  }

  private listed(
    actor: Actor,
    laboratories: Awaited<ReturnType<ItemStore['laboratoriesOf']>>,
    { items, ...total }: Page<ItemRow>,
  ): Page<InventoryListItem> {
    const listed = items.map((row) => {
      const laboratory = laboratories.get(row.laboratoryId.toHexString());
      if (!laboratory) throw new Error(`The laboratory of ${row.itemCode} is missing`);
      return toListItem(row, actor, { laboratory, today: laboratory.today });
    });
    return { items: listed, ...total };
  }

  private async withStock(before: ItemRow, changes: Partial<ItemRow>): Promise<Partial<ItemRow>> {
    const laboratory = await this.store.laboratoryOf(before);
    return {
      ...changes,
      ...stockOf({ ...before, ...changes }, { ...laboratory, today: this.store.today(laboratory) }),
    };
  }
}

function planFor(
  actor: Actor,
  row: ItemRow,
  { _id: _, version, ...wanted }: Update,
  laboratory: LaboratoryDay & { timezone: string; status: 'active' | 'suspended' | 'archived' },
): Plan {
  const refused = itemPolicy.edit(actor, row, { laboratory });
  const stale = version !== undefined && version !== row.version ? refusal('VERSION_CONFLICT') : undefined;
  const renamed = productKeysOf({ ...row, ...wanted }).length > MAX_PRODUCT_KEYS;
  const fault = refused ?? stale ?? (renamed ? refusal('VALIDATION_FAILED', TOO_MANY_NAMES) : undefined);
  if (fault) return { row, changes: {}, fault: { code: fault.code, message: fault.message } };
  const different = Object.entries(wanted).filter(([field, value]) => row[field as keyof ItemRow] !== value);
  if (different.length === 0) return { row, changes: {}, fault: null };
  const changes = Object.fromEntries(different) as Partial<ItemRow>;
  return { row, changes: { ...changes, ...stockOf({ ...row, ...changes }, laboratory) }, fault: null };
}

const stockFields: readonly string[] = Object.keys(
  stockOf({ batches: [], minQuantity: 0, stabilityDays: null }, { today: '2000-01-01', timezone: 'UTC' }),
);

function toResult({ row, changes, fault }: Plan): BulkResult {
  const shown = Object.entries(changes).filter(([field]) => !stockFields.includes(field));
  return {
    _id: row._id.toHexString(),
    name: row.name,
    changes: shown.map(([field, after]) => ({ field, before: row[field as keyof ItemRow], after })),
    fault,
  };
}
