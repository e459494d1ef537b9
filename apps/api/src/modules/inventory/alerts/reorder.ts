import {
  formatQuantity,
  type InventoryItem,
  type OrderItemBody,
  type Page,
  plural,
  type ReorderQuery,
  type ReorderSuggestion,
  type ReorderTotals,
  type ReorderTotalsQuery,
  suggestedOrder,
  totalPaise,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { addDays } from '../../../platform/time/business-day';
import { formatDay } from '../../../platform/time/format-time';
import { type LaboratoryRow, toZonedLaboratory } from '../../laboratories/laboratories.port';
import type { ItemRow } from '../stock/item.document';
import { itemPolicy, Items } from '../stock/item';
import { partsOnOrder, toOnOrder } from '../stock/on-order';
import { ItemRepository, type LaboratoryDay } from '../stock/item.repository';
import { ExpiryRollover } from '../stock/expiry-rollover';
import { recentUse } from '../stock/stock';
import { StockAlerts } from './stock-alerts';

const MAX_DAYS_AHEAD = 366;

/** What to order, and what has been ordered. */
@Injectable()
export class Reorder {
  constructor(
    private readonly items: ItemRepository,
    private readonly store: Items,
    private readonly alerts: StockAlerts,
    private readonly rollover: ExpiryRollover,
  ) {}

  async suggestions(actor: Actor, query: ReorderQuery): Promise<Page<ReorderSuggestion>> {
    const { page, limit } = query;
    const rows = await this.allSuggestions(actor, query);
    const inOrder = rows.toSorted(mostExpensiveFirst);
    return { items: inOrder.slice((page - 1) * limit, page * limit), total: inOrder.length };
  }

  async totals(actor: Actor, query: ReorderTotalsQuery): Promise<ReorderTotals> {
    const rows = await this.allSuggestions(actor, query);
    const suppliers = new Map<string | undefined, { supplier: string | null; items: number; cost: bigint }>();
    for (const { supplier, costPaise } of rows) {
      const key = supplier?.toLowerCase();
      const before = suppliers.get(key) ?? { supplier, items: 0, cost: 0n };
      suppliers.set(key, { ...before, items: before.items + 1, cost: before.cost + BigInt(costPaise) });
    }
    const inOrder = [...suppliers.values()].toSorted((a, b) => (a.cost < b.cost ? 1 : -1));
    return {
      items: rows.length,
      costPaise: totalPaise(inOrder.reduce((sum, { cost }) => sum + cost, 0n)),
      suppliers: inOrder.map(({ cost, ...supplier }) => ({ ...supplier, costPaise: totalPaise(cost) })),
    };
  }

  /** Every suggestion for a laboratory, by name. */
  async ofLaboratory(actor: Actor, laboratoryId: string): Promise<ReorderSuggestion[]> {
    const rows = await this.allSuggestions(actor, { laboratoryId });
    return rows.toSorted((a, b) => a.name.localeCompare(b.name));
  }

  private async allSuggestions(
    actor: Actor,
    { laboratoryId, supplier, itemId }: Omit<ReorderQuery, 'page' | 'limit'>,
  ): Promise<ReorderSuggestion[]> {
    const scope = actor.scope('inventory.view');
    await this.rollover.run();
    const laboratories = await this.store.readLaboratories(scope);
    const items = await this.items.short(scope, { laboratoryId, itemId });
    return items.flatMap((item) => {
      const laboratory = laboratories.get(item.laboratoryId.toHexString());
      if (laboratory?.status !== 'active') return [];
      if (supplier !== undefined && item.supplier?.toLowerCase() !== supplier.toLowerCase()) return [];
      const suggestion = suggestionFor(item, laboratory);
      return suggestion.suggestedQuantity > 0 ? [suggestion] : [];
    });
  }

  /** @throws DomainError ITEM_DISCONTINUED, VERSION_CONFLICT, LABORATORY_SUSPENDED, VALIDATION_FAILED on `expectedOn`. */
  order(actor: Actor, id: string, { quantity, expectedOn, version }: OrderItemBody): Promise<InventoryItem> {
    const options = {
      permission: 'inventory.stock',
      action: quantity > 0 ? 'ordered' : 'order-withdrawn',
      policy: async (before: ItemRow) =>
        itemPolicy.move(actor, before, { laboratory: await this.store.readLaboratory(before) }),
      also: (_: ItemRow, after: ItemRow) => this.alerts.syncWithOrder(actor, after),
    } as const;
    return this.store.records.change(actor, id, version, options, async (before) => {
      const { purchased } = partsOnOrder(before.onOrder);
      const recorded = quantity - purchased.quantity;
      if (recorded < 0) {
        const message = `${formatQuantity(purchased.quantity, before.unit)} ${plural(purchased.quantity, 'is', 'are')} on purchase orders. Change or cancel those instead.`;
        throw DomainError.onField('VALIDATION_FAILED', 'quantity', message);
      }
      if (recorded === 0 || expectedOn === undefined) {
        return { onOrder: toOnOrder({ recorded: { quantity: 0, expectedOn: '' }, purchased }) };
      }
      const today = this.store.today(await this.store.readLaboratory(before));
      const last = addDays(today, MAX_DAYS_AHEAD);
      if (expectedOn < today || expectedOn > last) {
        const message = `Choose a day from ${formatDay(today)} to ${formatDay(last)}`;
        throw DomainError.onField('VALIDATION_FAILED', 'expectedOn', message);
      }
      return { onOrder: toOnOrder({ recorded: { quantity: recorded, expectedOn }, purchased }) };
    });
  }
}

function mostExpensiveFirst(a: ReorderSuggestion, b: ReorderSuggestion): number {
  const difference = BigInt(b.costPaise) - BigInt(a.costPaise);
  if (difference !== 0n) return difference > 0n ? 1 : -1;
  return a.name < b.name ? -1 : 1;
}

function suggestionFor(item: ItemRow, laboratory: LaboratoryRow & LaboratoryDay): ReorderSuggestion {
  const { _id, itemCode, name, unit, category, supplier, supplierId, stockStatus, version, onOrder } = item;
  const { leadTimeDays, minQuantity, usableQuantity, reorderQuantity } = item;
  const orderedQuantity = onOrder?.quantity ?? 0;
  const usedIn90Days = recentUse(item, laboratory.today);
  const inputs = { usedIn90Days, leadTimeDays, minQuantity, usableQuantity, orderedQuantity, reorderQuantity };
  const suggestedQuantity = suggestedOrder(inputs);
  return {
    ...inputs,
    _id: _id.toHexString(),
    itemCode,
    name,
    unit,
    category,
    supplier,
    supplierId: supplierId?.toHexString() ?? null,
    stockStatus,
    version,
    laboratoryId: toZonedLaboratory(laboratory),
    suggestedQuantity,
    costPaise: totalPaise(BigInt(suggestedQuantity) * BigInt(item.unitCostPaise)),
    expectedOn: onOrder?.expectedOn ?? null,
  };
}
