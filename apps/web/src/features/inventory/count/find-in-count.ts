import { batchOfLabel, readProductCode, type Scan, toBatchKey } from '@shifa/contract';
import { dayAhead } from '../../../lib/calendar';
import type { CountedItem } from './use-count';

export type FoundInCount = {
  counted: CountedItem;
  batchId?: string | undefined;
  /** What the scanned box contains, where its code says it. */
  box?: Pick<Scan, 'code' | 'package'> | undefined;
};

/** What a scanned code means in a count, without a network; or why it means nothing there. */
export function findInCount(items: readonly CountedItem[], text: string): FoundInCount | string {
  const labelled = batchOfLabel(text);
  if (labelled !== undefined) {
    const counted = items.find(({ item }) => item.batches.some(({ _id }) => _id === labelled));
    return counted ? { counted, batchId: labelled } : "This label isn't for a batch in this count.";
  }
  const { code, fault } = readProductCode(text, dayAhead(0));
  if (!code) return fault;
  const { gtin } = code;
  if (gtin === null) return findText(items, code.batchNumber ?? code.text);
  const packOf = ({ item }: CountedItem) => item.packages.find((pack) => pack.gtin === gtin);
  const counted = items.find((one) => packOf(one) !== undefined);
  if (!counted) return 'No item in this count has this code. Choose the item by its name.';
  const box = { code, package: packOf(counted) ?? null };
  const number = code.batchNumber;
  if (number === null) return { counted, box };
  const batch = counted.item.batches.find(({ batchNumber }) => toBatchKey(batchNumber) === toBatchKey(number));
  if (!batch && counted.item.trackExpiry) {
    return `Batch ${number} of ${counted.item.name} isn't known here. Receive it first, or count it with another batch.`;
  }
  return { counted, batchId: batch?._id, box };
}

/** An item code, or the number of a batch that one item has. */
function findText(items: readonly CountedItem[], text: string): FoundInCount | string {
  const byCode = items.find(({ item }) => item.itemCode === text.toUpperCase());
  if (byCode) return { counted: byCode };
  const key = toBatchKey(text);
  const found = items.flatMap((counted) => {
    const batch = counted.item.batches.find(({ batchNumber }) => toBatchKey(batchNumber) === key);
    return batch ? { counted, batchId: batch._id } : [];
  });
  if (found.length > 1) return 'Several items in this count have this batch number. Choose the item by its name.';
  return found[0] ?? 'Nothing in this count has this code. Choose the item by its name.';
}
