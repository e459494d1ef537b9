import { expiryOf, formatPack, type InventoryItem, type Scan, type StockChangeType } from '@shifa/contract';
import { withScanned } from '../../../screens/packs/packed';
import { packOf, type StockValues } from '../stock/stock-values';
import type { ScannedBox } from './use-scan';

type Scannable = Pick<StockValues, 'quantity' | 'pack' | 'batchId' | 'batchNumber' | 'expiryDate'>;

/** What a scan changes in the form, or why it is not taken. */
export type ScannedValues = { values: Partial<Scannable>; fault?: undefined } | { fault: string; isUnusable?: true };

/** What a scanned box means for a stock change of an item. */
export function scannedValues(
  { scan, step }: ScannedBox,
  current: Scannable,
  { item, type, isDirty }: { item: InventoryItem; type: StockChangeType; isDirty: boolean },
): ScannedValues {
  const { code, item: found } = scan;
  if (!found) return { fault: notFound(scan) };
  if (found._id !== item._id) return { fault: `This is ${found.name}. Finish this item first, then scan it again.` };
  if (step === 'again') {
    if (code?.serial != null) return { fault: `The box with serial number ${code.serial} was scanned already.` };
    return { values: withBox(item, scan, current) };
  }
  const batch = type === 'in' ? receivedBatch(scan, current) : takenBatch(scan, type, current);
  if ('fault' in batch) return batch;
  const otherBatch = Object.entries(batch.values).some(
    ([field, value]) => current[field as keyof Scannable] !== '' && current[field as keyof Scannable] !== value,
  );
  if (otherBatch && isDirty && step === 'new' && current.quantity !== null) {
    return { fault: 'This box is of another batch. Finish this batch first, then scan it again.' };
  }
  const counts = step === 'new' || current.quantity === null;
  return { values: { ...batch.values, ...(counts ? withBox(item, scan, current) : {}) } };
}

function notFound({ code, choices }: Scan): string {
  if (choices.length > 0) return 'Several items have this code. Choose the item in the list first.';
  if (code?.gtin != null) return 'No item here has this code yet.';
  if (code && code.kind !== 'text') return "This code doesn't identify an item. Scan the other code on the box.";
  return `No item has the code ${code?.text.slice(0, 40) ?? ''}. Scan another one or choose the item in the list.`;
}

type BatchValues = { values: Partial<Scannable> } | { fault: string; isUnusable?: true };

/** Labels of this product name a batch that is here already. */
function receivedBatch({ code, batch }: Scan, { batchNumber, expiryDate }: Scannable): BatchValues {
  if (!code) return { values: { batchNumber: batch?.batchNumber ?? '', expiryDate: batch?.expiryDate ?? '' } };
  const expiry = expiryOf(code);
  return {
    values: {
      batchNumber: code.batchNumber ?? batch?.batchNumber ?? batchNumber,
      expiryDate: expiry ?? (code.batchNumber === null ? expiryDate : (batch?.expiryDate ?? expiryDate)),
    },
  };
}

function takenBatch({ code, batch, next }: Scan, type: StockChangeType, { batchId }: Scannable): BatchValues {
  const number = code ? code.batchNumber : (batch?.batchNumber ?? null);
  if (number === null && !batch) return { values: { batchId } };
  if (!batch) return { fault: `Batch ${number ?? ''} of this item isn't in stock. Receive it first.` };
  if (type === 'out' && batch.unusableReason !== null) {
    return { fault: `Batch ${batch.batchNumber} can't be used. ${batch.unusableReason}.`, isUnusable: true };
  }
  if (batch.quantity === 0 && type !== 'adjustment') {
    return { fault: `Batch ${batch.batchNumber} is out of stock.`, isUnusable: true };
  }
  // What expires first is taken anyway, and needs no reason.
  return { values: { batchId: type === 'out' && next?._id === batch._id ? '' : batch._id } };
}

function withBox(item: InventoryItem, scan: Scan, { quantity, pack: choice }: Scannable): Partial<Scannable> {
  const next = withScanned({ quantity, pack: packOf(item, choice) ?? null }, scan);
  return next ? { quantity: next.quantity, pack: next.pack ? formatPack(next.pack) : '' } : {};
}

/** What a scan was, in a few words. */
export function describeScan({ code, item, batch }: Scan): string {
  const number = code?.batchNumber ?? batch?.batchNumber;
  const others = code?.others.map(({ identifier, value }) => `(${identifier}) ${value}`) ?? [];
  return [item?.name, number && `batch ${number}`, ...others].filter(Boolean).join(' · ');
}
