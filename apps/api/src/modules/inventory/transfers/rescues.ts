import { daysBetween, type InventoryUnit, type Rescue, RESCUE_HORIZON_DAYS, USE_DAYS } from '@shifa/contract';
import { addDays } from '../../../platform/time/business-day';
import { Injectable } from '@nestjs/common';
import { grouped } from '../../../platform/grouped';
import type { Actor } from '../../../platform/domain/actor';
import { LabScope } from '../../../platform/domain/lab-scope';
import { type LaboratoryRow, toLaboratoryName } from '../../laboratories/laboratories.port';
import { type ItemRow, productKeyOf } from '../stock/item.document';
import { ItemRepository, type LaboratoryDay } from '../stock/item.repository';
import { ExpiryRollover } from '../stock/expiry-rollover';
import { Items } from '../stock/item';
import { byExpiry, isUsable, lastDayOf, recentUse } from '../stock/stock';
import { inTransitOf } from './transfer-plan';
import { inTransit, TransferRepository } from './transfer.repository';

/** What the rescue of stock depends on, of one item in one laboratory. */
export type RescueStock = {
  /** The same for the same product in every laboratory. */
  productKey: string;
  name: string;
  manufacturer: string | null;
  unit: InventoryUnit;
  laboratory: Rescue['from']['laboratory'];
  today: string;
  itemId: string;
  itemCode: string;
  /** Usable batches, first expiry first. */
  batches: { _id: string; batchNumber: string; lastDay: string | null; quantity: number; unitCostPaise: number }[];
  usedIn90Days: number;
  minQuantity: number;
  leadTimeDays: number;
  inTransitQuantity: number;
  orderedQuantity: number;
};

type Surplus = { stock: RescueStock; from: Rescue['from']; unitCostPaise: number; left: number };
type Shortage = { stock: RescueStock; shortage: number; left: number };

/**
 * Matches stock that will expire unused with shortages of the same product elsewhere. The most valuable surplus is
 * placed first, and each goes to the largest shortage that can use it in time: stock that would expire there as well
 * is not saved.
 */
export function rescueMatches(stocks: readonly RescueStock[]): Rescue[] {
  const surpluses = stocks.flatMap(findSurpluses).toSorted((a, b) => valueOf(b) - valueOf(a));
  const shortages = grouped(stocks.flatMap(findShortage), ({ stock }) => stock.productKey);
  const matches: Rescue[] = [];
  for (const surplus of surpluses) {
    const { productKey, laboratory } = surplus.stock;
    const candidates = (shortages.get(productKey) ?? [])
      .filter(({ stock }) => stock.laboratory._id !== laboratory._id)
      .toSorted((a, b) => b.left - a.left);
    for (const shortage of candidates) {
      const usableInTime = usableBy(shortage.stock, surplus.from.lastUsableDay);
      const quantity = Math.min(surplus.left, shortage.left, usableInTime);
      if (quantity <= 0) continue;
      matches.push(toRescue(surplus, shortage, { usableInTime, quantity }));
      surplus.left -= quantity;
      shortage.left -= quantity;
    }
  }
  return matches.toSorted(byValue);
}

/** The batches of which average use leaves something over on their last day. */
function findSurpluses(stock: RescueStock): Surplus[] {
  const { laboratory, itemId, itemCode, usedIn90Days, today } = stock;
  const horizon = addDays(today, RESCUE_HORIZON_DAYS);
  const found: Surplus[] = [];
  let used = 0;
  for (const { _id: batchId, batchNumber, lastDay, quantity, unitCostPaise } of stock.batches) {
    if (lastDay === null || lastDay > horizon) break;
    const daysLeft = daysBetween(today, lastDay);
    const ofBatch = Math.min(quantity, Math.max(0, useIn(stock, daysLeft) - used));
    used += ofBatch;
    const surplus = quantity - ofBatch;
    if (surplus === 0) continue;
    const batch = { batchId, batchNumber, lastUsableDay: lastDay, daysLeft, quantity };
    const from = { laboratory, itemId, itemCode, ...batch, usedIn90Days, surplus };
    found.push({ stock, from, unitCostPaise, left: surplus });
  }
  return found;
}

function findShortage(stock: RescueStock): Shortage[] {
  const { leadTimeDays, minQuantity, inTransitQuantity, orderedQuantity } = stock;
  const needed = Math.ceil((stock.usedIn90Days * leadTimeDays) / USE_DAYS) + minQuantity;
  const shortage = needed - sumUsable(stock) - inTransitQuantity - orderedQuantity;
  return shortage > 0 ? [{ stock, shortage, left: shortage }] : [];
}

/** What average use can take of a batch by its last day, after the batches that expire no later. */
function usableBy(stock: RescueStock, lastDay: string): number {
  if (lastDay < stock.today) return 0;
  const earlier = stock.batches.filter((batch) => batch.lastDay !== null && batch.lastDay <= lastDay);
  const before = earlier.reduce((sum, { quantity }) => sum + quantity, 0) + stock.inTransitQuantity;
  return Math.max(0, useIn(stock, daysBetween(stock.today, lastDay)) - before);
}

function toRescue(
  { stock: { name, manufacturer, unit }, from, unitCostPaise }: Surplus,
  { stock, shortage }: Shortage,
  { usableInTime, quantity }: { usableInTime: number; quantity: number },
): Rescue {
  const { laboratory, itemId, itemCode, minQuantity, leadTimeDays, usedIn90Days } = stock;
  const { inTransitQuantity, orderedQuantity } = stock;
  return {
    name,
    manufacturer,
    unit,
    from,
    to: {
      laboratory,
      itemId,
      itemCode,
      usableQuantity: sumUsable(stock),
      inTransitQuantity,
      orderedQuantity,
      minQuantity,
      leadTimeDays,
      usedIn90Days,
      shortage,
      usableInTime,
    },
    quantity,
    valuePaise: quantity * unitCostPaise,
  };
}

/** The most valuable first. */
function byValue(a: Rescue, b: Rescue): number {
  return Number(b.valuePaise) - Number(a.valuePaise);
}

function valueOf({ left, unitCostPaise }: Surplus): number {
  return left * unitCostPaise;
}

function sumUsable({ batches }: RescueStock): number {
  return batches.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Average use in a number of days, rounded down to whole units. */
function useIn({ usedIn90Days }: RescueStock, days: number): number {
  return Math.floor((usedIn90Days * days) / USE_DAYS);
}

const MAX_RESCUES = 100;
/** The items of one laboratory that expire first. */
const MAX_EXPIRING_ITEMS = 500;

/** Finds stock that would expire unused in one laboratory and is short in another. */
@Injectable()
export class Rescues {
  constructor(
    private readonly items: ItemRepository,
    private readonly store: Items,
    private readonly transfers: TransferRepository,
    private readonly rollover: ExpiryRollover,
  ) {}

  async list(actor: Actor): Promise<Rescue[]> {
    const scope = actor.scope('inventory.transfer');
    if (!scope.reachesAll) return [];
    await this.rollover.run();
    const all = await this.store.readLaboratories(scope);
    const laboratories = new Map([...all].filter(([, { status }]) => status === 'active'));
    const names = await this.namesInDanger(laboratories.values());
    if (names.length === 0) return [];
    const incoming = await this.readIncoming(scope);
    let matches: Rescue[] = [];
    let product: { sortName: string; stocks: RescueStock[] } = { sortName: '', stocks: [] };
    const match = () => {
      const found = rescueMatches(product.stocks);
      if (found.length > 0) matches = [...matches, ...found].toSorted(byValue).slice(0, MAX_RESCUES);
    };
    // One product at a time, as all of them in every laboratory are more than fits into memory.
    for await (const item of this.items.eachNamed(scope, names)) {
      const laboratory = laboratories.get(item.laboratoryId.toHexString());
      if (!laboratory) continue;
      if (item.sortName !== product.sortName) {
        match();
        product = { sortName: item.sortName, stocks: [] };
      }
      const arriving = incoming.get(keyAt(laboratory._id.toHexString(), productKeyOf(item))) ?? 0;
      product.stocks.push(toRescueStock(item, laboratory, arriving));
    }
    match();
    return matches;
  }

  /** The names of products of which a batch expires within the horizon. */
  private async namesInDanger(laboratories: Iterable<LaboratoryDay>): Promise<string[]> {
    const names = new Set<string>();
    for (const { _id, today } of laboratories) {
      const range = { from: today, through: addDays(today, RESCUE_HORIZON_DAYS) };
      const scope = LabScope.ofLaboratory(_id.toHexString());
      for (const name of await this.items.namesExpiring(scope, range, MAX_EXPIRING_ITEMS)) names.add(name);
    }
    return [...names];
  }

  /** The quantity of each product in transit to each laboratory. */
  private async readIncoming(scope: LabScope): Promise<Map<string, number>> {
    const incoming = new Map<string, number>();
    const sent = { filter: inTransit, sort: null, projection: { toLaboratoryId: 1, lines: 1 } } as const;
    for await (const { toLaboratoryId, lines } of this.transfers.stream(scope, sent)) {
      for (const line of lines) {
        for (const productKey of line.item.productKeys) {
          const key = keyAt(toLaboratoryId.toHexString(), productKey);
          incoming.set(key, (incoming.get(key) ?? 0) + inTransitOf(line));
        }
      }
    }
    return incoming;
  }
}

function keyAt(laboratoryId: string, productKey: string): string {
  return `${laboratoryId} ${productKey}`;
}

function toRescueStock(item: ItemRow, laboratory: LaboratoryRow & LaboratoryDay, arriving: number): RescueStock {
  const usable = item.batches.filter((batch) => batch.quantity > 0 && isUsable(batch, item, laboratory.today));
  return {
    productKey: productKeyOf(item),
    name: item.name,
    manufacturer: item.manufacturer,
    unit: item.unit,
    laboratory: toLaboratoryName(laboratory),
    today: laboratory.today,
    itemId: item._id.toHexString(),
    itemCode: item.itemCode,
    batches: usable.toSorted(byExpiry(item)).map((batch) => ({
      _id: batch._id.toHexString(),
      batchNumber: batch.batchNumber,
      lastDay: lastDayOf(batch, item),
      quantity: batch.quantity,
      unitCostPaise: batch.unitCostPaise,
    })),
    usedIn90Days: recentUse(item, laboratory.today),
    minQuantity: item.minQuantity,
    leadTimeDays: item.leadTimeDays,
    inTransitQuantity: arriving,
    orderedQuantity: item.onOrder?.quantity ?? 0,
  };
}
