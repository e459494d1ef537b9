import { type StockAlertKind, stockAlertKinds } from '@shifa/contract';
import { addDays } from '../../../platform/time/business-day';
import type { ItemRow } from '../stock/item.document';

/** The laboratory's today and its periods of warning. */
export type AlertCalendar = { today: string; expiryWarningDays: number; expiryUrgentDays: number };

type Judged = Pick<
  ItemRow,
  'status' | 'minQuantity' | 'usableQuantity' | 'expiredQuantity' | 'nextExpiry' | 'movementSeq'
>;

/**
 * The alerts that apply to an item: of `low` and `out`, one at a time. Items that never had stock get none.
 */
export function alertsDueFor(item: Judged, { today, expiryWarningDays }: AlertCalendar): ReadonlySet<StockAlertKind> {
  const isWatched = item.status === 'active' && item.minQuantity > 0 && item.movementSeq > 0;
  const due: Record<StockAlertKind, boolean> = {
    low: isWatched && item.usableQuantity > 0 && item.usableQuantity <= item.minQuantity,
    out: isWatched && item.usableQuantity === 0,
    expiring: item.nextExpiry <= addDays(today, expiryWarningDays),
    expired: item.expiredQuantity > 0,
  };
  return new Set(stockAlertKinds.filter((kind) => due[kind]));
}

/** Whether an expiring alert is urgent. */
export function isUrgent({ nextExpiry }: Pick<ItemRow, 'nextExpiry'>, calendar: AlertCalendar): boolean {
  return nextExpiry <= addDays(calendar.today, calendar.expiryUrgentDays);
}
