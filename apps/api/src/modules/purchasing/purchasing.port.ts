import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { LabScope } from '../../platform/domain/lab-scope';
import type { ObjectId } from '../../platform/domain/object-id';
import { type CostCorrection, StockCosts } from '../inventory/stock-costs.port';
import type { LaboratoryRow } from '../laboratories/laboratories.port';
import { PurchaseOrderRepository, type PurchaseOrderRow } from './orders/purchase-order.repository';
import type { ReceivedBatchRow } from './orders/receipt.document';
import { SupplierReader } from './suppliers/supplier-reader';

/** An order as another feature sees it. Quantities are units of the items, prices paise per unit. */
export type PurchasedOrder = Pick<
  PurchaseOrderRow,
  '_id' | 'number' | 'laboratoryId' | 'status' | 'supplier' | 'lines'
>;

/** Orders and their suppliers for other features. Only reads. */
@Injectable()
export class PurchasedOrders {
  constructor(
    private readonly orders: PurchaseOrderRepository,
    private readonly suppliers: SupplierReader,
  ) {}

  /** @throws DomainError PURCHASE_ORDER_NOT_FOUND, also for an order that the person cannot view. */
  async getVisible(actor: Actor, id: string): Promise<PurchasedOrder & Pick<PurchaseOrderRow, 'returns'>> {
    const order = await this.orders.findById(actor.scope('purchaseOrders.view'), id);
    if (!order) throw new DomainError('PURCHASE_ORDER_NOT_FOUND');
    return order;
  }

  /** Orders of any laboratory by id, as they are in the transaction under way: who can know of them is decided before. */
  async findEach(ids: readonly ObjectId[]): Promise<Map<string, PurchasedOrder>> {
    const filter = { _id: { $in: ids } };
    const projection = { number: 1, laboratoryId: 1, status: 1, supplier: 1, lines: 1 } as const;
    const rows = await this.orders.find(LabScope.everywhere(), filter, { limit: ids.length, projection });
    return new Map(rows.map((row) => [row._id.toHexString(), row]));
  }

  /** The two digits that start the GSTIN of the supplier; null where none is known. */
  async gstStateOf({ supplier }: Pick<PurchasedOrder, 'supplier'>): Promise<string | null> {
    return this.suppliers.gstStateOf(supplier._id.toHexString());
  }
}

/** What a bill asks for a line, with tax and freight. It is for the units after those that earlier bills are for. */
export type BilledLine = { lineId: ObjectId; quantity: number; costPaise: bigint; earlier: number };

type Cause = { billId: ObjectId; notes: string };

/** What received goods cost once their bill is known. */
@Injectable()
export class PurchaseCosts {
  constructor(
    private readonly orders: PurchaseOrderRepository,
    private readonly stock: StockCosts,
  ) {}

  /** Corrects the cost of what was received at the price of the order, in the transaction under way. */
  async correct(
    actor: Actor,
    laboratory: LaboratoryRow,
    { orderId, ...cause }: Cause & { orderId: ObjectId },
    billed: readonly BilledLine[],
  ): Promise<void> {
    const order = await this.orders.findById(LabScope.everywhere(), orderId.toHexString());
    if (!order) throw new DomainError('PURCHASE_ORDER_NOT_FOUND');
    await this.stock.correct(
      actor,
      laboratory,
      cause,
      billed.flatMap((line) => toCorrections(order, line)),
    );
  }

  /** Takes back what a bill changed since an instant. */
  withdraw(actor: Actor, laboratory: LaboratoryRow, cause: Cause & { since: Date }): Promise<void> {
    return this.stock.withdraw(actor, laboratory, cause);
  }
}

/** Bills are for the units of a line in the order in which they were received. */
function toCorrections(
  { lines, receipts }: PurchaseOrderRow,
  { lineId, quantity, costPaise, earlier }: BilledLine,
): CostCorrection[] {
  const line = lines.find(({ _id }) => _id.equals(lineId));
  if (!line) return [];
  const change = Number(costPaise - BigInt(quantity) * BigInt(line.pricePaise));
  const batches = receipts.flatMap((receipt) =>
    receipt.lines.filter((received) => received.lineId.equals(lineId)).flatMap((received) => received.batches),
  );
  let [skipped, left] = [earlier, quantity];
  return batches.flatMap(({ batchId, batchNumber, expiryDate, quantity: received }): CostCorrection[] => {
    const before = Math.min(skipped, received);
    const units = Math.min(left, received - before);
    skipped -= before;
    left -= units;
    if (units === 0) return [];
    const batch = { _id: batchId, batchNumber, expiryDate };
    const arrived = batches.filter((one) => isSameBatch(one, batch)).reduce((sum, one) => sum + one.quantity, 0);
    return [{ itemId: line.item._id, batch, units: arrived, changePaise: (change * units) / quantity }];
  });
}

function isSameBatch({ batchId, batchNumber, expiryDate }: ReceivedBatchRow, wanted: CostCorrection['batch']): boolean {
  if (batchId && wanted._id) return batchId.equals(wanted._id);
  return batchNumber === wanted.batchNumber && expiryDate === wanted.expiryDate;
}
