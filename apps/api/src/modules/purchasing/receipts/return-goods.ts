import {
  batchOnReceipt,
  formatQuantity,
  MAX_RETURNS_OF_ORDER,
  type PurchaseOrder,
  type ReturnableBatch,
  returnableOf,
  type ReturnGoodsBody,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { newId, type ObjectId } from '../../../platform/domain/object-id';
import { Clock } from '../../../platform/time/clock';
import { StockPort } from '../../inventory/stock.port';
import type { LaboratoryRow } from '../../laboratories/laboratories.port';
import { purchaseOrderPolicy } from '../orders/purchase-order.policy';
import type { OrderLineRow, PurchaseOrderRow } from '../orders/purchase-order.repository';
import { PurchaseOrders } from '../orders/purchase-orders';
import type { ReceiptRow, ReturnRow } from '../orders/receipt.document';

type ReturnedLine = ReturnGoodsBody['lines'][number];
type Departure = { line: OrderLineRow; returned: ReturnedLine; batchId: ObjectId | undefined; field: string };

/** Goods of a receipt that go back to the supplier. */
@Injectable()
export class ReturnGoods {
  constructor(
    private readonly store: PurchaseOrders,
    private readonly stock: StockPort,
    private readonly clock: Clock,
  ) {}

  /**
   * Removes from the stock what goes back. It is not expected again, so that what is outstanding stays as it is.
   * @throws DomainError PURCHASE_ORDER_NOT_FOUND, PURCHASE_ORDER_STATE, VERSION_CONFLICT, MORE_THAN_RECEIVED,
   *   STOCK_INSUFFICIENT, LABORATORY_SUSPENDED, VALIDATION_FAILED.
   */
  return(actor: Actor, id: string, { version, ...body }: ReturnGoodsBody): Promise<PurchaseOrder> {
    const scope = actor.scope('purchaseOrders.receive');
    return this.store.inTurn(scope, id, async () => {
      const before = await this.store.records.getOrThrow(scope, id);
      const laboratory = await this.store.readLaboratory(before);
      const refused = purchaseOrderPolicy.returnGoods(actor, before, { laboratory });
      await this.store.records.assertAllowed(actor, before, refused);
      await this.store.records.assertVersion(actor, before, version);
      const returns = before.returns ?? [];
      if (returns.length >= MAX_RETURNS_OF_ORDER) {
        const message = `An order can have at most ${MAX_RETURNS_OF_ORDER} returns`;
        throw new DomainError('PURCHASE_ORDER_STATE', { message });
      }
      const receipt = before.receipts.find(({ _id }) => _id.toHexString() === body.receiptId);
      if (!receipt)
        throw DomainError.onField('VALIDATION_FAILED', 'receiptId', "This receipt doesn't belong to the order");
      const departures = readDepartures(before, receipt, body.lines);
      const at = this.clock.now();
      const number = await this.store.takeNumber('RTN', laboratory);
      const returned: ReturnRow = {
        _id: newId(),
        number,
        receipt: { _id: receipt._id, number: receipt.number },
        day: this.store.today(laboratory),
        by: actor.person,
        at,
        reason: body.reason,
        lines: departures.map(({ line, returned: { lineId: _, entered = null, ...batch } }) => {
          return { lineId: line._id, ...batch, entered };
        }),
      };
      await this.post(actor, laboratory, before, { returned, departures });
      const changes = {
        lines: before.lines.map((line) => afterReturn(line, departures)),
        returns: [...returns, returned],
      };
      const after = await this.store.records.write(scope, before, changes, { actor, action: 'returned', at });
      return this.store.present(actor, after);
    });
  }

  private async post(
    actor: Actor,
    laboratory: LaboratoryRow,
    order: PurchaseOrderRow,
    { returned, departures }: { returned: ReturnRow; departures: readonly Departure[] },
  ): Promise<void> {
    for (const { line, returned: batch, batchId, field } of departures) {
      const refused = await this.stock.returnToSupplier(actor, laboratory, {
        itemId: line.item._id,
        batchId,
        batchNumber: batch.batchNumber,
        expiryDate: batch.expiryDate,
        quantity: batch.quantity,
        entered: batch.entered,
        unitCostPaise: line.pricePaise,
        receiptId: returned.receipt._id,
        reason: returned.reason,
        notes: `${returned.number} of ${order.number}`,
      });
      if (refused) throw DomainError.onField(refused.code, `${field}.quantity`, refused.message);
    }
  }
}

/** @throws DomainError VALIDATION_FAILED, MORE_THAN_RECEIVED with what can still be returned. */
function readDepartures(order: PurchaseOrderRow, receipt: ReceiptRow, lines: readonly ReturnedLine[]): Departure[] {
  const returnable = returnableIn(order, receipt);
  return lines.map((one, index) => {
    const line = order.lines.find(({ _id }) => _id.toHexString() === one.lineId);
    const batch = returnable.get(batchOnReceipt(one));
    const field = `lines.${index}`;
    if (!line || !batch) {
      const message = `${receipt.number} didn't accept this batch`;
      throw DomainError.onField('VALIDATION_FAILED', `${field}.batchNumber`, message);
    }
    if (one.quantity > batch.returnable) {
      const [most, accepted] = [batch.returnable, batch.accepted].map((count) => formatQuantity(count, line.item.unit));
      const message = `${receipt.number} accepted ${accepted} of ${batch.batchNumber}, and ${most} can still be returned`;
      throw DomainError.onField('MORE_THAN_RECEIVED', `${field}.quantity`, message);
    }
    // The receipt's own spelling of the batch, whatever the person typed.
    const returned = { ...one, batchNumber: batch.batchNumber };
    return { line, returned, batchId: batchIdOf(receipt, one), field };
  });
}

/** The batches of a receipt by their keys. */
function returnableIn({ returns = [] }: PurchaseOrderRow, receipt: ReceiptRow): Map<string, ReturnableBatch> {
  const batches = returnableOf(
    { _id: receipt._id.toHexString(), lines: receipt.lines.map(withLineId) },
    returns.map((one) => ({ receipt: { _id: one.receipt._id.toHexString() }, lines: one.lines.map(withLineId) })),
  );
  return new Map(batches.map((batch) => [batchOnReceipt(batch), batch]));
}

function batchIdOf({ lines }: ReceiptRow, returned: ReturnedLine): ObjectId | undefined {
  const received = lines.find(({ lineId }) => lineId.toHexString() === returned.lineId);
  return received?.batches.find((batch) => batchOnReceipt({ ...returned, ...batch }) === batchOnReceipt(returned))
    ?.batchId;
}

function withLineId<Line extends { lineId: OrderLineRow['_id'] }>(line: Line) {
  return { ...line, lineId: line.lineId.toHexString() };
}

function afterReturn(line: OrderLineRow, departures: readonly Departure[]): OrderLineRow {
  const own = departures.filter((one) => one.line === line);
  if (own.length === 0) return line;
  return { ...line, returned: own.reduce((sum, { returned }) => sum + returned.quantity, line.returned ?? 0) };
}
