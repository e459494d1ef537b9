import {
  formatQuantity,
  type ReceiveTransferBody,
  type SendTransferBody,
  type TransferStatus,
  plural,
} from '@shifa/contract';
import { DomainError } from '../../../platform/domain/domain-error';
import { type Refusal, refusalOn } from '../../../platform/domain/policy';
import type { Actor } from '../../../platform/domain/actor';
import { newId, type ObjectId } from '../../../platform/domain/object-id';
import { type BatchRow, type ItemRow, normalizedText, productKeyOf } from '../stock/item.document';
import { type Block, blockOf, isBlocked, notSetAside } from '../stock/stock';
import {
  toBatchKey,
  isLive,
  MAX_LIVE_BATCHES,
  onLine,
  planStock,
  sameNumber,
  type StockLine,
} from '../stock/stock-plan';
import type { StepQuantities, TransferLineRow, TransferRow, TransferStepRow } from './transfer.repository';

type Wanted = SendTransferBody['lines'][number] & { index: number };

/**
 * Which batches of one item are sent: one line each, although a batch can be asked for more than once. How that was
 * entered is then no longer one number of packs, and is left out.
 */
export function planSending(
  item: ItemRow,
  wanted: readonly Wanted[],
  moment: { now: Date; today: string },
): { lines: StockLine[]; refused?: Refusal } {
  const byBatch = new Map<string, StockLine>();
  let left = item;
  for (const { index, quantity, batchId, entered } of wanted) {
    const { lines, refused } = planStock(left, { type: 'out', quantity, batchId }, moment);
    if (refused) return { lines: [], refused: onLine(refused, index) };
    for (const line of lines) {
      const id = line.batch._id.toHexString();
      const earlier = byBatch.get(id);
      byBatch.set(id, {
        batch: line.batch,
        quantity: (earlier?.quantity ?? 0) + line.quantity,
        entered: earlier ? undefined : entered,
      });
    }
    left = { ...left, batches: left.batches.map((batch) => withGain(batch, lines)) };
  }
  return { lines: [...byBatch.values()] };
}

/** What became of a line in one step. */
export type Arrived = { quantity: number; missing: number; damaged: number };

/**
 * What arrived of each line: what the body says or, without lines, everything in transit.
 * @throws DomainError VALIDATION_FAILED for a line of another transfer.
 */
export function planReceiving(
  { lines }: Pick<TransferRow, 'lines'>,
  received: ReceiveTransferBody['lines'],
): { quantities: Map<TransferLineRow, Arrived>; refused?: Refusal } {
  const quantities = new Map<TransferLineRow, Arrived>();
  if (!received) {
    for (const line of lines) {
      const quantity = inTransitOf(line);
      if (quantity > 0) quantities.set(line, { quantity, missing: 0, damaged: 0 });
    }
    return { quantities };
  }
  for (const [index, { lineId, ...arrived }] of received.entries()) {
    const line = lines.find(({ _id }) => _id.toHexString() === lineId);
    if (!line) {
      throw DomainError.onField('VALIDATION_FAILED', `lines.${index}.lineId`, "This isn't a line of the transfer");
    }
    const available = inTransitOf(line);
    if (accountedFor(arrived) > available) {
      const message = `Only ${formatQuantity(available, line.item.unit)} of batch ${line.batch.batchNumber} ${plural(available, 'is', 'are')} in transit`;
      return { quantities, refused: refusalOn(`lines.${index}.quantity`, 'STOCK_INSUFFICIENT', message) };
    }
    if (accountedFor(arrived) > 0) quantities.set(line, arrived);
  }
  return { quantities };
}

/** What has arrived is damaged or not; what is missing never will. */
export function accountedFor({ quantity, missing, damaged }: Arrived): number {
  return quantity + missing + damaged;
}

/** The line with what has arrived of it. */
export function afterArrival(line: TransferLineRow, arrived?: Arrived): TransferLineRow {
  if (!arrived) return line;
  const { received, missing = 0, damaged = 0 } = line;
  return {
    ...line,
    received: received + arrived.quantity,
    missing: missing + arrived.missing,
    damaged: damaged + arrived.damaged,
  };
}

/** A line of the item, one of which something was received if there is one. */
export function lineOfItem({ number, lines }: TransferRow, itemId: ObjectId): TransferLineRow {
  const own = lines.filter(({ item }) => item._id.equals(itemId));
  const line = own.find(({ receivedItemId }) => receivedItemId !== null) ?? own[0];
  if (!line) throw new Error(`${number} has no line of the item`);
  return line;
}

/** A batch that arrives; `field` is its line in the body, if that has lines. */
type ArrivingBatch = { batch: TransferLineRow['batch']; quantity: number; field?: string | undefined };

/**
 * Where the batches of a transfer go in an item: each to a batch that equals it or, if there is none, to a new one with
 * the same number, dates and cost. A batch number that is quarantined or recalled there stays so. Stock that was recalled
 * on its way does not block the batch that it came from: it is kept in a batch of its own.
 * @throws DomainError BATCH_MISMATCH if the item has too many batches.
 */
export function planArrival(
  item: Pick<ItemRow, 'batches' | 'name'>,
  arriving: readonly ArrivingBatch[],
  now: Date,
): StockLine[] {
  const lines: StockLine[] = [];
  for (const one of arriving) {
    const { batch, quantity } = one;
    const known = [...notSetAside(item.batches), ...lines.map((line) => line.batch)];
    const namesakes = known.filter((one) => sameNumber(one, batch.batchNumber));
    const own = known.find(({ _id }) => _id.equals(batch._id));
    if (own && (isBlocked(own) || !isBlocked(batch) || own.quantity === 0)) {
      lines.push({ batch: isBlocked(own) ? own : { ...own, ...blockOf(isBlocked(batch) ? batch : own) }, quantity });
      continue;
    }
    const blocked = namesakes.find(isBlocked);
    const block = blockOf(batch.status === 'recalled' ? batch : (blocked ?? usableOr(batch)));
    const same = namesakes.find((one) => isAlike(one, batch, block.status));
    if (same) lines.push({ batch: same, quantity });
    else {
      if (liveCount(item, lines) >= MAX_LIVE_BATCHES) throw noRoomFor(item, one);
      lines.push({ batch: { ...batch, ...block, _id: newId(), quantity: 0, receivedAt: now }, quantity });
    }
  }
  return lines;
}

/** Says what to do in the laboratory that the batch comes to. */
export function noRoomFor({ name }: Pick<ItemRow, 'name'>, { batch, field }: ArrivingBatch): DomainError {
  const message = `${name} has no room for batch ${batch.batchNumber}: it already has ${MAX_LIVE_BATCHES} batches that have stock or are blocked. Use up or dispose of some, or release blocked ones that are used up, then try again.`;
  return field === undefined
    ? new DomainError('BATCH_MISMATCH', { message })
    : DomainError.onField('BATCH_MISMATCH', field, message);
}

/** What a transfer says of the item that was sent. */
export type SentItem = Pick<ItemRow, 'itemCode' | 'name' | 'manufacturer' | 'unit'>;

/**
 * The item of the same product in the receiving laboratory: by name, manufacturer and unit, of several the
 * one with the same code; else by name, code and unit if a manufacturer is missing. A code alone is not enough, because
 * each laboratory numbers its own items.
 */
export function matchingItem(source: SentItem, candidates: readonly ItemRow[]): ItemRow | undefined {
  const sameCode = ({ itemCode }: ItemRow) => itemCode === source.itemCode;
  const alike = candidates
    .filter((item) => productKeyOf(item) === productKeyOf(source))
    .toSorted((a, b) => rank(b) - rank(a));
  if (alike[0]) return alike[0];
  return candidates.find(
    (item) =>
      sameCode(item) &&
      item.unit === source.unit &&
      normalizedText(item.name) === normalizedText(source.name) &&
      (item.manufacturer === null || source.manufacturer === null),
  );

  function rank(item: ItemRow): number {
    return (item.status === 'active' ? 2 : 0) + (sameCode(item) ? 1 : 0);
  }
}

export function determineStatus(lines: readonly TransferLineRow[]): TransferStatus {
  const open = lines.some((line) => inTransitOf(line) > 0);
  const received = lines.some((line) => line.received > 0);
  const returned = lines.some((line) => line.returned > 0);
  const short = lines.some((line) => lossOf(line) > 0);
  if (open) return received || short ? 'partly_received' : 'sent';
  if (short) return 'received_short';
  if (returned) return received ? 'partly_returned' : 'returned';
  return 'received';
}

export function inTransitOf(line: TransferLineRow): number {
  return line.quantity - line.received - lossOf(line) - line.returned;
}

/** What the receiving laboratory has written off. */
export function lossOf({ missing = 0, damaged = 0 }: Pick<TransferLineRow, 'missing' | 'damaged'>): number {
  return missing + damaged;
}

function withGain(batch: BatchRow, lines: readonly StockLine[]): BatchRow {
  const gain = lines.find((line) => line.batch._id.equals(batch._id))?.quantity ?? 0;
  return { ...batch, quantity: batch.quantity + gain };
}

function usableOr({ status, statusReason }: TransferLineRow['batch']): Block {
  return isBlocked({ status }) ? { status, statusReason } : { status: 'active', statusReason: null };
}

function isAlike(one: BatchRow, batch: TransferLineRow['batch'], status: BatchRow['status']): boolean {
  return (
    one.expiryDate === batch.expiryDate &&
    one.openedOn === batch.openedOn &&
    one.unitCostPaise === batch.unitCostPaise &&
    one.status === status
  );
}

function liveCount(item: Pick<ItemRow, 'batches'>, lines: readonly StockLine[]): number {
  const live = item.batches.filter(isLive).map(({ _id }) => _id.toHexString());
  return new Set([...live, ...lines.map(({ batch }) => batch._id.toHexString())]).size;
}

/** A line as it is sent, with what both laboratories agreed on. `target` is the receiver's item, if it has one. */
export function newLine(
  item: ItemRow,
  { batch, quantity }: StockLine,
  targetItemId: TransferLineRow['targetItemId'],
): TransferLineRow {
  const { _id, itemCode, name, unit, productKeys } = item;
  const { category, manufacturer, supplier, leadTimeDays, unitCostPaise, trackExpiry, requiresAcceptance } = item;
  const { stabilityDays, storageCondition } = item;
  const { quantity: _, ...kept } = batch;
  return {
    _id: newId(),
    item: { _id, itemCode, name, unit, productKeys },
    product: {
      category,
      manufacturer,
      supplier,
      leadTimeDays,
      unitCostPaise,
      trackExpiry,
      requiresAcceptance,
      stabilityDays,
      storageCondition,
    },
    targetItemId,
    batch: kept,
    batchKey: toBatchKey(batch.batchNumber),
    quantity: -quantity,
    received: 0,
    returned: 0,
    receivedItemId: null,
  };
}

/** A step of a transfer by the actor, with what it moved of each line. */
export function newStep(
  actor: Actor,
  quantities: ReadonlyMap<TransferLineRow, StepQuantities>,
  told: Pick<TransferStepRow, 'kind' | 'at' | 'notes' | 'reason'>,
): TransferStepRow {
  const lines = [...quantities].map(([{ _id }, moved]) => ({ lineId: _id, ...moved }));
  return { ...told, by: actor.person, lines };
}
