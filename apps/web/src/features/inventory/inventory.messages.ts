import { formatQuantity, type InventoryUnit, plural, type StockAlertState } from '@shifa/contract';
import { formatCount, formatDay, joined } from '../../lib/format';

/** What became of an alert, named as in `Glucose reagent · Low stock`. */
export const stockAlertOutcomes: Record<StockAlertState, (alert: string, until: string | null) => string> = {
  open: (alert) => `${alert}: the alert is open again`,
  acknowledged: (alert) => `${alert}: the alert was acknowledged`,
  ordered: (alert) => `${alert}: an order is recorded`,
  snoozed: (alert, until) =>
    until === null ? `${alert}: the alert is snoozed` : `${alert}: the alert is snoozed until ${formatDay(until)}`,
  resolved: (alert) => `${alert}: the alert is resolved`,
};

export const activeItemsText = (count: number) => plural(count, '1 active item', `${formatCount(count)} active items`);

export const itemsSavedText = (count: number) =>
  plural(count, '1 item was saved', `${formatCount(count)} items were saved`);

export const countSummary = (agreeing: number, differing: number, uncounted: number) =>
  `${[
    plural(agreeing, '1 item matches', `${formatCount(agreeing)} items match`),
    plural(differing, '1 differs', `${formatCount(differing)} differ`),
    `${formatCount(uncounted)} not counted`,
  ].join(', ')}.`;

export const partlyCountedText = (items: number) =>
  plural(
    items,
    "Some batches of 1 item aren't counted.",
    `Some batches of ${formatCount(items)} items aren't counted.`,
  );

export const countUnsavedText = (items: number) =>
  plural(items, "1 item couldn't be saved.", `${formatCount(items)} items couldn't be saved.`);

export const countedAgainText = (items: readonly string[]) =>
  plural(
    items.length,
    `Someone saved a later count of ${joined(items)}. Count it again.`,
    `Someone saved a later count of ${joined(items)}. Count them again.`,
  );

export const suggestionRule = (isRounded: boolean) =>
  isRounded
    ? 'Covers the use until delivery and keeps the minimum: average use per day × lead time + minimum − usable − ' +
      'ordered, rounded up to whole orders of the reorder quantity.'
    : 'Covers the use until delivery and keeps the minimum: average use per day × lead time + minimum − usable − ordered.';

export const olderTransfersText = (count: number) =>
  plural(
    count,
    "1 older transfer isn't shown. A recall covers it too.",
    `${formatCount(count)} older transfers aren't shown. A recall covers them too.`,
  );

type Recalled = { everywhere: boolean; by: string; on: string; reason: string };

export const recalledText = ({ everywhere, by, on, reason }: Recalled) =>
  everywhere ? `Recalled in all laboratories by ${by} on ${on}: ${reason}` : `Recalled by ${by} on ${on}: ${reason}`;

/** In the place of the preview of a change that the server may have saved. */
export const maybeIncludedText = 'The stock shown above may already include this change.';

/** The last days of a batch in stock, `null` if it does not expire, and of what is received under its number. */
export const otherExpiryText = (batchNumber: string, inStock: string | null, received: string) =>
  inStock === null
    ? `Batch ${batchNumber} in stock doesn't expire, but this one expires on ${formatDay(received)}.`
    : `Batch ${batchNumber} in stock expires on ${formatDay(inStock)}, but this one expires on ${formatDay(received)}.`;

export const batchChoiceText = (batchNumber: string, lastUsableDay: string | null) =>
  lastUsableDay === null ? `Use ${batchNumber}` : `Use ${batchNumber} (until ${formatDay(lastUsableDay)})`;

export const inTransitText = (quantity: number, unit: InventoryUnit) =>
  plural(
    quantity,
    `Only ${formatQuantity(quantity, unit)} is in transit`,
    `Only ${formatQuantity(quantity, unit)} are in transit`,
  );

export function withdrawAllText(ordered: string, name: string): string {
  return `${ordered} of ${name} will no longer count as ordered, and its paused alerts reopen. The supplier isn't notified.`;
}

export function withdrawPartText(ordered: string, name: string, purchased: string): string {
  return `${ordered} of ${name} will no longer count as ordered. ${purchased} on purchase orders still will. The supplier isn't notified.`;
}
