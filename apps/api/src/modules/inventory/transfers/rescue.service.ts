import { type Rescue, RESCUE_HORIZON_DAYS } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/http/actor';
import { LabScope } from '../../../platform/mongo/lab-scope';
import { addDays } from '../../../platform/time/business-day';
import type { LaboratoryRow } from '../../laboratories/laboratories.port';
import type { ItemRow } from '../items/item.document';
import { ItemRepository, type LaboratoryDay } from '../items/item.repository';
import { ItemStore } from '../items/item-store';
import { productKeyOf } from '../items/product';
import { recentUse } from '../stock/daily-use';
import { ExpiryRollover } from '../stock/expiry-rollover';
import { byExpiry, isUsable, lastDayOf } from '../stock/stock';
import { rescueMatches, type RescueStock } from './rescue-plan';
import { inTransitOf } from './transfer-plan';
import { inTransit, TransferRepository } from './transfer.repository';
import { toTransferLaboratory } from './transfer-store';

const MAX_RESCUES = 100;
/** The items of one laboratory that expire first. */
const MAX_EXPIRING_ITEMS = 500;

/** Finds stock that would expire unused in one laboratory and is short in another. */
@Injectable()
export class RescueService {
  constructor(
    private readonly items: ItemRepository,
    private readonly store: ItemStore,
    private readonly transfers: TransferRepository,
    private readonly rollover: ExpiryRollover,
  ) {}

  async list(actor: Actor): Promise<Rescue[]> {
    const scope = actor.scope('inventory.transfer');
    if (!scope.reachesAll) return [];
    await this.rollover.run();
    const all = [...(await this.store.laboratoriesOf(scope)).values()];
    const laboratories = all.filter(({ status }) => status === 'active');
    const names = await this.namesInDanger(laboratories);
    if (names.length === 0) return [];
    const items = await this.items.find(scope, { sortName: { $in: names }, status: 'active' }, { limit: 0 });
    const incoming = await this.incomingOf(scope);
    const stocks: RescueStock[] = [];
    for (const laboratory of laboratories) {
      const own = items.filter(({ laboratoryId }) => laboratoryId.equals(laboratory._id));
      for (const item of own) {
        const arriving = incoming.get(keyAt(laboratory._id.toHexString(), productKeyOf(item))) ?? 0;
        stocks.push(stockOf(item, laboratory, arriving));
      }
    }
    return rescueMatches(stocks).slice(0, MAX_RESCUES);
  }

  /** The names of products of which a batch expires within the horizon. */
  private async namesInDanger(laboratories: readonly LaboratoryDay[]): Promise<string[]> {
    const names = new Set<string>();
    for (const { _id, today } of laboratories) {
      const range = { from: today, through: addDays(today, RESCUE_HORIZON_DAYS) };
      const scope = LabScope.ofLaboratory(_id.toHexString());
      for (const name of await this.items.namesExpiring(scope, range, MAX_EXPIRING_ITEMS)) names.add(name);
    }
    return [...names];
  }

  /** The quantity of each product in transit to each laboratory. */
  private async incomingOf(scope: LabScope): Promise<Map<string, number>> {
    const incoming = new Map<string, number>();
    for (const { toLaboratoryId, lines } of await this.transfers.find(scope, inTransit, { limit: 0 })) {
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

function stockOf(item: ItemRow, laboratory: LaboratoryRow & LaboratoryDay, arriving: number): RescueStock {
  const usable = item.batches.filter((batch) => batch.quantity > 0 && isUsable(batch, item, laboratory.today));
  return {
    productKey: productKeyOf(item),
    name: item.name,
    manufacturer: item.manufacturer,
    unit: item.unit,
    laboratory: toTransferLaboratory(laboratory),
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
