import { type CountSheetItem, type EnteredPacks, MAX_QUANTITY } from '@shifa/contract';
import { enteredIn, type Packed, unitsOf } from '../../../screens/packs/packed';
import type { CountEntry } from './kept-counts';

type SheetBatch = CountSheetItem['batches'][number];

/** A number to count: of one batch or, where batches make no difference, of the whole item. */
export type CountLine = {
  batch: SheetBatch | null;
  /** What should have been there when the count began. */
  expected: number;
  /** Units; absent until it is counted. */
  quantity: number | undefined;
  /** The packs that it was counted in. */
  entered?: EnteredPacks | undefined;
};

/** The lines of an item: its batches with stock where they expire or one of them is blocked, and those used-up ones that were counted. */
export function linesOf(item: CountSheetItem, entry: CountEntry | undefined, withUsedUp = false): CountLine[] {
  const countedOf = (batchId?: string) => {
    const line = entry?.lines.find((one) => one.batchId === batchId);
    return { quantity: line?.quantity, entered: line?.entered };
  };
  if (!isByBatch(item)) return [{ batch: null, expected: item.quantity, ...countedOf() }];
  return item.batches
    .map((batch) => ({ batch, expected: batch.quantity, ...countedOf(batch._id) }))
    .filter(({ expected, quantity }) => expected > 0 || quantity !== undefined || withUsedUp);
}

/** What was counted of a line, as it was entered. */
export function packedOf({ quantity, entered }: CountLine): Packed {
  return entered ? { quantity: entered.quantity, pack: entered } : { quantity: quantity ?? null, pack: null };
}

/** What is counted of a line with an entry; nothing where it is blank, and at most what an item can hold. */
export function countedAs(packed: Packed): Pick<CountLine, 'quantity' | 'entered'> {
  const units = unitsOf(packed) ?? undefined;
  if (units === undefined) return { quantity: undefined, entered: undefined };
  if (units > MAX_QUANTITY) return { quantity: MAX_QUANTITY, entered: undefined };
  return { quantity: units, entered: enteredIn(packed) };
}

/** Blocked stock is counted for itself: the count of a whole item does not touch it. */
function isByBatch({ trackExpiry, batches }: CountSheetItem): boolean {
  return batches.some((batch) => batch.quantity > 0 && (trackExpiry || isBlocked(batch)));
}

/** Whether it is quarantined or recalled, which includes what is set aside for a write-off. */
export function isBlocked({ status }: SheetBatch): boolean {
  return status === 'quarantined' || status === 'recalled';
}

export function usedUpBatches(item: CountSheetItem): SheetBatch[] {
  if (!isByBatch(item)) return [];
  return item.batches.filter(({ quantity }) => quantity === 0);
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
