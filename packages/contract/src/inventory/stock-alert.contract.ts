import { pageOf, successOf } from '../common/envelope.js';
import { IdParams } from '../common/id.js';
import { defineRoutes, idempotent } from '../common/route.js';
import { InventoryItemSchema } from './inventory-item.schema.js';
import {
  ChangeStockAlertBody,
  OrderItemBody,
  ReorderQuery,
  ReorderSuggestionSchema,
  ReorderTotalsQuery,
  ReorderTotalsSchema,
  StockAlertListQuery,
  StockAlertSchema,
  stockAlertStateLabels,
} from './stock-alert.schema.js';

export const stockAlertsContract = defineRoutes({
  /** The escalated first, then the newest. */
  list: {
    method: 'GET',
    path: '/inventory/alerts',
    summary: 'List stock alerts',
    query: StockAlertListQuery,
    responses: { 200: pageOf(StockAlertSchema) },
    metadata: { permission: 'inventory.view' },
  },
  get: {
    method: 'GET',
    path: '/inventory/alerts/:id',
    summary: 'Get a stock alert',
    pathParams: IdParams,
    responses: { 200: successOf(StockAlertSchema) },
    errors: ['STOCK_ALERT_NOT_FOUND'],
    metadata: { permission: 'inventory.view' },
  },
  change: {
    method: 'PUT',
    path: '/inventory/alerts/:id',
    summary: 'Acknowledge, snooze or reopen a stock alert',
    pathParams: IdParams,
    body: ChangeStockAlertBody,
    responses: {
      200: successOf(
        StockAlertSchema,
        ({ item, state }) => `${item.name}: ${stockAlertStateLabels[state].toLowerCase()}`,
      ),
    },
    errors: ['STOCK_ALERT_NOT_FOUND', 'VERSION_CONFLICT', 'STOCK_ALERT_RESOLVED'],
    metadata: { permission: 'inventory.stock' },
  },
  /** Items of which more is needed than is usable and ordered, the most expensive order first. */
  reorder: {
    method: 'GET',
    path: '/inventory/reorder',
    summary: 'Suggest what to order, from the use of the last 90 days',
    query: ReorderQuery,
    responses: { 200: pageOf(ReorderSuggestionSchema) },
    metadata: { permission: 'inventory.view' },
  },
  reorderTotals: {
    method: 'GET',
    path: '/inventory/reorder/totals',
    summary: 'Count and cost of what to order, in total and by supplier',
    query: ReorderTotalsQuery,
    responses: { 200: successOf(ReorderTotalsSchema) },
    metadata: { permission: 'inventory.view' },
  },
  /** Live alerts about low stock wait until the delivery is expected. Receipts count towards the order. */
  order: {
    method: 'PUT',
    path: '/inventory/:id/order',
    summary: 'Record an order with a supplier, or withdraw it',
    headers: idempotent,
    pathParams: IdParams,
    body: OrderItemBody,
    responses: {
      200: successOf(InventoryItemSchema, ({ name, onOrder }) =>
        onOrder ? `${name} is on order` : `${name} is no longer on order`,
      ),
    },
    errors: ['INVENTORY_ITEM_NOT_FOUND', 'VERSION_CONFLICT', 'ITEM_DISCONTINUED'],
    metadata: { permission: 'inventory.stock' },
  },
});
