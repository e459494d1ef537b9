import type { EnteredPacks } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import type { Refusal } from '../../platform/domain/policy';
import { LabScope } from '../../platform/domain/lab-scope';
import { type ObjectId, objectId } from '../../platform/domain/object-id';
import { Clock } from '../../platform/time/clock';
import type { LaboratoryRow } from '../laboratories/laboratories.port';
import { StockAlerts } from './alerts/stock-alerts';
import type { BatchRow, ItemRow } from './stock/item.document';
import { assertPacks, INVENTORY_LOCK, packsRefusal } from './stock/stock';
import { Items } from './stock/item';
import { ItemRepository } from './stock/item.repository';
import { Arrivals } from './stock/arrivals';
import { type OrderedPart, partsOnOrder, toOnOrder } from './stock/on-order';
import { planReturn, planStock } from './stock/stock-plan';
import { contradictingLabel, StockPosting } from './stock/stock-posting';

/** Without the batches, which can be many. */
const stockedFields = {
  itemCode: 1,
  name: 1,
  unit: 1,
  packages: 1,
  status: 1,
  trackExpiry: 1,
  leadTimeDays: 1,
  unitCostPaise: 1,
  supplierId: 1,
  onOrder: 1,
} as const;

/** An item as another feature orders and receives it. */
export type StockedItem = Pick<ItemRow, '_id' | keyof typeof stockedFields>;

/** For what is ordered in packs, which the item must have, and for writes that change the stock as well. */
export { assertPacks, INVENTORY_LOCK };

/** What arrives of one batch of an item. Quantities are units. */
export type ReceivedBatch = {
  itemId: ObjectId;
  batchNumber: string | undefined;
  expiryDate: string | null;
  quantity: number;
  entered: EnteredPacks | undefined;
  /** The batch is known with another expiry date, and this is what the label says. */
  otherExpiry: boolean;
  /** Why that date is right. */
  reason: string | null;
  unitCostPaise: number;
  receiptId: ObjectId;
  notes: string;
};

/** What goes back of one batch of a receipt. Quantities are units. */
export type ReturnedBatch = Pick<ReceivedBatch, 'itemId' | 'expiryDate' | 'quantity' | 'entered' | 'receiptId'> & {
  batchNumber: string;
  /** The batch that it is in, if that is known. */
  batchId: ObjectId | undefined;
  /** As received: stock of this cost goes back before other stock. */
  unitCostPaise: number;
  reason: string;
  notes: string;
};

/** Stock for other features. It acts with the rights of the system. Callers check permissions. */
@Injectable()
export class StockPort {
  constructor(
    private readonly items: ItemRepository,
    private readonly store: Items,
    private readonly posting: StockPosting,
    private readonly arrivals: Arrivals,
    private readonly alerts: StockAlerts,
    private readonly clock: Clock,
  ) {}

  /** Items of a laboratory by id; those of other laboratories are left out. */
  async findItems(laboratoryId: string, ids: readonly string[]): Promise<Map<string, StockedItem>> {
    const unique = [...new Set(ids)];
    const filter = { _id: { $in: unique.map((id) => objectId(id)) } };
    const options = { limit: unique.length, projection: stockedFields };
    const rows = await this.items.find(LabScope.ofLaboratory(laboratoryId), filter, options);
    return new Map(rows.map((row) => [row._id.toHexString(), row]));
  }

  /**
   * Adds a batch to the stock of its item, in the transaction under way: one movement, which keeps how the quantity was
   * entered and refers to the receipt. A recall of the batch blocks it at once, and so does an item that
   * requires acceptance.
   * @returns why it cannot be received, or the batch that it is in now.
   * @throws DomainError VALIDATION_FAILED on `expiryDate` or `quantity`.
   */
  async receive(
    actor: Actor,
    laboratory: LaboratoryRow,
    { itemId, receiptId, entered, notes, batchNumber, unitCostPaise, reason: given, ...batch }: ReceivedBatch,
  ): Promise<{ refused: Refusal } | { refused?: undefined; received: BatchRow }> {
    const scope = LabScope.ofLaboratory(laboratory._id.toHexString());
    const item = await this.store.records.getOrThrow(scope, itemId.toHexString());
    if (item.status === 'discontinued') throw new DomainError('ITEM_DISCONTINUED');
    const unknown = packsRefusal(item, entered);
    if (unknown) return { refused: unknown };
    const moment = { now: this.clock.now(), today: this.store.today(laboratory) };
    const numbered = batchNumber === undefined ? {} : { batchNumber };
    const plan = planStock(item, { type: 'in', unitCostPaise, ...numbered, ...batch }, moment);
    if (plan.refused) return { refused: plan.refused };
    const lines = await this.arrivals.admit(item, plan.lines);
    const reason = batch.otherExpiry ? given : null;
    const noted = batch.otherExpiry ? contradictingLabel(lines, reason) : undefined;
    const change = { type: 'in', lines, reason, noted, notes, receiptId, entered } as const;
    await this.posting.post(actor, scope, { ...change, item, laboratory });
    const [line] = lines;
    if (!line) throw new Error(`Nothing of ${item.itemCode} was received`);
    return { received: line.batch };
  }

  /**
   * Removes what goes back to the supplier of a delivery, in the transaction under way: one movement for each batch. What
   * is quarantined, recalled or not accepted can go back; what is set aside for a write-off cannot.
   * @returns why it cannot be returned, if so.
   * @throws DomainError VERSION_CONFLICT.
   */
  async returnToSupplier(
    actor: Actor,
    laboratory: LaboratoryRow,
    { itemId, receiptId, entered, reason, notes, ...delivery }: ReturnedBatch,
  ): Promise<Refusal | undefined> {
    const scope = LabScope.ofLaboratory(laboratory._id.toHexString());
    const item = await this.store.records.getOrThrow(scope, itemId.toHexString());
    const moment = { now: this.clock.now(), today: this.store.today(laboratory) };
    const { refused = packsRefusal(item, entered), lines } = planReturn(item, delivery, moment);
    if (refused) return refused;
    const change = { type: 'return', lines, reason, notes, receiptId } as const;
    // Where several batches make up the packs, none of them was entered in packs.
    await this.posting.post(actor, scope, { ...change, ...(lines.length === 1 && { entered }), item, laboratory });
    return undefined;
  }

  /**
   * States how much of items is on open purchase orders, in the transaction under way. What was recorded as ordered
   * besides stays as it is.
   */
  async setPurchased(actor: Actor, laboratoryId: string, purchased: ReadonlyMap<string, OrderedPart>): Promise<void> {
    const scope = LabScope.ofLaboratory(laboratoryId);
    const filter = { _id: { $in: [...purchased.keys()].map((id) => objectId(id)) } };
    const rows = await this.items.find(scope, filter, { limit: purchased.size });
    const changed = rows.flatMap((row) => {
      const parts = partsOnOrder(row.onOrder);
      const onOrder = toOnOrder({ ...parts, purchased: purchased.get(row._id.toHexString()) ?? parts.purchased });
      return isDeepStrictEqual(row.onOrder, onOrder) ? [] : [{ row, changes: { onOrder } }];
    });
    for (const { row, changes } of changed) {
      const after = await this.store.records.write(scope, row, changes, { actor, action: 'on-order' });
      await this.alerts.syncWithOrder(actor, after);
    }
  }
}
