import type { MovementType, TracedProduct } from '@shifa/contract';
import { type LaboratoryRow, toLaboratoryName } from '../../laboratories/laboratories.port';
import { type ItemRow, productKeyOf } from '../stock/item.document';
import { isUsable, sumQuantities } from '../stock/stock';
import { sameNumber } from '../stock/stock-plan';
import type { TransferLaboratories } from '../transfers/transfer';
import type { TransferRow } from '../transfers/transfer.repository';
import { inTransitOf } from '../transfers/transfer-plan';

export type TracedItem = { item: ItemRow; laboratory: LaboratoryRow; today: string };
export type TracedTransfer = { transfer: TransferRow; laboratories: TransferLaboratories };

type Moved = { itemId: ItemRow['_id']; type: MovementType; quantity: number };

/** Items that are or have been the same product, directly or by way of other items. */
export type TracedGroup = { items: TracedItem[]; productKeys: ReadonlySet<string> };

/** In the order of the first item of each. */
export function groupedByProduct(items: readonly TracedItem[]): TracedGroup[] {
  let groups: TracedGroup[] = [];
  for (const one of items) {
    const isSame = ({ productKeys }: TracedGroup) => one.item.productKeys.some((key) => productKeys.has(key));
    const same = groups.filter(isSame);
    const joined = {
      items: [...same.flatMap((group) => group.items), one],
      productKeys: new Set([...same.flatMap((group) => [...group.productKeys]), ...one.item.productKeys]),
    };
    const [first] = same;
    groups = first
      ? groups.flatMap((group) => (group === first ? [joined] : same.includes(group) ? [] : [group]))
      : [...groups, joined];
  }
  return groups;
}

/** Who holds the batch number and where it went. */
export function buildTrace(
  batchNumber: string,
  { items, productKeys }: TracedGroup,
  { moved, transfers }: { moved: readonly Moved[]; transfers: readonly TracedTransfer[] },
): Omit<TracedProduct, 'recall'>[] {
  const [first] = items;
  if (!first) return [];
  const { name, manufacturer, unit } = first.item;
  const laboratories = items.map(({ item, laboratory, today }) => {
    const own = moved.filter(({ itemId }) => itemId.equals(item._id));
    const sum = (...types: MovementType[]) =>
      own.reduce((total, { type, quantity }) => total + (types.includes(type) ? quantity : 0), 0);
    const batches = item.batches.filter((batch) => sameNumber(batch, batchNumber));
    return {
      laboratory: toLaboratoryName(laboratory),
      itemId: item._id.toHexString(),
      itemCode: item.itemCode,
      quantity: sumQuantities(batches),
      usableQuantity: sumQuantities(batches.filter((batch) => isUsable(batch, item, today))),
      receivedQuantity: sum('in', 'transfer_in'),
      usedQuantity: 0 - sum('out'),
      wastedQuantity: 0 - sum('waste'),
      returnedQuantity: 0 - sum('return'),
      sentQuantity: 0 - sum('transfer_out'),
    };
  });
  const sent = transfers.flatMap(({ transfer, laboratories: { from, to } }) => {
    const lines = transfer.lines.filter((line) => isOfProduct(line, productKeys, batchNumber));
    if (lines.length === 0) return [];
    return [
      {
        _id: transfer._id.toHexString(),
        number: transfer.number,
        status: transfer.status,
        from: toLaboratoryName(from),
        to: toLaboratoryName(to),
        quantity: lines.reduce((total, { quantity }) => total + quantity, 0),
        inTransitQuantity: lines.reduce((total, line) => total + inTransitOf(line), 0),
      },
    ];
  });
  return [
    {
      productKey: productKeyOf(first.item),
      name,
      manufacturer,
      unit,
      laboratories: laboratories.toSorted((a, b) => (a.laboratory.name < b.laboratory.name ? -1 : 1)),
      transfers: sent,
    },
  ];
}

export function isOfProduct(
  { item, batch }: TransferRow['lines'][number],
  productKeys: ReadonlySet<string>,
  batchNumber: string,
): boolean {
  return item.productKeys.some((key) => productKeys.has(key)) && sameNumber(batch, batchNumber);
}
