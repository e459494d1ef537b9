import { type PurchaseOrderListItem, PurchaseOrderListQuery, PurchaseOrderSchema } from '@shifa/contract';
import { z } from 'zod';
import { api } from '../../../data/api';
import { live } from '../../../data/live';
import { keyOf, totalOf } from '../../../data/queries';
import { defineResource } from '../../../data/resource';

/** Purchase orders with suppliers. */
export const orderResource = defineResource({
  noun: 'order',
  plural: 'orders',
  entity: 'purchase-order',
  list: api.purchaseOrders.list,
  get: api.purchaseOrders.get,
  summaries: [
    api.purchaseOrders.history,
    api.suppliers.review,
    ...[api.inventory.list, api.inventory.stats, api.inventory.movements, api.inventory.get],
    ...[api.stockAlerts.list, api.stockAlerts.reorder, api.stockAlerts.reorderTotals],
  ],
  schema: PurchaseOrderSchema,
  nameOf: ({ number }: Pick<PurchaseOrderListItem, 'number'>) => number,
});

export const orderLive = live({
  'purchase-order:*': ({ _id }) => [
    keyOf(api.purchaseOrders.list),
    keyOf(api.purchaseOrders.get, { params: { id: _id } }),
    keyOf(api.purchaseOrders.history),
    keyOf(api.suppliers.review),
  ],
});

/** How many orders the viewer can decide on. */
export const ordersWaitingForMe = { ...orderResource.page({ waitingForMe: 'true', limit: 1 }), select: totalOf };

/** What the address bar holds of the list. */
export const OrderListState = PurchaseOrderListQuery.omit({ itemId: true, supplierId: true }).extend({
  supplierId: z.string().optional(),
  overdue: z.literal('true').optional(),
  waitingForMe: z.literal('true').optional(),
});
export type OrderListState = z.output<typeof OrderListState>;
