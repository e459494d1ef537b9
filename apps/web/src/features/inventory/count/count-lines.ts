import type { CountSheetItem } from '@shifa/contract';
import type { CountEntry } from './kept-counts';

type SheetBatch = CountSheetItem['batches'][number];

/** A number to count: of one batch or, where batches make no difference, of the whole item. */
export type CountLine = {
  batch: SheetBatch | null;
  /** What should have been there when the count began. */
  expected: number;
  /** Absent until it is counted. */
  quantity: number | undefined;
};

/** The lines of an item: its batches with stock where they expire, and those used-up ones that were counted. */
export function linesOf(item: CountSheetItem, entry: CountEntry | undefined, withUsedUp = false): CountLine[] {
  const quantityOf = (batchId?: string) => entry?.lines.find((line) => line.batchId === batchId)?.quantity;
  const byBatch = item.trackExpiry && item.batches.some(({ quantity }) => quantity > 0);
  if (!byBatch) return [{ batch: null, expected: item.quantity, quantity: quantityOf() }];
  return item.batches
    .map((batch) => ({ batch, expected: batch.quantity, quantity: quantityOf(batch._id) }))
    .filter(({ expected, quantity }) => expected > 0 || quantity !== undefined || withUsedUp);
}

export function usedUpBatches({ trackExpiry, batches }: CountSheetItem): SheetBatch[] {
  if (!trackExpiry || batches.every(({ quantity }) => quantity === 0)) return [];
  return batches.filter(({ quantity }) => quantity === 0);
}

export const isCounted = ({ quantity }: CountLine): boolean => quantity !== undefined;

/** Counted, and not what should have been there. */
export const differs = ({ quantity, expected }: CountLine): boolean => quantity !== undefined && quantity !== expected;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** In the order of a walk: by place, then by name. Items without a place come last. */
export function inOrderOfPlaces(items: readonly CountSheetItem[]): CountSheetItem[] {
  return items.toSorted(
    (a, b) =>
      Number(a.storageLocation === null) - Number(b.storageLocation === null) ||
      collator.compare(a.storageLocation ?? '', b.storageLocation ?? '') ||
      collator.compare(a.name, b.name) ||
      collator.compare(a.itemCode, b.itemCode),
  );
}
