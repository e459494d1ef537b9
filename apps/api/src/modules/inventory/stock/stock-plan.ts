import {
  type BatchAction,
  type EnteredPacks,
  formatQuantity,
  isPastUse,
  type StockChangeBody,
  plural,
  toBatchKey,
} from '@shifa/contract';
import { DomainError } from '../../../platform/domain/domain-error';
import { refusal, type Refusal, refusalOn } from '../../../platform/domain/policy';
import { newId, type ObjectId } from '../../../platform/domain/object-id';
import { formatDay } from '../../../platform/time/format-time';
import type { BatchRow, CostChange, ItemRow } from './item.document';
import {
  blockOf,
  byExpiry,
  isAcceptancePending,
  isBlocked,
  isSetAside,
  isUsable,
  lastDayOf,
  notSetAside,
  sumQuantities,
} from './stock';

/** A refusal of one line of a request that has several. */
export function onLine({ errors, ...refused }: Refusal, index: number): Refusal {
  return { ...refused, errors: errors?.map(({ field, message }) => ({ field: `lines.${index}.${field}`, message })) };
}

/** The part of a stock change that concerns one batch. `batch` is new if the item does not have it yet. */
export type StockLine = {
  batch: BatchRow;
  quantity: number;
  /** The reason, where the line is waste within a change of another type. */
  writtenOff?: string;
  /** The packs that its quantity was entered in, where that is said of each line instead of the change as a whole. */
  entered?: EnteredPacks | undefined;
  /** The cost of the batch was corrected. */
  cost?: CostChange;
  /** Where the notes are about this batch instead of the change as a whole. */
  notes?: string;
};

/** Without lines if it is refused. */
export type StockPlan = { lines: StockLine[]; refused?: Refusal };

type Planned = Pick<ItemRow, 'batches' | 'stabilityDays' | 'trackExpiry' | 'unit' | 'unitCostPaise' | 'quantity'>;
type Change = Pick<
  StockChangeBody,
  'type' | 'quantity' | 'expiryDate' | 'batchId' | 'batchNumber' | 'unitCostPaise' | 'otherExpiry'
> & {
  /** For an adjustment: what has left since it was counted; negative for what has arrived. */
  movedSinceCount?: number;
};
type Delivery = Pick<BatchRow, 'batchNumber' | 'expiryDate' | 'unitCostPaise' | 'quantity'> & {
  batchId: ObjectId | undefined;
};
type Moment = { now: Date; today: string };

/** More batches with stock or with a block than this are no longer manageable, on a screen or in a document. */
export const MAX_LIVE_BATCHES = 200;

/** Which batches a stock change takes from or adds to. */
export function planStock(stocked: Planned, change: Change, moment: Moment): StockPlan {
  const chosen = stocked.batches.find(({ _id }) => _id.toHexString() === change.batchId);
  if (change.batchId !== undefined && !chosen) return { lines: [], refused: refusalOn('batchId', 'BATCH_NOT_FOUND') };
  if (chosen && isSetAside(chosen)) {
    // Nothing else changes its quantity, so that a count either agrees or has to wait for the decision.
    const agrees = change.type === 'adjustment' && change.quantity === chosen.quantity;
    return agrees ? { lines: [] } : { lines: [], refused: refusalOn('batchId', 'STOCK_SET_ASIDE') };
  }
  const item = { ...stocked, batches: notSetAside(stocked.batches) };
  switch (change.type) {
    case 'in':
      return planReceipt(item, change, moment);
    case 'out':
      return planUse(item, change, moment);
    case 'waste':
    case 'return':
      return planRemoval(item, change, moment);
    case 'adjustment':
      return planAdjustment(item, change, moment);
  }
}

function planReceipt(item: Planned, change: Change, moment: Moment): StockPlan {
  const { quantity, batchId } = change;
  if (batchId !== undefined) return { lines: [{ batch: getBatch(item, batchId), quantity }] };
  const expiryDate = change.expiryDate ?? null;
  if (item.trackExpiry && expiryDate === null) {
    const message = 'Expiry date is required, because this item tracks it';
    return { lines: [], refused: refusalOn('expiryDate', 'VALIDATION_FAILED', message) };
  }
  const batchNumber = change.batchNumber ?? moment.today.replaceAll('-', '');
  const unitCostPaise = change.unitCostPaise ?? item.unitCostPaise;
  const namesakes = item.batches.filter((batch) => sameNumber(batch, batchNumber));
  const other = otherExpiryAmong(namesakes, expiryDate);
  if (other && change.batchNumber !== undefined && !change.otherExpiry) {
    const expiry = other.expiryDate === null ? "doesn't expire" : `expires on ${formatDay(other.expiryDate)}`;
    return { lines: [], refused: refusalOn('expiryDate', 'BATCH_MISMATCH', `Batch ${batchNumber} ${expiry}`) };
  }
  const same = namesakes.find(
    (batch) =>
      batch.expiryDate === expiryDate &&
      batch.unitCostPaise === unitCostPaise &&
      batch.openedOn === null &&
      batch.status !== 'disposed',
  );
  if (same && isLive(same)) return { lines: [{ batch: same, quantity }] };
  if (item.batches.filter(isLive).length >= MAX_LIVE_BATCHES) {
    return { lines: [], refused: refusalOn('batchNumber', 'BATCH_MISMATCH', TOO_MANY_BATCHES) };
  }
  // A delivery of a batch that was recalled or quarantined must not become usable by another name on the shelf.
  const blocked = namesakes.find(isBlocked);
  if (same) return { lines: [{ batch: blocked ? { ...same, ...blockOf(blocked) } : same, quantity }] };
  const batch: BatchRow = {
    _id: newId(),
    batchNumber: change.batchNumber ?? freeNumber(item, batchNumber),
    expiryDate,
    openedOn: null,
    quantity: 0,
    unitCostPaise,
    ...(blocked ? blockOf(blocked) : { status: 'active', statusReason: null }),
    receivedAt: moment.now,
  };
  return { lines: [{ batch, quantity }] };
}

/** The batch in stock that a delivery with another expiry date contradicts; nothing if it has been accepted before. */
export function otherExpiryAmong(namesakes: readonly BatchRow[], expiryDate: string | null): BatchRow | undefined {
  const stocked = namesakes.filter(({ quantity }) => quantity > 0);
  return stocked.some((batch) => batch.expiryDate === expiryDate) ? undefined : stocked[0];
}

export const TOO_MANY_BATCHES = `An item can have at most ${MAX_LIVE_BATCHES} batches that have stock or are blocked. Release blocked batches that are used up, or use another item.`;

/** Whether a batch has stock or must be kept for its block. */
export function isLive(batch: BatchRow): boolean {
  return batch.quantity > 0 || isBlocked(batch);
}

/** Batches received without a number are numbered by the day: `20261122`, `20261122-2`. */
function freeNumber(item: Pick<ItemRow, 'batches'>, ofDay: string, count = 1): string {
  const number = count === 1 ? ofDay : `${ofDay}-${count}`;
  return item.batches.some((batch) => sameNumber(batch, number)) ? freeNumber(item, ofDay, count + 1) : number;
}

/** First expiry first over the usable batches, or one batch of choice. */
function planUse(item: Planned, { quantity, batchId }: Change, { today }: Moment): StockPlan {
  const usable = item.batches.filter((batch) => batch.quantity > 0 && isUsable(batch, item, today));
  if (batchId === undefined) return take(item, usable.toSorted(byExpiry(item)), quantity, 'usable');
  const chosen = getBatch(item, batchId);
  const reason = findUnusableReason(chosen, item, today);
  if (reason !== null) return { lines: [], refused: refusalOn('batchId', 'BATCH_NOT_USABLE', reason) };
  return take(item, [chosen], quantity, 'usable');
}

/** Stock past its use first, then what is blocked, then first expiry first. */
function planRemoval(item: Planned, { quantity, batchId }: Change, { today }: Moment): StockPlan {
  if (batchId !== undefined) return take(item, [getBatch(item, batchId)], quantity, 'in stock');
  const stocked = item.batches.filter((batch) => batch.quantity > 0);
  return take(item, stocked.toSorted(byRemoval(item, today)), quantity, 'in stock');
}

function byRemoval(item: Planned, today: string): (a: BatchRow, b: BatchRow) => number {
  const rank = (batch: BatchRow) => {
    if (isPastUse(lastDayOf(batch, item), today)) return 0;
    return batch.status === 'active' ? 2 : 1;
  };
  const order = byExpiry(item);
  return (a, b) => rank(a) - rank(b) || order(a, b);
}

/**
 * What goes back to the supplier of one delivery: first of the batch that it is in, then what cost as much, then as in
 * every other removal. What is set aside for a write-off stays.
 */
export function planReturn(
  item: Planned,
  { batchId, unitCostPaise, ...delivery }: Delivery,
  { today }: Moment,
): StockPlan {
  const stocked = notSetAside(item.batches).filter(
    (batch) =>
      batch.quantity > 0 && sameNumber(batch, delivery.batchNumber) && batch.expiryDate === delivery.expiryDate,
  );
  const removal = byRemoval(item, today);
  const rank = ({ _id, unitCostPaise: cost }: BatchRow) => (batchId?.equals(_id) ? 0 : cost === unitCostPaise ? 1 : 2);
  const inOrder = stocked.toSorted((a, b) => rank(a) - rank(b) || removal(a, b));
  return take(item, inOrder, delivery.quantity, 'in stock');
}

/** The difference to the counted quantity; what was moved since the count stays moved. */
function planAdjustment(item: Planned, change: Change, moment: Moment): StockPlan {
  const { quantity: counted, batchId, movedSinceCount = 0 } = change;
  const batch = batchId === undefined ? undefined : getBatch(item, batchId);
  const difference = counted - movedSinceCount - (batch ? batch.quantity : item.quantity);
  if (difference < 0) {
    if (batch) return take(item, [batch], -difference, 'in stock');
    // Otherwise two counts could move what is blocked to a batch that can be used.
    const from = item.batches.filter((one) => one.quantity > 0 && !isBlocked(one)).toSorted(byExpiry(item));
    if (sumQuantities(from) >= -difference || sumQuantities(from) === item.quantity)
      return take(item, from, -difference, 'in stock');
    const message = `${formatQuantity(item.quantity - sumQuantities(from), item.unit)} quarantined or recalled: count those batches one by one`;
    return { lines: [], refused: refusalOn('quantity', 'STOCK_INSUFFICIENT', message) };
  }
  if (difference === 0) return { lines: [] };
  const [latest] = item.batches.toSorted(
    (a, b) => rankForSurplus(b, item, moment) - rankForSurplus(a, item, moment) || order(b) - order(a),
  );
  const target = batch ?? latest;
  if (target) return { lines: [{ batch: target, quantity: difference }] };
  return planReceipt(item, { ...change, type: 'in', quantity: difference }, moment);
}

/** Counted stock that no batch accounts for most likely belongs to the latest usable batch. */
function rankForSurplus(batch: BatchRow, item: Planned, { today }: Moment): number {
  if (!isUsable(batch, item, today)) return 0;
  return batch.quantity > 0 ? 2 : 1;
}

function order({ receivedAt }: BatchRow): number {
  return receivedAt.getTime();
}

function take(item: Planned, batches: readonly BatchRow[], wanted: number, kind: 'usable' | 'in stock'): StockPlan {
  const available = sumQuantities(batches);
  if (available < wanted) {
    const message =
      available === 0
        ? `Nothing is ${kind}`
        : `Only ${formatQuantity(available, item.unit)} ${plural(available, 'is', 'are')} ${kind}`;
    return { lines: [], refused: refusalOn('quantity', 'STOCK_INSUFFICIENT', message) };
  }
  const lines: StockLine[] = [];
  let left = wanted;
  for (const batch of batches) {
    const part = Math.min(left, batch.quantity);
    if (part > 0) lines.push({ batch, quantity: -part });
    left -= part;
  }
  return { lines };
}

/** Why a batch with stock cannot be used on a day; null if it can. */
export function findUnusableReason(
  batch: BatchRow,
  item: Pick<ItemRow, 'stabilityDays'>,
  today: string,
): string | null {
  const last = lastDayOf(batch, item);
  if (isPastUse(last, today)) {
    const why = last === batch.expiryDate ? 'It expired' : 'Its stability after opening ended';
    return `${why} on ${formatDay(last ?? today)}`;
  }
  if (isSetAside(batch)) return 'It is set aside for a pending write-off';
  if (isAcceptancePending(batch)) return "It must be accepted on the item's page first";
  if (batch.status === 'quarantined') return `It is quarantined: ${batch.statusReason ?? 'no reason given'}`;
  if (batch.status === 'recalled') return `It is recalled: ${batch.statusReason ?? 'no reason given'}`;
  return null;
}

/** @throws DomainError BATCH_NOT_FOUND */
export function getBatch({ batches }: Pick<ItemRow, 'batches'>, id: string): BatchRow {
  const batch = batches.find(({ _id }) => _id.toHexString() === id);
  if (!batch) throw DomainError.onField('BATCH_NOT_FOUND', 'batchId');
  return batch;
}

/** Why the action makes no sense for the batch now. */
export function batchActionRefusal(batch: BatchRow, action: BatchAction): Refusal | undefined {
  const hidden = { ...refusal('BATCH_ACTION_IMPOSSIBLE'), hidden: true } as const;
  if (isSetAside(batch)) return { ...refusal('STOCK_SET_ASIDE'), hidden: true };
  if (action === 'accept') return isAcceptancePending(batch) ? undefined : hidden;
  if (action === 'release') return isBlocked(batch) && !isAcceptancePending(batch) ? undefined : hidden;
  if (batch.quantity === 0) return hidden;
  if (action === 'open') return batch.openedOn === null && batch.status === 'active' ? undefined : hidden;
  return batch.status === 'active' ? undefined : hidden;
}

export function sameNumber(batch: Pick<BatchRow, 'batchNumber'>, batchNumber: string): boolean {
  return toBatchKey(batch.batchNumber) === toBatchKey(batchNumber);
}

/** Whether the batches have the same number, dates and cost. */
export function isSameDelivery(one: BatchRow, other: BatchRow): boolean {
  return (
    sameNumber(one, other.batchNumber) &&
    one.expiryDate === other.expiryDate &&
    one.openedOn === other.openedOn &&
    one.unitCostPaise === other.unitCostPaise
  );
}

export { toBatchKey };
