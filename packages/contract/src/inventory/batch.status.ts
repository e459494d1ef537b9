/** Where a batch stands. “Expired” is not among them: it follows from the date. */
export const batchStatuses = ['active', 'quarantined', 'recalled', 'depleted', 'disposed'] as const;
export type BatchStatus = (typeof batchStatuses)[number];

export const batchStatusLabels: Record<BatchStatus, string> = {
  active: 'Active',
  quarantined: 'Quarantined',
  recalled: 'Recalled',
  depleted: 'Used up',
  disposed: 'Disposed of',
};

/** Why a batch is quarantined whose item requires acceptance, and what screens call it. */
export const NOT_ACCEPTED = 'Not accepted yet';

export type BatchLife = {
  /** The last day of use by the label; null if it does not expire. */
  expiryDate: string | null;
  /** The day on which the first container was opened. */
  openedOn: string | null;
};

/**
 * The last day on which a batch may be used, in the laboratory's time zone; null if it does not expire. Once opened, a
 * batch may be used for `stabilityDays` days including the opening day, but never beyond its expiry date.
 */
export function lastUsableDay({ expiryDate, openedOn }: BatchLife, stabilityDays: number | null): string | null {
  if (openedOn === null || stabilityDays === null) return expiryDate;
  const opened = new Date(Date.parse(openedOn) + (stabilityDays - 1) * 86_400_000).toISOString().slice(0, 10);
  return expiryDate === null || opened < expiryDate ? opened : expiryDate;
}

/** A batch is usable through the end of its last day in the laboratory's time zone. */
export function isPastUse(lastDay: string | null, today: string): boolean {
  return lastDay !== null && lastDay < today;
}

/** How much usable stock an item has, compared with its minimum. */
export const stockStatuses = ['ok', 'low', 'out'] as const;
export type StockStatus = (typeof stockStatuses)[number];

export const stockStatusLabels: Record<StockStatus, string> = { ok: 'In stock', low: 'Low', out: 'Out of stock' };

/** Judged on the usable quantity. Stock at its minimum is low; a minimum of 0 never is. */
export function stockStatusOf(usableQuantity: number, minQuantity: number): StockStatus {
  if (usableQuantity === 0) return 'out';
  return minQuantity > 0 && usableQuantity <= minQuantity ? 'low' : 'ok';
}

/** Compares batch numbers regardless of case and spaces. */
export function toBatchKey(batchNumber: string): string {
  return batchNumber.normalize('NFC').toLowerCase().replaceAll(/\s+/g, '');
}
