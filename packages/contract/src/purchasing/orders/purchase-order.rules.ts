import { dayIn } from '../../common/day.js';
import { formatQuantity, type InventoryUnit } from '../../inventory/inventory.category.js';

/** What an approval is for: who supplies what at which price, and what else they are told. */
export type OrderedContent = {
  supplierId: string;
  lines: readonly { itemId: string; quantity: number; pricePaise: number }[];
  notes: string | null;
};

/** What has become of a line so far. Quantities are units of the item. */
export type LineProgress = { quantity: number; accepted: number; short: number };

/**
 * Whether an approval of `approved` does not cover `next`: another supplier, a new item, more of one, a higher price,
 * or other notes. Less of something, or a lower price, is covered.
 */
export function needsNewApproval(approved: OrderedContent, next: OrderedContent): boolean {
  if (approved.supplierId !== next.supplierId || approved.notes !== next.notes) return true;
  const known = new Map(approved.lines.map((line) => [line.itemId, line]));
  return next.lines.some(({ itemId, quantity, pricePaise }) => {
    const line = known.get(itemId);
    return !line || quantity > line.quantity || pricePaise > line.pricePaise;
  });
}

/** What is still expected of a line: what is damaged or refused has to be delivered again, what is short has not. */
export function outstandingOf({ quantity, accepted, short }: LineProgress): number {
  return Math.max(0, quantity - accepted - short);
}

/** What has become of a line so far, for its supplier; nothing until something has been received or reported short. */
export function describeProgress(line: LineProgress, unit: InventoryUnit): string[] {
  const { accepted, short } = line;
  if (accepted === 0 && short === 0) return [];
  const outstanding = outstandingOf(line);
  return [
    ...(accepted > 0 ? [`Already received: ${formatQuantity(accepted, unit)}`] : []),
    ...(short > 0 ? [`No longer expected: ${formatQuantity(short, unit)}`] : []),
    outstanding > 0 ? `Still expected: ${formatQuantity(outstanding, unit)}` : 'Nothing more is expected.',
  ];
}

/**
 * What of a line can still be accepted or reported short, over all of its receipts: the ordered quantity and the
 * tolerated part of it, rounded down.
 */
export function acceptableOf({ quantity, accepted, short }: LineProgress, overDeliveryPercent: number): number {
  const most = quantity + Math.floor((quantity * overDeliveryPercent) / 100);
  return Math.max(0, most - accepted - short);
}

type Ordered = {
  createdAt: Date | string;
  sent: readonly { email?: string | null | undefined; at: Date | string }[];
};

/**
 * The first day on which goods of an order can have arrived, in the time zone of its laboratory. The supplier had what
 * the product emailed from then on. What people recorded, such as a call, was on some day since the order was entered.
 */
export function receivableFrom({ createdAt, sent }: Ordered, timezone: string): string {
  const [first] = sent;
  const isExact = first !== undefined && sent.every(({ email }) => email != null);
  return dayIn(timezone, new Date(isExact ? first.at : createdAt));
}
