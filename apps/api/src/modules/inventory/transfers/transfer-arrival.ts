import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/http/actor';
import { LabScope } from '../../../platform/mongo/lab-scope';
import { newId, type ObjectId } from '../../../platform/mongo/object-id';
import { Clock } from '../../../platform/time/clock';
import type { LaboratoryRow } from '../../laboratories/laboratories.port';
import type { ItemRow } from '../items/item.document';
import { ItemRepository } from '../items/item.repository';
import { ItemCreation, type NewItem } from '../items/item-creation';
import { ItemStore } from '../items/item-store';
import { normalizedText } from '../items/product';
import { RecallRegister } from '../recalls/recall-register';
import { StockPosting } from '../stock/stock-posting';
import type { TransferLineRow } from './transfer.document';
import { matchingItem, planArrival } from './transfer-plan';

const MAX_CANDIDATES = 50;

/** An item of the receiving laboratory, or one that is to be created there. */
export type Target = { _id: ObjectId; created?: Omit<NewItem, '_id'> };

/** The item that the stock of a transfer goes to, in the transaction of the caller. */
@Injectable()
export class TransferArrival {
  constructor(
    private readonly items: ItemRepository,
    private readonly store: ItemStore,
    private readonly creation: ItemCreation,
    private readonly posting: StockPosting,
    private readonly recalls: RecallRegister,
    private readonly clock: Clock,
  ) {}

  /** The item of the same product; without one, a copy of the sender's item, with its code if that is free. */
  async targetFor(sourceId: ObjectId, laboratory: LaboratoryRow): Promise<Target> {
    const source = await this.store.records.getOrThrow(LabScope.everywhere(), sourceId.toHexString());
    const within = LabScope.ofLaboratory(laboratory._id.toHexString());
    const named = { sortName: normalizedText(source.name), unit: source.unit };
    const match = matchingItem(source, await this.items.find(within, named, { limit: MAX_CANDIDATES }));
    if (match) return { _id: match._id };
    const codesInUse = await this.items.codesInUse(within, [source.itemCode]);
    const itemCode = codesInUse.size === 0 ? source.itemCode : undefined;
    return { _id: newId(), created: { laboratory, body: copyOf(source, itemCode) } };
  }

  /** Stock that arrives takes a discontinued item back into use. */
  async itemOf(actor: Actor, scope: LabScope, { _id, created }: Target): Promise<ItemRow> {
    if (created) {
      const [item] = await this.creation.create(actor, [{ ...created, _id }]);
      if (!item) throw new Error('No item was created');
      return item;
    }
    const item = await this.store.records.getOrThrow(scope, _id.toHexString());
    if (item.status === 'active') return item;
    return this.store.records.write(scope, item, { status: 'active' }, { actor, action: 'updated' });
  }

  async add(
    actor: Actor,
    scope: LabScope,
    {
      item,
      laboratory,
      arriving,
      reason = null,
      notes,
    }: {
      item: ItemRow;
      laboratory: LaboratoryRow;
      arriving: readonly { batch: TransferLineRow['batch']; quantity: number }[];
      reason?: string | null;
      notes: string;
    },
  ): Promise<void> {
    const lines = await this.recalls.applyTo(item, planArrival(item, arriving, this.clock.now()));
    await this.posting.post(actor, scope, { type: 'transfer_in', lines, reason, notes, item, laboratory });
  }
}

/** What is specific to the sender's laboratory is left out: its minimum, its order quantity and its shelf. */
function copyOf(source: ItemRow, itemCode: string | undefined): NewItem['body'] {
  const { name, category, manufacturer, supplier, unit, leadTimeDays, unitCostPaise, trackExpiry } = source;
  const { stabilityDays, storageCondition } = source;
  return {
    ...{ name, category, manufacturer, supplier, unit, leadTimeDays, unitCostPaise, trackExpiry },
    ...{ stabilityDays, storageCondition, itemCode },
    minQuantity: 0,
    reorderQuantity: 0,
    storageLocation: null,
    quantity: 0,
  };
}
