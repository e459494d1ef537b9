import {
  inventoryUnitLabels,
  outstandingOf,
  type Page,
  purchaseOrderExportColumns as headings,
  type PurchaseOrderExportQuery,
  type PurchaseOrderListItem,
  type PurchaseOrderListQuery,
  purchaseOrderStatusLabels,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import type { FileStream } from '../../../platform/http/file-stream';
import { assertExportable, defineSheet } from '../../../platform/sheet/sheet';
import { businessDay } from '../../../platform/time/business-day';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { toOrderFilter } from './order-filter';
import { type OrderLineRow, PurchaseOrderRepository, type PurchaseOrderRow } from './purchase-order.repository';
import { PurchaseOrders } from './purchase-orders';

type ExportedLine = { order: PurchaseOrderRow; line: OrderLineRow; laboratory: LaboratoryRow | undefined };

const orderSheet = defineSheet<ExportedLine>()({
  name: 'Purchase orders',
  headings,
  label: ['number', 'item'],
  columns: {
    number: { width: 24, value: ({ order }) => order.number },
    status: { width: 16, value: ({ order }) => purchaseOrderStatusLabels[order.status] },
    laboratory: { width: 16, value: ({ laboratory }) => laboratory?.code ?? null },
    supplier: { width: 28, value: ({ order }) => order.supplier.name },
    itemCode: { width: 14, value: ({ line }) => line.item.itemCode },
    item: { width: 34, value: ({ line }) => line.item.name },
    quantity: { kind: 'count', width: 10, value: ({ line }) => line.quantity },
    unit: { width: 10, value: ({ line }) => inventoryUnitLabels[line.item.unit] },
    price: { kind: 'amount', width: 16, value: ({ line }) => line.pricePaise },
    amount: { kind: 'amount', width: 16, value: ({ line }) => line.pricePaise * line.quantity },
    accepted: { kind: 'count', width: 10, value: ({ line }) => line.accepted },
    outstanding: { kind: 'count', width: 12, value: ({ line }) => outstandingOf(line) },
    expectedOn: { kind: 'day', width: 13, value: ({ line }) => line.expectedOn },
    createdBy: { width: 22, value: ({ order }) => order.createdBy.name },
    createdOn: {
      kind: 'day',
      width: 13,
      value: ({ order, laboratory }) => (laboratory ? businessDay(order.createdAt, laboratory.timezone) : null),
    },
  },
});

/** Of up to 100 lines each. */
const MAX_EXPORTED = 5_000;

/** Orders as lists and files. */
@Injectable()
export class ListOrders {
  constructor(
    private readonly store: PurchaseOrders,
    private readonly orders: PurchaseOrderRepository,
    private readonly laboratories: LaboratoriesPort,
  ) {}

  async list(actor: Actor, query: PurchaseOrderListQuery): Promise<Page<PurchaseOrderListItem>> {
    const scope = actor.scope('purchaseOrders.view');
    const filter = toOrderFilter(query, actor, await this.store.calendars(scope));
    const { items, ...total } = await this.orders.list(scope, filter, query);
    return { items: await this.store.presentAll(actor, items), ...total };
  }

  /** @throws DomainError EXPORT_TOO_LARGE with the number of orders. */
  async export(actor: Actor, { format, sort, ...query }: PurchaseOrderExportQuery): Promise<FileStream> {
    const scope = actor.scope('purchaseOrders.export');
    const filter = toOrderFilter(query, actor, await this.store.calendars(scope));
    assertExportable(await this.orders.count(scope, filter), MAX_EXPORTED, 'purchase orders');
    const rows = await this.laboratories.listInScope(scope);
    const laboratories = new Map(rows.map((row) => [row._id.toHexString(), row]));
    const orders = this.orders.each(scope, filter, sort);
    const lines = async function* () {
      for await (const order of orders) {
        const laboratory = laboratories.get(order.laboratoryId.toHexString());
        for (const line of order.lines) yield { order, line, laboratory };
      }
    };
    return orderSheet.export(actor, 'purchase-orders', format, lines());
  }
}
