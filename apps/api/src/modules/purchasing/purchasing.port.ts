import { toBatchKey } from '@shifa/contract';
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

/** Units of a batch of a receipt that a bill is for; `batch` is its place on the line of the receipt. */
export type Covered = { receiptId: ObjectId; lineId: ObjectId; batch: number; quantity: number };

/** What a bill asks for a line, with tax and freight. */
export type BilledLine = {
  lineId: ObjectId;
  quantity: number;
  costPaise: bigint;
  /** The units of earlier bills of which it is not known what they cover: the first ones that were received. */
  earlier: number;
};

type Cause = { billId: ObjectId; notes: string };

/** What received goods cost once their bill is known. */
@Injectable()
export class PurchaseCosts {
  constructor(
    private readonly orders: PurchaseOrderRepository,
    private readonly stock: StockCosts,
  ) {}

  /**
   * Corrects the cost of what was received at the price of the order, in the transaction under way.
   * @param covered by other bills.
   * @returns what the bill covers.
   */
  async correct(
    actor: Actor,
    laboratory: LaboratoryRow,
    { orderId, ...cause }: Cause & { orderId: ObjectId },
    billed: readonly BilledLine[],
    covered: readonly Covered[],
  ): Promise<Covered[]> {
    const order = await this.orders.findById(LabScope.everywhere(), orderId.toHexString());
    if (!order) throw new DomainError('PURCHASE_ORDER_NOT_FOUND');
    const parts = billed.flatMap((line) => coverLine(order, line, covered));
    await this.stock.correct(
      actor,
      laboratory,
      cause,
      parts.map(({ correction }) => correction),
    );
    return parts.map((part) => part.covered);
  }

  /** Takes back what a bill changed since an instant. */
  withdraw(actor: Actor, laboratory: LaboratoryRow, cause: Cause & { since: Date }): Promise<void> {
    return this.stock.withdraw(actor, laboratory, cause);
  }
}

/** Bills are for the units of a line that were kept, in the order in which they were received. */
function coverLine(
  order: PurchaseOrderRow,
  { lineId, quantity, costPaise, earlier }: BilledLine,
  covered: readonly Covered[],
): { correction: CostCorrection; covered: Covered }[] {
  const line = order.lines.find(({ _id }) => _id.equals(lineId));
  if (!line) return [];
  const change = Number(costPaise - BigInt(quantity) * BigInt(line.pricePaise));
  const batches = keptBatches(order, lineId);
  let [skipped, left] = [earlier, quantity];
  return batches.flatMap(({ receiptId, batch, row, kept }) => {
    const before = Math.min(skipped, row.quantity);
    skipped -= before;
    const isHere = (one: Covered) =>
      one.receiptId.equals(receiptId) && one.lineId.equals(lineId) && one.batch === batch;
    const taken = covered.filter(isHere).reduce((sum, one) => sum + one.quantity, before);
    const units = Math.max(0, Math.min(left, kept - taken));
    left -= units;
    if (units === 0) return [];
    const { batchId, batchNumber, expiryDate } = row;
    const stocked = { _id: batchId, batchNumber, expiryDate };
    const inBatch = batches.filter((one) => isSameBatch(one.row, stocked)).reduce((sum, one) => sum + one.kept, 0);
    const changePaise = (change * units) / quantity;
    return [
      {
        correction: { itemId: line.item._id, batch: stocked, units: inBatch, changePaise },
        covered: { receiptId, lineId, batch, quantity: units },
      },
    ];
  });
}

/** What was received of a line, with the units of each batch that did not go back to the supplier. */
function keptBatches({ receipts, returns = [] }: PurchaseOrderRow, lineId: ObjectId) {
  return receipts.flatMap(({ _id: receiptId, lines }) => {
    const returned = returns
      .filter(({ receipt }) => receipt._id.equals(receiptId))
      .flatMap((one) => one.lines.filter((departed) => departed.lineId.equals(lineId)));
    const gone = new Map<string, number>();
    for (const one of returned) gone.set(keyOf(one), (gone.get(keyOf(one)) ?? 0) + one.quantity);
    const batches = lines.filter((received) => received.lineId.equals(lineId)).flatMap((received) => received.batches);
    return batches.map((row, batch) => {
      const left = gone.get(keyOf(row)) ?? 0;
      const departed = Math.min(left, row.quantity);
      gone.set(keyOf(row), left - departed);
      return { receiptId, batch, row, kept: row.quantity - departed };
    });
  });
}

function keyOf({ batchNumber, expiryDate }: Pick<ReceivedBatchRow, 'batchNumber' | 'expiryDate'>): string {
  return `${toBatchKey(batchNumber)} ${expiryDate ?? ''}`;
}

function isSameBatch({ batchId, batchNumber, expiryDate }: ReceivedBatchRow, wanted: CostCorrection['batch']): boolean {
  if (batchId && wanted._id) return batchId.equals(wanted._id);
  return batchNumber === wanted.batchNumber && expiryDate === wanted.expiryDate;
}
