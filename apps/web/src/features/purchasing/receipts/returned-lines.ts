import {
  batchOnReceipt,
  formatQuantity,
  type GoodsReceipt,
  type PurchaseOrder,
  type PurchaseOrderLine,
  type ReturnableBatch,
  returnableOf,
  type ReturnGoodsInput,
} from '@shifa/contract';
import { enteredIn, type Packed, unitsOf } from '../../../screens/packs/packed';

/** A batch of a receipt of which something can go back, with its line of the order. */
type OfferedBatch = ReturnableBatch & { key: string; line: PurchaseOrderLine };

/** What a person typed, by the key of the batch. */
export type Departures = Readonly<Record<string, Packed>>;

/** Names the drafts of returns, by the id of the receipt. */
export const returnDrafts = 'goodsReturns';

export const nothing: Packed = { quantity: null, pack: null };

export function offeredBatches({ lines, returns }: PurchaseOrder, receipt: GoodsReceipt): OfferedBatch[] {
  return returnableOf(receipt, returns).flatMap((batch) => {
    const line = lines.find(({ _id }) => _id === batch.lineId);
    return line && batch.returnable > 0 ? [{ ...batch, key: batchOnReceipt(batch), line }] : [];
  });
}

/** Why a quantity cannot be sent; nothing for none. */
export function faultOfDeparture({ returnable, line }: OfferedBatch, packed: Packed): string | undefined {
  const units = unitsOf(packed);
  if (units === null || units === 0) return undefined;
  if (!Number.isInteger(units) || units < 0) return 'Enter a whole number';
  if (units <= returnable) return undefined;
  return `At most ${formatQuantity(returnable, line.item.unit)} can be returned`;
}

/** The batches as they are sent: those of which something goes back. */
export function toReturnedLines(offered: readonly OfferedBatch[], typed: Departures): ReturnGoodsInput['lines'] {
  return offered.flatMap(({ key, lineId, batchNumber, expiryDate }) => {
    const packed = typed[key] ?? nothing;
    const quantity = unitsOf(packed);
    const entered = enteredIn(packed);
    if (!quantity) return [];
    return [{ lineId, batchNumber, expiryDate, quantity, ...(entered && { entered }) }];
  });
}
