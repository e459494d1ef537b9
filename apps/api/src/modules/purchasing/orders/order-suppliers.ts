import { isCountedAsOrdered } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/domain/domain-error';
import { objectId } from '../../../platform/mongo/object-id';
import type { StockedItem } from '../../inventory/stock.port';
import { SupplierReader } from '../suppliers/supplier-reader';
import type { PurchaseOrderRow } from './purchase-order.repository';

type OrderSupplier = PurchaseOrderRow['supplier'];

/** The suppliers of orders: who can be asked for more, and why others cannot. */
@Injectable()
export class OrderSuppliers {
  constructor(private readonly reader: SupplierReader) {}

  /** @throws DomainError SUPPLIER_NOT_FOUND, SUPPLIER_ON_HOLD, SUPPLIER_BLOCKED. */
  async getUsable(laboratoryId: string, supplierId: string): Promise<OrderSupplier> {
    const { refused, supplier } = await this.reader.readUsable(laboratoryId, supplierId);
    if (refused) throw DomainError.onField(refused.code, 'supplierId', refused.message);
    return { _id: objectId(supplier.id), code: supplier.code, name: supplier.name };
  }

  /** The supplier of an item, or why nothing can be ordered of it. */
  async ofItem(
    laboratoryId: string,
    { supplierId }: StockedItem,
  ): Promise<{ reason: string } | { supplier: OrderSupplier; leadTimeDays: number | null }> {
    if (!supplierId) return { reason: 'It has no supplier. Choose one in the item.' };
    const { refused, supplier } = await this.reader.readUsable(laboratoryId, supplierId.toHexString());
    if (refused) return { reason: refused.message };
    const { id, code, name, leadTimeDays } = supplier;
    return { supplier: { _id: objectId(id), code, name }, leadTimeDays };
  }

  /** Why the supplier of an open order gets no new ones; null if they do. */
  async noteOn({ laboratoryId, supplier, status }: PurchaseOrderRow): Promise<string | null> {
    if (status !== 'draft' && !isCountedAsOrdered(status)) return null;
    const { refused } = await this.reader.readUsable(laboratoryId.toHexString(), supplier._id.toHexString());
    return refused?.message ?? null;
  }
}
