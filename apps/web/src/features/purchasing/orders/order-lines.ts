import {
  type CreatePurchaseOrderInput,
  type InventoryListItem,
  type InventoryUnit,
  type ItemPackage,
  type PurchaseOrder,
  UnitCostPaiseSchema,
} from '@shifa/contract';
import { dayAhead } from '../../../lib/calendar';
import { enteredIn, type Packed, unitsOf } from '../../../screens/packs/packed';

export type Line = Packed & {
  itemId: string;
  name: string;
  unit: InventoryUnit;
  /** Of the item; absent where it was just added, until they are loaded. */
  packs?: readonly ItemPackage[];
  pricePaise: number | null;
  expectedOn: string;
  /** What the line says in the unit that the item had when it was written, where it has another one now. */
  before?: { quantity: number; unit: InventoryUnit; pricePaise: number };
};

export function lineOf({
  itemId,
  item,
  packs,
  unitNow,
  quantity,
  entered,
  pricePaise,
  expectedOn,
}: PurchaseOrder['lines'][number]): Line {
  const { name, unit } = item;
  if (unitNow !== unit) {
    // Neither can be computed: someone who knows the item enters them again.
    const blank = { quantity: null, pack: null, pricePaise: null };
    return { itemId, name, unit: unitNow, packs, ...blank, expectedOn, before: { quantity, unit, pricePaise } };
  }
  const packed = entered ? { quantity: entered.quantity, pack: entered } : { quantity, pack: null };
  return { itemId, name, unit, packs, ...packed, pricePaise, expectedOn };
}

export function newLine({ leadTimeDays, laboratoryId, ...item }: InventoryListItem): Line {
  const { _id, name, unit, reorderQuantity, unitCostPaise } = item;
  const day = dayAhead(leadTimeDays, laboratoryId.timezone);
  const quantity = reorderQuantity > 0 ? reorderQuantity : null;
  return { itemId: _id, name, unit, quantity, pack: null, pricePaise: unitCostPaise, expectedOn: day };
}

/** What is missing from a line or can't be sent, by field. */
export function faultsOfLine({ quantity, pricePaise, expectedOn }: Line) {
  return {
    quantity: faultOfQuantity(quantity),
    pricePaise:
      pricePaise === null ? 'Enter the price' : UnitCostPaiseSchema.safeParse(pricePaise).error?.issues[0]?.message,
    expectedOn: expectedOn === '' ? 'Choose the day' : undefined,
  };
}

function faultOfQuantity(quantity: number | null): string | undefined {
  if (quantity === null || quantity === 0) return 'Enter the quantity';
  return Number.isInteger(quantity) && quantity > 0 ? undefined : 'Enter a whole number';
}

export function isComplete(line: Line): boolean {
  return Object.values(faultsOfLine(line)).every((fault) => fault === undefined);
}

/** A line without faults as it is sent. */
export function bodyOf(line: Line): CreatePurchaseOrderInput['lines'][number] {
  const { itemId, unit, pricePaise, expectedOn } = line;
  const quantity = unitsOf(line) ?? 0;
  return { itemId, unit, quantity, entered: enteredIn(line), pricePaise: pricePaise ?? 0, expectedOn };
}
