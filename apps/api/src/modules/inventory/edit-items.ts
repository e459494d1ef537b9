import {
  type BulkAnswer,
  type BulkResult,
  type BulkUpdateInventoryBody,
  type CreateInventoryItemBody,
  formatQuantity,
  type InventoryItem,
  type ItemPackage,
  unitNoun,
  type UpdateInventoryItemBody,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { refusal } from '../../platform/domain/policy';
import { LabScope } from '../../platform/domain/lab-scope';
import { type ObjectId, objectId } from '../../platform/domain/object-id';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { changeEach, type Plan } from '../../platform/records/change-each';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { computeStock } from './stock/stock';
import { type ItemRow, MAX_PRODUCT_KEYS, productKeysOf, TOO_MANY_NAMES } from './stock/item.document';
import { itemPolicy, Items } from './stock/item';
import { ItemRepository, type LaboratoryDay } from './stock/item.repository';
import { CreateItems } from './stock/create-items';
import { ItemSuppliers } from './item-suppliers.port';

type Update = BulkUpdateInventoryBody['updates'][number];

/** Creates, edits and discontinues items. */
@Injectable()
export class EditItems {
  constructor(
    private readonly store: Items,
    private readonly items: ItemRepository,
    private readonly creation: CreateItems,
    private readonly suppliers: ItemSuppliers,
    private readonly laboratories: LaboratoriesPort,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws DomainError LABORATORY_NOT_FOUND, LABORATORY_SUSPENDED, LABORATORY_ARCHIVED, ITEM_CODE_TAKEN, GTIN_TAKEN. */
  create(actor: Actor, { laboratoryId, ...body }: CreateInventoryItemBody): Promise<InventoryItem> {
    return this.unitOfWork.run(async () => {
      const laboratory = await this.laboratories.getForNewRecords(actor.scope('inventory.create'), laboratoryId);
      await this.assertFreeGtins(laboratory._id, body.packages);
      const supply = await this.resolveSupplierText(laboratory._id, null, body);
      const [row] = await this.creation.create(actor, [{ laboratory, body: { ...body, supplier: supply.supplier } }]);
      if (!row) throw new Error('No item was created');
      return this.store.present(actor, row);
    });
  }

  /** @throws DomainError VERSION_CONFLICT, ITEM_DISCONTINUED, ITEM_UNIT_FROZEN, ITEM_CODE_TAKEN, GTIN_TAKEN. */
  update(
    actor: Actor,
    id: string,
    { version, supplierId, ...changes }: UpdateInventoryItemBody,
  ): Promise<InventoryItem> {
    const reactivates = changes.status === 'active';
    const options = {
      permission: 'inventory.edit',
      policy: async (before: ItemRow) => {
        const laboratory = await this.store.readLaboratory(before);
        const action = reactivates && before.status === 'discontinued' ? 'reactivate' : 'edit';
        return itemPolicy[action](actor, before, { laboratory });
      },
    } as const;
    return this.store.records.change(actor, id, version, options, async (before) => {
      if (changes.unit !== undefined && changes.unit !== before.unit) assertUnitFree(before);
      if (changes.packages) await this.assertFreeGtins(before.laboratoryId, changes.packages, before._id);
      const wanted = { supplierId, supplier: changes.supplier };
      const supply = await this.resolveSupplierText(before.laboratoryId, before, wanted);
      return this.withStock(before, {
        ...changes,
        supplier: supply.supplier,
        ...(supplierId !== undefined && { supplierId: supplierId === null ? null : objectId(supplierId) }),
      });
    });
  }

  /** The text that names the supplier. A supplier that is chosen without a text gives the item its name. */
  private async resolveSupplierText(
    laboratoryId: ObjectId,
    before: ItemRow | null,
    { supplierId, supplier }: { supplierId?: string | null | undefined; supplier?: string | null | undefined },
  ): Promise<{ supplier: string | null }> {
    const text = supplier === undefined ? (before?.supplier ?? null) : supplier;
    const isNew = supplierId != null && supplierId !== before?.supplierId?.toHexString();
    if (!isNew) return { supplier: text };
    const name = await this.suppliers.getName(laboratoryId.toHexString(), supplierId);
    return { supplier: supplier ?? name };
  }

  /** The index refuses what two people write at once; this names the item that has the GTIN. */
  private async assertFreeGtins(
    laboratoryId: ObjectId,
    packages: readonly ItemPackage[],
    itemId?: ObjectId,
  ): Promise<void> {
    const gtins = packages.flatMap(({ gtin }) => gtin ?? []);
    const within = LabScope.ofLaboratory(laboratoryId.toHexString());
    const owners = gtins.length === 0 ? [] : await this.items.findByGtin(within, gtins, gtins.length + 1);
    const other = owners.find(({ _id }) => !itemId || !_id.equals(itemId));
    if (!other) return;
    const taken = packages.findIndex(({ gtin }) => other.gtins?.some((one) => one === gtin));
    const message = `${packages[taken]?.gtin} belongs to ${other.name} (${other.itemCode})`;
    throw DomainError.onField('GTIN_TAKEN', `packages.${taken}.gtin`, message);
  }

  /** @throws DomainError ITEM_HAS_STOCK with what remains, VERSION_CONFLICT. */
  discontinue(actor: Actor, id: string, version: number | undefined): Promise<InventoryItem> {
    const options = {
      permission: 'inventory.remove',
      action: 'discontinued',
      policy: async (before: ItemRow) => {
        const refused = itemPolicy.discontinue(actor, before, { laboratory: await this.store.readLaboratory(before) });
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
      const rows = await this.store.records.getEach(
        scope,
        updates.map(({ _id }) => _id),
      );
      const laboratories = await this.store.readLaboratories(scope);
      const plans = rows.flatMap((row, index) => {
        const [update, laboratory] = [updates[index], laboratories.get(row.laboratoryId.toHexString())];
        return update && laboratory ? planFor(actor, row, update, laboratory) : [];
      });
      const write = (writes: readonly Plan<ItemRow>[]) =>
        this.store.records.writeMany(scope, writes, { actor, action: 'updated' });
      return changeEach({ plans, dryRun, show: shownChanges, write });
    });
  }

  private async withStock(before: ItemRow, changes: Partial<ItemRow>): Promise<Partial<ItemRow>> {
    const laboratory = await this.store.readLaboratory(before);
    return {
      ...changes,
      ...computeStock({ ...before, ...changes }, { ...laboratory, today: this.store.today(laboratory) }),
    };
  }
}

function planFor(
  actor: Actor,
  row: ItemRow,
  { _id: _, version, ...wanted }: Update,
  laboratory: LaboratoryDay & { timezone: string; status: 'active' | 'suspended' | 'archived' },
): Plan<ItemRow> {
  const stale = version !== undefined && version !== row.version ? refusal('VERSION_CONFLICT') : undefined;
  const renamed = productKeysOf({ ...row, ...wanted }).length > MAX_PRODUCT_KEYS;
  const refused =
    itemPolicy.edit(actor, row, { laboratory }) ??
    stale ??
    (renamed ? refusal('VALIDATION_FAILED', TOO_MANY_NAMES) : undefined);
  if (refused) return { row, changes: {}, refused };
  const different = Object.entries(wanted).filter(([field, value]) => row[field as keyof ItemRow] !== value);
  if (different.length === 0) return { row, changes: {} };
  const changes = Object.fromEntries(different) as Partial<ItemRow>;
  return { row, changes: { ...changes, ...computeStock({ ...row, ...changes }, laboratory) } };
}

const stockFields: readonly string[] = Object.keys(
  computeStock({ batches: [], minQuantity: 0, stabilityDays: null }, { today: '2000-01-01', timezone: 'UTC' }),
);

function shownChanges({ row, changes }: Plan<ItemRow>): BulkResult['changes'] {
  return Object.entries(changes)
    .filter(([field]) => !stockFields.includes(field))
    .map(([field, after]) => ({ field, before: row[field as keyof ItemRow], after }));
}

/** What was counted or ordered in a unit keeps it. */
function assertUnitFree({ movementSeq, onOrder }: ItemRow): void {
  if (movementSeq > 0) throw DomainError.onField('ITEM_UNIT_FROZEN', 'unit');
  if (onOrder === null) return;
  const message = "The unit can't be changed while the item is on order";
  throw DomainError.onField('ITEM_UNIT_FROZEN', 'unit', message);
}
