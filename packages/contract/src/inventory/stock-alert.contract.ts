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
  list: {
    method: 'GET',
    path: '/inventory/alerts',
    summary: 'List stock alerts',
    description: 'Live alerts by default: the escalated first, then the newest.',
    query: StockAlertListQuery,
    responses: { 200: pageOf(StockAlertSchema) },
    metadata: { permission: 'inventory.view' },
  },
  get: {
    method: 'GET',
    path: '/inventory/alerts/:id',
    summary: 'Get a stock alert',
    description: 'The alert with its item, its state and what the caller can do with it.',
    pathParams: IdParams,
    responses: { 200: successOf(StockAlertSchema) },
    errors: ['STOCK_ALERT_NOT_FOUND'],
    metadata: { permission: 'inventory.view' },
  },
  change: {
    method: 'PUT',
    path: '/inventory/alerts/:id',
    summary: 'Acknowledge, snooze or reopen a stock alert',
    description: 'Snoozing needs `until`, a day after today and at most 90 days ahead.',
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
  reorder: {
    method: 'GET',
    path: '/inventory/reorder',
    summary: 'Suggest what to order',
    description:
      'From the use of the last 90 days: items of which more is needed than is usable and ordered, the most ' +
      'expensive order first.',
    query: ReorderQuery,
    responses: { 200: pageOf(ReorderSuggestionSchema) },
    metadata: { permission: 'inventory.view' },
  },
  reorderTotals: {
    method: 'GET',
    path: '/inventory/reorder/totals',
    summary: 'Get the totals of what to order',
    description: 'The count and the cost, in total and by supplier.',
    query: ReorderTotalsQuery,
    responses: { 200: successOf(ReorderTotalsSchema) },
    metadata: { permission: 'inventory.view' },
  },
  order: {
    method: 'PUT',
    path: '/inventory/:id/order',
    summary: 'Record or withdraw an order with a supplier',
    description:
      'A quantity of 0 withdraws the order. Live alerts about low stock are postponed until the expected delivery. ' +
      'Receipts count towards the order.',
    headers: idempotent,
    pathParams: IdParams,
    body: OrderItemBody,
    responses: {
      200: successOf(InventoryItemSchema, ({ name, onOrder }) =>
        onOrder ? `${name} is on order` : `${name} is no longer on order`,
      ),
    },
    errors: [
      'INVENTORY_ITEM_NOT_FOUND',
      'LABORATORY_ARCHIVED',
      'LABORATORY_SUSPENDED',
      'VERSION_CONFLICT',
      'ITEM_DISCONTINUED',
    ],
    metadata: { permission: 'inventory.stock' },
  },
});
