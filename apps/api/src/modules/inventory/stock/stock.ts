import {
  type EnteredPacks,
  isPastUse,
  isSamePack,
  lastUsableDay,
  type MovementType,
  NOT_ACCEPTED,
  stockStatusOf,
  suggestedOrder,
  USE_DAYS,
} from '@shifa/contract';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { objectId } from '../../../platform/domain/object-id';
import { type Refusal, refusalOn } from '../../../platform/domain/policy';
import { addDays, businessDay, startOfDay } from '../../../platform/time/business-day';
import type { LaboratoryRow } from '../../laboratories/laboratories.port';
import { type BatchRow, type ItemRow, type LastCount, NEVER, type StockFields } from './item.document';

/** Keeps apart what writes to the stock of a laboratory. */
export const INVENTORY_LOCK = 'inventory';

/** The calendar of a laboratory: its today and its time zone. */
export type Calendar = { today: string; timezone: string };

export type Block = Pick<BatchRow, 'status' | 'statusReason' | 'unaccepted'>;

type Stocked = Pick<ItemRow, 'batches' | 'minQuantity' | 'stabilityDays'>;
type Ordered = Pick<
  ItemRow,
  | 'status'
  | 'stockStatus'
  | 'usableQuantity'
  | 'minQuantity'
  | 'reorderQuantity'
  | 'leadTimeDays'
  | 'dailyUse'
  | 'onOrder'
>;

/** The largest value of one item, far below 2^53, so that it is exact as a number. ₹1,000,000,000,000.00 */
export const MAX_ITEM_VALUE_PAISE = 100_000_000_000_000;

/** Everything that lists, filters and alerts need to know of an item's batches on a day. */
export function computeStock(item: Stocked, { today, timezone }: Calendar): StockFields {
  const stocked = item.batches.filter(({ quantity }) => quantity > 0);
  const usable = stocked.filter((batch) => isUsable(batch, item, today));
  const expired = stocked.filter((batch) => isPastUse(lastDayOf(batch, item), today));
  const fresh = stocked.filter((batch) => !expired.includes(batch));
  const usableQuantity = sumQuantities(usable);
  const nextExpiry = earliest(fresh, item);
  return {
    quantity: sumQuantities(stocked),
    usableQuantity,
    stockStatus: stockStatusOf(usableQuantity, item.minQuantity),
    nearestExpiry: usable.length === 0 ? null : dayOrNull(earliest(usable, item)),
    expiredQuantity: sumQuantities(expired),
    blockedQuantity: sumQuantities(fresh) - usableQuantity,
    valuePaise: stocked.reduce((sum, { quantity, unitCostPaise }) => sum + quantity * unitCostPaise, 0),
    firstExpiry: earliest(stocked, item),
    nextExpiry,
    changesAt: nextExpiry === NEVER ? null : startOfDay(addDays(nextExpiry, 1), timezone),
  };
}

/** See `ItemRow.batchKeys`. */
export function toBatchKeys(batches: readonly BatchRow[], item: Pick<ItemRow, 'stabilityDays'>): string[] {
  const days = batches.flatMap((batch) => (batch.quantity > 0 ? (lastDayOf(batch, item) ?? []) : []));
  return [...batches.map(({ _id }) => _id.toHexString()), ...new Set(days)];
}

/**
 * Whether an item in use is low or out of stock, or may have to be ordered. All of its stored use counts, which recent
 * use can only fall short of: it falls as days pass, without a write.
 */
export function isShort(item: Ordered): boolean {
  if (item.status !== 'active') return false;
  if (item.stockStatus !== 'ok' && item.minQuantity > 0) return true;
  const usedIn90Days = Object.values(item.dailyUse).reduce((sum, quantity) => sum + quantity, 0);
  return suggestedOrder({ ...item, usedIn90Days, orderedQuantity: item.onOrder?.quantity ?? 0 }) > 0;
}

export function lastDayOf(batch: BatchRow, { stabilityDays }: Pick<ItemRow, 'stabilityDays'>): string | null {
  return lastUsableDay(batch, stabilityDays);
}

/** Whether someone with the right to has to release the batch before it can be used. */
export function isBlocked(batch: Pick<BatchRow, 'status' | 'writeOffId'>): boolean {
  return batch.status === 'quarantined' || batch.status === 'recalled' || isSetAside(batch);
}

/** The block of a batch that arrived and was not accepted yet. */
export const unaccepted = { status: 'quarantined', statusReason: NOT_ACCEPTED, unaccepted: true } as const;

/** Whether nothing else blocks the batch than that no one has accepted it. */
export function isAcceptancePending({ status, statusReason, unaccepted, writeOffId }: BatchRow): boolean {
  return unaccepted === true && status === 'quarantined' && statusReason === NOT_ACCEPTED && !writeOffId;
}

/** The block of a batch, as other batches with its number get it. */
export function blockOf({ status, statusReason, unaccepted }: Block): Block {
  return { status, statusReason, ...(unaccepted && { unaccepted }) };
}

/** Whether the batch is the part of another one that waits for the decision on a write-off. */
export function isSetAside({ writeOffId }: Pick<BatchRow, 'writeOffId'>): boolean {
  return Boolean(writeOffId);
}

/** The batches that stock changes, arrivals and recalls can add to and take from. */
export function notSetAside(batches: readonly BatchRow[]): BatchRow[] {
  return batches.filter((batch) => !isSetAside(batch));
}

/** Active and not past its last day. */
export function isUsable(batch: BatchRow, item: Pick<ItemRow, 'stabilityDays'>, today: string): boolean {
  return batch.status === 'active' && !isSetAside(batch) && !isPastUse(lastDayOf(batch, item), today);
}

/** First expiry first; batches that never expire come last, and of two alike the older one first. */
export function byExpiry(item: Pick<ItemRow, 'stabilityDays'>): (a: BatchRow, b: BatchRow) => number {
  const key = (batch: BatchRow) => `${lastDayOf(batch, item) ?? NEVER} ${batch.receivedAt.toISOString()}`;
  return (a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0);
}

export function sumQuantities(batches: readonly Pick<BatchRow, 'quantity'>[]): number {
  return batches.reduce((sum, { quantity }) => sum + quantity, 0);
}

function earliest(batches: readonly BatchRow[], item: Pick<ItemRow, 'stabilityDays'>): string {
  return batches.reduce((first, batch) => {
    const day = lastDayOf(batch, item) ?? NEVER;
    return day < first ? day : first;
  }, NEVER);
}

function dayOrNull(day: string): string | null {
  return day === NEVER ? null : day;
}

/** Adds a stock change to the use of an item, and drops the days that average use no longer depends on. */
export function dailyUseAfter(
  before: ItemRow['dailyUse'],
  { type, lines, day }: { type: MovementType; lines: readonly { quantity: number }[]; day: string },
): ItemRow['dailyUse'] {
  if (type !== 'out') return before;
  const used = lines.reduce((sum, { quantity }) => sum - quantity, before[day] ?? 0);
  const first = firstDay(day);
  return Object.fromEntries([...Object.entries(before).filter(([one]) => one >= first && one !== day), [day, used]]);
}

/** The quantity of an item that was used in the last `USE_DAYS` days. */
export function recentUse({ dailyUse }: Pick<ItemRow, 'dailyUse'>, today: string): number {
  const first = firstDay(today);
  return Object.entries(dailyUse).reduce((sum, [day, quantity]) => (day >= first ? sum + quantity : sum), 0);
}

function firstDay(today: string): string {
  return addDays(today, 1 - USE_DAYS);
}

/** What an item's last count becomes when it is counted; nothing if a later count, or the same one, is recorded. */
export function lastCountAfter(
  { userId, name }: Actor,
  { item, laboratory }: { item: ItemRow; laboratory: Pick<LaboratoryRow, 'timezone'> },
  at: Date,
): LastCount | undefined {
  if (item.lastCount && item.lastCount.at >= at) return undefined;
  return { at, day: businessDay(at, laboratory.timezone), by: { _id: objectId(userId), name } };
}

/** Packs whose factor has been changed since they were chosen would be another quantity than the person meant. */
export function packsRefusal(
  { packages = [] }: Pick<ItemRow, 'packages'>,
  entered: EnteredPacks | undefined,
  field = 'quantity',
): Refusal | undefined {
  if (!entered || packages.some((one) => isSamePack(one, entered))) return undefined;
  const message = "The item's packs were changed. Choose the pack again.";
  return refusalOn(field, 'VALIDATION_FAILED', message);
}

/** @throws DomainError VALIDATION_FAILED on the field if the item does not have the packs. */
export function assertPacks(item: Pick<ItemRow, 'packages'>, entered: EnteredPacks | undefined, field?: string): void {
  const refused = packsRefusal(item, entered, field);
  if (refused) throw new DomainError(refused.code, { message: refused.message, errors: refused.errors ?? [] });
}
