import {
  acceptableOf,
  formatQuantity,
  MAX_RECEIPTS_OF_ORDER,
  outstandingOf,
  plural,
  type PurchaseOrder,
  receivableFrom,
  type ReceiveOrderBody,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { newId } from '../../../platform/domain/object-id';
import { addDays } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { formatDay } from '../../../platform/time/format-time';
import { type StockedItem, StockPort } from '../../inventory/stock.port';
import { LaboratoryFacts, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { purchaseOrderPolicy } from '../orders/purchase-order.policy';
import type { OrderLineRow, PurchaseOrderRow } from '../orders/purchase-order.repository';
import { PurchaseOrders } from '../orders/purchase-orders';
import type { ReceiptRow } from '../orders/receipt.document';

type ReceivedLine = ReceiveOrderBody['lines'][number];
type Arrival = { line: OrderLineRow; received: ReceivedLine; accepted: number; item: StockedItem; field: string };

/** Goods that arrive of an order. */
@Injectable()
export class ReceiveOrder {
  constructor(
    private readonly store: PurchaseOrders,
    private readonly stock: StockPort,
    private readonly facts: LaboratoryFacts,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds what is accepted to the stock at the price of the order. What is damaged or refused never enters it.
   * @throws DomainError PURCHASE_ORDER_NOT_FOUND, PURCHASE_ORDER_STATE, VERSION_CONFLICT, MORE_THAN_ORDERED,
   *   SHORT_SHELF_LIFE, PERIOD_LOCKED, ITEM_DISCONTINUED, BATCH_MISMATCH, LABORATORY_SUSPENDED, VALIDATION_FAILED.
   */
  receive(actor: Actor, id: string, { version, ...body }: ReceiveOrderBody): Promise<PurchaseOrder> {
    const scope = actor.scope('purchaseOrders.receive');
    return this.store.inTurn(scope, id, async () => {
      const before = await this.store.records.getOrThrow(scope, id);
      const laboratory = await this.store.readLaboratory(before);
      const refused = purchaseOrderPolicy.receive(actor, before, { laboratory });
      await this.store.records.assertAllowed(actor, before, refused);
      await this.assertSeen(actor, before, version);
      if (before.receipts.length >= MAX_RECEIPTS_OF_ORDER) {
        const message = `An order can have at most ${MAX_RECEIPTS_OF_ORDER} receipts. Close it short and order the rest again.`;
        throw new DomainError('PURCHASE_ORDER_STATE', { message });
      }
      const today = this.store.today(laboratory);
      const day = body.day ?? today;
      await this.assertDay(day, today, before, laboratory);
      assertNewNote(before, body.deliveryNote);
      const arrivals = await this.readArrivals(before, body.lines);
      assertQuantities(before, arrivals, laboratory);
      assertExpiry(arrivals, { day, ...laboratory.policies.purchasing, accepted: body.acceptShortShelfLife });
      const at = this.clock.now();
      const { deliveryNote } = body;
      const receipt = await this.post(actor, laboratory, before, { day, deliveryNote, at, arrivals });
      const lines = before.lines.map((line) => afterArrival(line, arrivals));
      const isDone = lines.every((line) => outstandingOf(line) === 0);
      const changes = {
        lines,
        receipts: [...before.receipts, receipt],
        status: isDone ? ('received' as const) : ('partly_received' as const),
      };
      const after = await this.store.records.write(scope, before, changes, { actor, action: 'received', at });
      await this.store.updateOnOrder(actor, after, after.lines);
      return this.store.present(actor, after);
    });
  }

  /** @throws DomainError VERSION_CONFLICT that says who received what in the meantime. */
  private async assertSeen(actor: Actor, current: PurchaseOrderRow, version: number | undefined): Promise<void> {
    const last = current.receipts.at(-1);
    if (version === undefined || version === current.version || last?.at.getTime() !== current.updatedAt.getTime()) {
      await this.store.records.assertVersion(actor, current, version);
      return;
    }
    const message = `${last.by.name} received ${describeReceipt(current, last)} with ${last.number} in the meantime. Check what is still outstanding.`;
    const conflict = {
      current: await this.store.present(actor, current),
      changedBy: current.updatedBy,
      changedAt: current.updatedAt.toISOString(),
    };
    throw new DomainError('VERSION_CONFLICT', { message, conflict });
  }

  private async assertDay(
    day: string,
    today: string,
    order: PurchaseOrderRow,
    { timezone }: LaboratoryRow,
  ): Promise<void> {
    const earliest = receivableFrom(order, timezone);
    if (day < earliest || day > today) {
      const message = `Choose a day from ${formatDay(earliest)} to ${formatDay(today)}`;
      throw DomainError.onField('VALIDATION_FAILED', 'day', message);
    }
    const closed = await this.facts.closedThrough(order.laboratoryId.toHexString());
    if (closed === null || day > closed) return;
    const message = `The books are closed through ${formatDay(closed)}. Choose a later day.`;
    throw DomainError.onField('PERIOD_LOCKED', 'day', message);
  }

  private async readArrivals(order: PurchaseOrderRow, received: readonly ReceivedLine[]): Promise<Arrival[]> {
    const ids = order.lines.map(({ item }) => item._id.toHexString());
    const items = await this.stock.findItems(order.laboratoryId.toHexString(), ids);
    return received.map((one, index) => {
      const line = order.lines.find(({ _id }) => _id.toHexString() === one.lineId);
      const item = line && items.get(line.item._id.toHexString());
      if (!item) {
        throw DomainError.onField('VALIDATION_FAILED', `lines.${index}.lineId`, "This line isn't on the order");
      }
      if (item.status === 'discontinued' && one.batches.length > 0) {
        const message = `${item.name} is discontinued. Reactivate it, or enter it as refused or short.`;
        throw DomainError.onField('ITEM_DISCONTINUED', `lines.${index}.lineId`, message);
      }
      const accepted = one.batches.reduce((sum, { quantity }) => sum + quantity, 0);
      return { line, received: one, accepted, item, field: `lines.${index}` };
    });
  }

  /** In the order of the items, as everything else that moves the stock of several. */
  private async post(
    actor: Actor,
    laboratory: LaboratoryRow,
    order: PurchaseOrderRow,
    {
      day,
      deliveryNote,
      at,
      arrivals,
    }: Pick<ReceiptRow, 'day' | 'deliveryNote' | 'at'> & { arrivals: readonly Arrival[] },
  ): Promise<ReceiptRow> {
    const receiptId = newId();
    const number = await this.store.takeNumber('GRN', laboratory);
    const lines: ReceiptRow['lines'] = [];
    for (const { line, received, field } of arrivals) {
      const batches: ReceiptRow['lines'][number]['batches'] = [];
      for (const [index, batch] of received.batches.entries()) {
        const place = `${field}.batches.${index}`;
        const arrival = {
          itemId: line.item._id,
          batchNumber: batch.batchNumber,
          expiryDate: batch.expiryDate,
          quantity: batch.quantity,
          entered: batch.entered,
          otherExpiry: batch.otherExpiry ?? false,
          reason: batch.reason ?? null,
          unitCostPaise: line.pricePaise,
          receiptId,
          notes: `${number} of ${order.number}`,
        };
        const stocked = await this.stock.receive(actor, laboratory, arrival).catch((error: unknown) => {
          throw placedAt(error, place);
        });
        if (stocked.refused) {
          const { code, message, errors = [] } = stocked.refused;
          const refusedField = errors[0]?.field ?? 'expiryDate';
          throw DomainError.onField(code, `${place}.${refusedField}`, message);
        }
        const { expiryDate, quantity } = batch;
        const { _id: batchId, batchNumber, unaccepted = false } = stocked.received;
        batches.push({ batchId, batchNumber, expiryDate, quantity, needsAcceptance: unaccepted });
      }
      const { short, damaged, refused, reason = null } = received;
      lines.push({ lineId: line._id, batches, short, damaged, refused, reason });
    }
    return { _id: receiptId, number, day, deliveryNote, by: actor.person, at, lines };
  }
}

/** Each delivery is entered once, also by someone who sends neither the version that they saw nor a key of the request. */
function assertNewNote({ receipts }: PurchaseOrderRow, deliveryNote: string | null): void {
  const note = deliveryNote?.toLowerCase();
  const holder = receipts.find((one) => note !== undefined && one.deliveryNote?.toLowerCase() === note);
  if (!holder) return;
  const message = `${holder.number} already has this delivery note. For another part of the same delivery, add a part number, such as “${deliveryNote} (2)”.`;
  throw DomainError.onField('VALIDATION_FAILED', 'deliveryNote', message);
}

/** What inventory says of a field of the arrival, as a fault of that field of the receipt. */
function placedAt(error: unknown, place: string): unknown {
  if (!(error instanceof DomainError) || !error.details.errors) return error;
  const errors = error.details.errors.map(({ field, message }) => ({ field: `${place}.${field}`, message }));
  return new DomainError(error.code, { ...error.details, errors });
}

function afterArrival(line: OrderLineRow, arrivals: readonly Arrival[]): OrderLineRow {
  const arrival = arrivals.find((one) => one.line === line);
  if (!arrival) return line;
  const { accepted, received } = arrival;
  return {
    ...line,
    accepted: line.accepted + accepted,
    short: line.short + received.short,
    damaged: line.damaged + received.damaged,
    refused: line.refused + received.refused,
  };
}

/** @throws DomainError MORE_THAN_ORDERED with what is still expected, and who received the rest. */
function assertQuantities(order: PurchaseOrderRow, arrivals: readonly Arrival[], { policies }: LaboratoryRow): void {
  for (const { line, received, accepted, field } of arrivals) {
    const most = acceptableOf(line, policies.purchasing.overDeliveryPercent);
    const isShortOfMore = received.short > 0 && accepted + received.short > outstandingOf(line);
    if (accepted + received.short <= most && !isShortOfMore) continue;
    const last = order.receipts.toReversed().find(({ lines }) => lines.some(({ lineId }) => lineId.equals(line._id)));
    const since = last ? ` ${last.by.name} received ${describeReceipt(order, last)} with ${last.number}.` : '';
    const outstanding = outstandingOf(line);
    const amount = outstanding === 0 ? 'None' : `Only ${formatQuantity(outstanding, line.item.unit)}`;
    const tolerated = most > outstanding ? ` At most ${formatQuantity(most, line.item.unit)} can be accepted.` : '';
    const message = `${amount} of ${line.item.name} ${plural(outstanding, 'is', 'are')} outstanding.${tolerated}${since}`;
    throw DomainError.onField('MORE_THAN_ORDERED', `${field}.batches`, message);
  }
}

function assertExpiry(
  arrivals: readonly Arrival[],
  { day, shortShelfLifeDays, accepted }: { day: string; shortShelfLifeDays: number; accepted: boolean },
): void {
  const soon: { field: string; message: string }[] = [];
  for (const { received, item, field } of arrivals) {
    for (const [index, { expiryDate }] of received.batches.entries()) {
      const at = `${field}.batches.${index}.expiryDate`;
      if (expiryDate === null) {
        const message = 'Expiry date is required, because this item tracks it';
        if (item.trackExpiry) throw DomainError.onField('VALIDATION_FAILED', at, message);
        continue;
      }
      if (expiryDate < day) {
        const message = `It expired on ${formatDay(expiryDate)}. Enter it as refused.`;
        throw DomainError.onField('VALIDATION_FAILED', at, message);
      }
      if (expiryDate < addDays(day, shortShelfLifeDays)) {
        soon.push({ field: at, message: `${item.name} expires on ${formatDay(expiryDate)}` });
      }
    }
  }
  if (soon.length === 0 || accepted) return;
  const message = `${soon.map((one) => one.message).join(', ')}, which is within ${shortShelfLifeDays} days. Confirm that you accept it, or enter it as refused.`;
  throw new DomainError('SHORT_SHELF_LIFE', { message, errors: soon });
}

/** `20 tests of Glucose reagent and 1 more line` */
function describeReceipt({ lines }: PurchaseOrderRow, receipt: ReceiptRow): string {
  const named = receipt.lines.flatMap(({ lineId, batches }) => {
    const line = lines.find(({ _id }) => _id.equals(lineId));
    const quantity = batches.reduce((sum, one) => sum + one.quantity, 0);
    return line && quantity > 0 ? [`${formatQuantity(quantity, line.item.unit)} of ${line.item.name}`] : [];
  });
  const [first = 'nothing', ...others] = named;
  return others.length === 0 ? first : `${first} and other items`;
}
