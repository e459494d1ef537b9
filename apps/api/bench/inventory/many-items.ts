import { inventoryCategories } from '@shifa/contract';
import { Types } from 'mongoose';
import { demoChance } from '../../demo/demo-values';
import { addDays, businessDay } from '../../src/platform/time/business-day';
import type { BatchRow, ItemRow } from '../../src/modules/inventory/stock/item.document';
import { derivedFields } from '../../src/modules/inventory/stock/item';
import { dailyUseAfter } from '../../src/modules/inventory/stock/stock';
import type { MovementRow } from '../../src/modules/inventory/stock/movement.repository';
import { computeStock } from '../../src/modules/inventory/stock/stock';
import { toBatchKey } from '../../src/modules/inventory/stock/stock-plan';

const timezone = 'Asia/Kolkata';
const DAY_MS = 86_400_000;

export type Size = { items: number; movements: number };

/** Items with batches and ledgers of equal length, in portions; the same at every call, except for the ids. */
export function* manyItems(
  size: Size,
  laboratories: readonly Types.ObjectId[],
  portion: number,
): Generator<{ items: ItemRow[]; movements: MovementRow[] }> {
  const chance = demoChance(`${size.items} items`);
  const today = businessDay(new Date(), timezone);
  const each = size.movements / size.items;
  for (let first = 0; first < size.items; first += portion) {
    const items: ItemRow[] = [];
    const movements: MovementRow[] = [];
    for (let number = first; number < Math.min(first + portion, size.items); number += 1) {
      const laboratoryId = laboratories[number % laboratories.length] ?? new Types.ObjectId();
      const item = itemOf(number, { laboratoryId, today, chance, movementSeq: each });
      const ledger = ledgerOf(item, each);
      const used = { ...item, dailyUse: useOf(ledger) };
      items.push({ ...used, ...derivedFields(used) });
      movements.push(...ledger);
    }
    yield { items, movements };
  }
}

function itemOf(
  number: number,
  given: { laboratoryId: Types.ObjectId; today: string; chance: () => number; movementSeq: number },
): ItemRow {
  const { laboratoryId, today, chance, movementSeq } = given;
  const now = new Date();
  const batches = [1, 2, 3].map((lot): BatchRow => ({
    _id: new Types.ObjectId(),
    batchNumber: `M${number}-${lot}`,
    expiryDate: addDays(today, Math.floor(chance() * 700) - 30),
    openedOn: null,
    quantity: Math.floor(chance() * 20),
    unitCostPaise: 12_500,
    status: 'active',
    statusReason: null,
    receivedAt: now,
  }));
  const row = {
    laboratoryId,
    itemCode: `MANY-${number}`,
    name: `Item ${number} of many`,
    category: inventoryCategories[number % inventoryCategories.length] ?? 'other',
    manufacturer: null,
    supplier: null,
    unit: 'piece',
    minQuantity: 10,
    reorderQuantity: 0,
    leadTimeDays: 7,
    unitCostPaise: 12_500,
    trackExpiry: true,
    stabilityDays: null,
    storageCondition: null,
    storageLocation: null,
    status: 'active',
    onOrder: null,
    batches,
    productKeys: [] as string[],
    dailyUse: {},
    movementSeq,
  } as const;
  const stocked = { ...row, ...computeStock(row, { today, timezone }) };
  return {
    _id: new Types.ObjectId(),
    ...stocked,
    ...derivedFields(stocked),
    updatedBy: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/** Uses of one unit, spread over four hundred days. */
function ledgerOf({ _id, laboratoryId, itemCode, name, unit, batches }: ItemRow, count: number): MovementRow[] {
  const [batch] = batches;
  if (!batch) return [];
  const now = Date.now();
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(now - (count - index) * (400 / count) * DAY_MS);
    return {
      _id: new Types.ObjectId(),
      laboratoryId,
      item: { _id, itemCode, name, unit },
      seq: index + 1,
      type: 'out',
      quantity: -1,
      balanceAfter: count - index,
      usableAfter: count - index,
      batch: { _id: batch._id, batchNumber: batch.batchNumber, expiryDate: batch.expiryDate },
      batchKey: toBatchKey(batch.batchNumber),
      reason: null,
      notes: null,
      unitCostPaise: batch.unitCostPaise,
      by: null,
      at,
      day: businessDay(at, timezone),
      version: 1,
      createdAt: at,
      updatedAt: at,
    };
  });
}

function useOf(ledger: readonly MovementRow[]): ItemRow['dailyUse'] {
  return ledger.reduce<ItemRow['dailyUse']>(
    (use, { type, day, quantity }) => dailyUseAfter(use, { type, day, lines: [{ quantity }] }),
    {},
  );
}
