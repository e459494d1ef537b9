import type { MovementType, TracedProduct } from '@shifa/contract';
import type { LaboratoryRow } from '../../laboratories/laboratories.port';
import type { ItemRow } from '../items/item.document';
import { productKeyOf } from '../items/product';
import { isUsable, sumOf } from '../stock/stock';
import { sameNumber } from '../stock/stock-plan';
import type { TransferLaboratories } from '../transfers/transfer.policy';
import type { TransferRow } from '../transfers/transfer.document';
import { inTransitOf } from '../transfers/transfer-plan';
import { toTransferLaboratory } from '../transfers/transfer-store';

export type TracedItem = { item: ItemRow; laboratory: LaboratoryRow; today: string };
export type TracedTransfer = { transfer: TransferRow; laboratories: TransferLaboratories };

type Moved = { itemId: ItemRow['_id']; type: MovementType; quantity: number };

/** Who holds the batch number and where it went, by product. */
export function traceOf(
  batchNumber: string,
  {
    items,
    moved,
    transfers,
  }: { items: readonly TracedItem[]; moved: readonly Moved[]; transfers: readonly TracedTransfer[] },
): Omit<TracedProduct, 'recall'>[] {
  const products = new Map<string, Omit<TracedProduct, 'recall'>>();
  for (const { item, laboratory, today } of items) {
    const { name, manufacturer, unit } = item;
    const productKey = productKeyOf(item);
    const product = products.get(productKey) ?? {
      productKey,
      name,
      manufacturer,
      unit,
      laboratories: [],
      transfers: [],
    };
    products.set(productKey, product);
    const own = moved.filter(({ itemId }) => itemId.equals(item._id));
    const sum = (...types: MovementType[]) =>
      own.reduce((total, { type, quantity }) => total + (types.includes(type) ? quantity : 0), 0);
    const batches = item.batches.filter((batch) => sameNumber(batch, batchNumber));
    product.laboratories.push({
      laboratory: toTransferLaboratory(laboratory),
      itemId: item._id.toHexString(),
      itemCode: item.itemCode,
      quantity: sumOf(batches),
      usableQuantity: sumOf(batches.filter((batch) => isUsable(batch, item, today))),
      receivedQuantity: sum('in', 'transfer_in'),
      usedQuantity: 0 - sum('out'),
      wastedQuantity: 0 - sum('waste'),
      returnedQuantity: 0 - sum('return'),
      sentQuantity: 0 - sum('transfer_out'),
    });
  }
  for (const { transfer, laboratories } of transfers) {
    for (const [productKey, product] of products) {
      const lines = transfer.lines.filter((line) => isOf(line, productKey, batchNumber));
      if (lines.length === 0) continue;
      product.transfers.push({
        _id: transfer._id.toHexString(),
        number: transfer.number,
        status: transfer.status,
        from: toTransferLaboratory(laboratories.from),
        to: toTransferLaboratory(laboratories.to),
        quantity: lines.reduce((total, { quantity }) => total + quantity, 0),
        inTransitQuantity: lines.reduce((total, line) => total + inTransitOf(line), 0),
      });
    }
  }
  return [...products.values()].map((product) => ({
    ...product,
    laboratories: product.laboratories.toSorted((a, b) => (a.laboratory.name < b.laboratory.name ? -1 : 1)),
  }));
}

export function isOf({ item, batch }: TransferRow['lines'][number], productKey: string, batchNumber: string): boolean {
  return item.productKey === productKey && sameNumber(batch, batchNumber);
}
