import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { LabScope } from '../../platform/mongo/lab-scope';
import type { ObjectId } from '../../platform/mongo/object-id';
import { PurchaseOrderRepository, type PurchaseOrderRow } from './orders/purchase-order.repository';
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

  /** Orders of any laboratory by id, as they are in the transaction under way: who may know of them is decided before. */
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
