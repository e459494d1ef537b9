import {
  isAwaited,
  isEnded,
  MAX_REVIEWED_ITEMS,
  outstandingOf,
  type ReviewedLines,
  type SupplierReview,
} from '@shifa/contract';
import { businessDay } from '../../../platform/time/business-day';
import type { OrderLineRow, PurchaseOrderRow } from '../orders/purchase-order.repository';
import type { ReceiptRow } from '../orders/receipt.document';

type ReviewedReceipt = Pick<ReceiptRow, 'day'> & {
  lines: (Pick<ReceiptRow['lines'][number], 'lineId'> & { batches: { quantity: number }[] })[];
};

/** What a review reads of an order. */
export type ReviewedOrder = Pick<
  PurchaseOrderRow,
  '_id' | 'laboratoryId' | 'status' | 'createdAt' | 'nextExpected' | 'lines'
> & {
  /** Empty where the supplier never had the order. */
  sent: { at: Date }[];
  ended: { at: Date } | null;
  receipts: ReviewedReceipt[];
};

export type ReviewedLaboratory = { code: string; timezone: string; today: string };

/** A price with the instant at which its order was entered; ties are broken by the id of the order. */
type Price = { pricePaise: number; at: Date; orderId: string };

type ItemFigures = {
  latest: Price;
  first: Price;
  orders: number;
  item: OrderLineRow['item'];
  laboratoryId: string;
  laboratory: ReviewedLaboratory;
  arrived: number;
  damaged: number;
  refused: number;
};

type Share = { lines: number; of: number };

/** The figures of a review, added up order by order, in any order. `SupplierReview` says what each of them counts. */
export class ReviewFigures {
  private readonly orders = { sent: 0, ended: 0, open: 0, overdue: 0, cancelled: 0 };
  private readonly onTime: Share = { lines: 0, of: 0 };
  private readonly complete: Share = { lines: 0, of: 0 };
  private readonly damaged: Share = { lines: 0, of: 0 };
  private readonly refused: Share = { lines: 0, of: 0 };
  /** By item and unit: a price per box does not compare with one per piece. */
  private readonly items = new Map<string, ItemFigures>();

  /** An order that is in the hands of the supplier, or was cancelled after that; others are not counted. */
  add(order: ReviewedOrder, laboratory: ReviewedLaboratory): void {
    const { status, nextExpected, lines } = order;
    const hasEnded = isEnded(status);
    if (status === 'cancelled') {
      if (order.sent.length === 0) return;
      this.orders.cancelled += 1;
    } else if (hasEnded || isAwaited(status)) {
      this.orders.sent += 1;
      this.orders[hasEnded ? 'ended' : 'open'] += 1;
      if (nextExpected !== null && nextExpected < laboratory.today) this.orders.overdue += 1;
    } else {
      return;
    }
    const lastDay = order.ended ? businessDay(order.ended.at, laboratory.timezone) : laboratory.today;
    for (const line of lines) {
      const arrived = line.accepted + line.damaged + line.refused;
      if (isDue(line, lastDay)) count(this.onTime, isOnTime(line, order.receipts));
      if (hasEnded) count(this.complete, line.accepted >= line.quantity);
      if (arrived > 0) {
        count(this.damaged, line.damaged > 0);
        count(this.refused, line.refused > 0);
      }
      if (status !== 'cancelled') this.addItem(order, line, arrived, laboratory);
    }
  }

  result(): Omit<SupplierReview, 'period'> {
    return {
      orders: { ...this.orders },
      onTime: toLines(this.onTime),
      complete: toLines(this.complete),
      damaged: toLines(this.damaged),
      refused: toLines(this.refused),
      faults: this.faults(),
      prices: this.prices(),
    };
  }

  private addItem(order: ReviewedOrder, line: OrderLineRow, arrived: number, laboratory: ReviewedLaboratory): void {
    const { item, pricePaise, damaged, refused } = line;
    const price = { pricePaise, at: order.createdAt, orderId: order._id.toHexString() };
    const key = `${item._id.toHexString()} ${item.unit}`;
    const known = this.items.get(key);
    if (!known) {
      const laboratoryId = order.laboratoryId.toHexString();
      const own = { item, laboratoryId, laboratory, first: price, latest: price, orders: 1 };
      this.items.set(key, { ...own, arrived, damaged, refused });
      return;
    }
    known.orders += 1;
    known.arrived += arrived;
    known.damaged += damaged;
    known.refused += refused;
    if (isBefore(price, known.first)) known.first = price;
    if (!isBefore(known.latest, price)) return;
    known.latest = price;
    known.item = item;
  }

  private faults(): SupplierReview['faults'] {
    const faulty = [...this.items.values()].filter(({ damaged, refused }) => damaged + refused > 0);
    const rows = faulty.map((one) => {
      const { arrived, damaged, refused } = one;
      return { ...namedItem(one), arrived, damaged, refused, basisPoints: partOf(damaged + refused, arrived) };
    });
    const sorted = rows.toSorted((a, b) => b.basisPoints - a.basisPoints || b.arrived - a.arrived || byName(a, b));
    return { total: rows.length, items: sorted.slice(0, MAX_REVIEWED_ITEMS) };
  }

  private prices(): SupplierReview['prices'] {
    const compared = [...this.items.values()].filter(({ orders }) => orders > 1);
    if (compared.length === 0) return null;
    const changed = compared.filter(({ first, latest }) => first.pricePaise !== latest.pricePaise);
    const rows = changed.map((one) => ({
      ...namedItem(one),
      first: toPrice(one.first, one.laboratory),
      last: toPrice(one.latest, one.laboratory),
      changeBasisPoints: changeOf(one.first.pricePaise, one.latest.pricePaise),
    }));
    // What was free at first has become dearer by more than any percentage.
    const size = ({ changeBasisPoints: change }: { changeBasisPoints: number | null }) =>
      change === null ? Number.MAX_VALUE : Math.abs(change);
    const sorted = rows.toSorted((a, b) => size(b) - size(a) || byName(a, b));
    return { compared: compared.length, changed: changed.length, items: sorted.slice(0, MAX_REVIEWED_ITEMS) };
  }
}

/** Whether a line can be judged: nothing of it is outstanding, or its day was over on the last day that counts. */
function isDue(line: OrderLineRow, lastDay: string): boolean {
  return outstandingOf(line) === 0 || line.expectedOn < lastDay;
}

function isOnTime({ _id, quantity, short, expectedOn }: OrderLineRow, receipts: readonly ReviewedReceipt[]): boolean {
  let inTime = 0;
  for (const { day, lines } of receipts) {
    if (day > expectedOn) continue;
    for (const { lineId, batches } of lines) {
      if (!lineId.equals(_id)) continue;
      for (const batch of batches) inTime += batch.quantity;
    }
  }
  return inTime > 0 && inTime >= quantity - short;
}

function count(share: Share, isSo: boolean): void {
  share.of += 1;
  if (isSo) share.lines += 1;
}

function toLines(share: Share): ReviewedLines | null {
  return share.of === 0 ? null : { ...share };
}

function isBefore(one: Price, other: Price): boolean {
  const apart = one.at.getTime() - other.at.getTime();
  return apart < 0 || (apart === 0 && one.orderId < other.orderId);
}

function toPrice({ pricePaise, at }: Price, { timezone }: ReviewedLaboratory) {
  return { pricePaise, on: businessDay(at, timezone) };
}

/** In basis points, rounded; null from nothing. Prices are at most 10^10 paise, so that every step is exact. */
function changeOf(first: number, last: number): number | null {
  return first === 0 ? null : Math.round(((last - first) * 10_000) / first);
}

function partOf(part: number, whole: number): number {
  return Math.round((part * 10_000) / whole);
}

function namedItem({ item, laboratoryId, laboratory }: ItemFigures) {
  const { itemCode, name, unit } = item;
  return {
    itemId: item._id.toHexString(),
    item: { itemCode, name, unit },
    laboratory: { _id: laboratoryId, code: laboratory.code },
  };
}

type Named = { item: { name: string }; itemId: string };

function byName(a: Named, b: Named): number {
  return a.item.name.localeCompare(b.item.name) || (a.itemId < b.itemId ? -1 : 1);
}
