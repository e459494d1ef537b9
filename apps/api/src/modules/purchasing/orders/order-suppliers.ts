import { isCountedAsOrdered } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/domain/domain-error';
import { objectId } from '../../../platform/domain/object-id';
import type { StockedItem } from '../../inventory/stock.port';
import { SupplierReader } from '../suppliers/supplier-reader';
import type { PurchaseOrderRow } from './purchase-order.repository';

type OrderSupplier = PurchaseOrderRow['supplier'];
type ItemSupplier = { reason: string } | { supplier: OrderSupplier; leadTimeDays: number | null };

export const NO_SUPPLIER: ItemSupplier = { reason: 'It has no supplier. Choose one in the item.' };

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

  /** The suppliers of items by id, or why nothing can be ordered from them. */
  async ofItems(laboratoryId: string, items: readonly StockedItem[]): Promise<Map<string, ItemSupplier>> {
    const ids = new Set(items.flatMap(({ supplierId }) => supplierId?.toHexString() ?? []));
    const uses = await this.reader.readEachUsable(laboratoryId, [...ids]);
    return new Map(
      [...uses].map(([id, { refused, supplier }]): [string, ItemSupplier] => {
        if (refused) return [id, { reason: refused.message }];
        const { code, name, leadTimeDays } = supplier;
        return [id, { supplier: { _id: objectId(id), code, name }, leadTimeDays }];
      }),
    );
  }

  /** Of an open order: why its supplier gets no new ones, where that is so, and the address for orders. */
  async describe({ laboratoryId, supplier: { _id }, status }: PurchaseOrderRow) {
    if (status !== 'draft' && !isCountedAsOrdered(status)) return { supplierNote: null, email: null };
    const { refused, supplier } = await this.reader.readUsable(laboratoryId.toHexString(), _id.toHexString());
    return { supplierNote: refused?.message ?? null, email: supplier?.email ?? null };
  }
}
