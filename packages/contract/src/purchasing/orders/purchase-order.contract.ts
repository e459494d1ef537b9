import { DecisionBody, DecisionsBody, DecisionsSchema } from '../../common/decision.js';
import { pageOf, successOf } from '../../common/envelope.js';
import { IdParams } from '../../common/id.js';
import { exportRoute, historyRoute } from '../../common/route-families.js';
import { plural } from '../../common/plural.js';
import { defineRoutes, idempotent } from '../../common/route.js';
import { describeReceived, ReceiveOrderBody } from '../receipts/goods-receipt.schema.js';
import { describeReturned, ReturnGoodsBody } from '../returns/goods-return.schema.js';
import {
  CreatePurchaseOrderBody,
  DraftedOrdersSchema,
  DraftOrdersBody,
  OrderReasonBody,
  OrderVersionBody,
  PurchaseOrderExportQuery,
  PurchaseOrderListItemSchema,
  PurchaseOrderListQuery,
  PurchaseOrderSchema,
  SendOrderBody,
  UpdatePurchaseOrderBody,
} from './purchase-order.schema.js';

const changeErrors = ['PURCHASE_ORDER_NOT_FOUND', 'VERSION_CONFLICT', 'PURCHASE_ORDER_STATE'] as const;
const closedLaboratory = ['LABORATORY_ARCHIVED', 'LABORATORY_SUSPENDED'] as const;
const unusableSupplier = ['SUPPLIER_NOT_FOUND', 'SUPPLIER_ON_HOLD', 'SUPPLIER_BLOCKED'] as const;
const contentErrors = [...unusableSupplier, 'INVENTORY_ITEM_NOT_FOUND', 'ITEM_DISCONTINUED'] as const;

/** Orders of one laboratory with one supplier. */
export const purchaseOrdersContract = defineRoutes({
  list: {
    method: 'GET',
    path: '/purchase-orders',
    summary: 'List purchase orders',
    description: 'The newest first, without their lines.',
    query: PurchaseOrderListQuery,
    responses: { 200: pageOf(PurchaseOrderListItemSchema) },
    metadata: { permission: 'purchaseOrders.view' },
  },
  export: exportRoute(PurchaseOrderExportQuery, {
    path: '/purchase-orders/export',
    summary: 'Export purchase orders',
    description: 'Every order of the filter, one row per line.',
    permission: 'purchaseOrders.export',
  }),
  get: {
    method: 'GET',
    path: '/purchase-orders/:id',
    summary: 'Get a purchase order',
    description: 'The order with its lines, decisions and receipts.',
    pathParams: IdParams,
    responses: { 200: successOf(PurchaseOrderSchema) },
    errors: ['PURCHASE_ORDER_NOT_FOUND'],
    metadata: { permission: 'purchaseOrders.view' },
  },
  history: historyRoute({
    path: '/purchase-orders/:id/history',
    summary: 'Get the history of a purchase order',
    description: 'Every change to the order, newest first.',
    errors: ['PURCHASE_ORDER_NOT_FOUND'],
    permission: 'purchaseOrders.view',
  }),
  create: {
    method: 'POST',
    path: '/purchase-orders',
    summary: 'Enter a purchase order',
    description: 'The order is a draft until it is submitted. Its number is never used again.',
    headers: idempotent,
    body: CreatePurchaseOrderBody,
    responses: { 201: successOf(PurchaseOrderSchema, ({ number }) => `${number} was saved as a draft`) },
    errors: ['LABORATORY_NOT_FOUND', ...closedLaboratory, ...contentErrors],
    metadata: { permission: 'purchaseOrders.create' },
  },
  draft: {
    method: 'POST',
    path: '/purchase-orders/drafts',
    summary: 'Draft orders from the reorder suggestion',
    description:
      'One draft per supplier. Items without a usable supplier, items that already are on a draft, and items of which ' +
      'more is on order than in the suggestion are named with the reason and skipped.',
    headers: idempotent,
    body: DraftOrdersBody,
    responses: {
      200: successOf(DraftedOrdersSchema, ({ orders }) =>
        orders.length === 0
          ? 'No order was drafted'
          : `${plural(orders.length, '1 order was', `${orders.length} orders were`)} drafted`,
      ),
    },
    errors: ['LABORATORY_NOT_FOUND', ...closedLaboratory, 'INVENTORY_ITEM_NOT_FOUND'],
    metadata: { permission: 'purchaseOrders.create' },
  },
  update: {
    method: 'PUT',
    path: '/purchase-orders/:id',
    summary: 'Change a purchase order',
    description:
      'Before it is sent. After an approval, another supplier, a new line, more of an item, a higher price or ' +
      'other notes need approval again; less of an item or a lower price don’t.',
    pathParams: IdParams,
    body: UpdatePurchaseOrderBody,
    responses: { 200: successOf(PurchaseOrderSchema, ({ number }) => `${number} was saved`) },
    errors: [...changeErrors, ...closedLaboratory, ...contentErrors],
    metadata: { permission: 'purchaseOrders.create' },
  },
  submit: {
    method: 'POST',
    path: '/purchase-orders/:id/submit',
    summary: 'Submit a purchase order for approval',
    description: 'Someone else approves it.',
    headers: idempotent,
    pathParams: IdParams,
    body: OrderVersionBody,
    responses: { 200: successOf(PurchaseOrderSchema, ({ number }) => `${number} is pending approval`) },
    errors: [...changeErrors, ...closedLaboratory, ...unusableSupplier, 'ITEM_DISCONTINUED'],
    metadata: { permission: 'purchaseOrders.create' },
  },
  decide: {
    method: 'PUT',
    path: '/purchase-orders/:id/approve',
    summary: 'Approve or reject a purchase order',
    description:
      'Above the limit of the laboratory, two people approve, one of them a super_admin. A rejected order is a draft ' +
      'again and needs a reason.',
    pathParams: IdParams,
    body: DecisionBody,
    responses: {
      200: successOf(PurchaseOrderSchema, ({ number, status }) =>
        status === 'pending_approval'
          ? `${number} needs one more approval`
          : `${number} was ${status === 'draft' ? 'rejected' : 'approved'}`,
      ),
    },
    errors: [
      ...changeErrors,
      ...closedLaboratory,
      'OWN_PURCHASE_ORDER',
      'APPROVED_BY_SAME_PERSON',
      'SUPER_ADMIN_NEEDED',
      'CONFIRMATION_REQUIRED',
    ],
    metadata: { permission: 'purchaseOrders.approve' },
  },
  bulkDecide: {
    method: 'POST',
    path: '/purchase-orders/bulk-approve',
    summary: 'Approve or reject several purchase orders',
    description:
      'Up to 100 orders. Each is decided independently, and the result explains those that couldn’t be decided.',
    headers: idempotent,
    body: DecisionsBody,
    responses: { 200: successOf(DecisionsSchema) },
    errors: ['PURCHASE_ORDER_NOT_FOUND', 'CONFIRMATION_REQUIRED'],
    metadata: { permission: 'purchaseOrders.approve' },
  },
  send: {
    method: 'POST',
    path: '/purchase-orders/:id/send',
    summary: 'Send a purchase order, or record that it was sent',
    description:
      'How the supplier learned of it. With an address, the product emails the order to it, if a mail host is set up. ' +
      'It can be repeated, such as for a reminder.',
    headers: idempotent,
    pathParams: IdParams,
    body: SendOrderBody,
    responses: { 200: successOf(PurchaseOrderSchema, ({ number }) => `${number} was sent`) },
    errors: [...changeErrors, ...closedLaboratory, ...unusableSupplier, 'ITEM_DISCONTINUED', 'CHANNEL_NOT_OFFERED'],
    metadata: { permission: 'purchaseOrders.create' },
  },
  cancel: {
    method: 'POST',
    path: '/purchase-orders/:id/cancel',
    summary: 'Cancel a purchase order',
    description: 'As long as nothing was received.',
    headers: idempotent,
    pathParams: IdParams,
    body: OrderReasonBody,
    responses: { 200: successOf(PurchaseOrderSchema, ({ number }) => `${number} was cancelled`) },
    errors: [...changeErrors],
    metadata: { permission: 'purchaseOrders.create' },
  },
  closeShort: {
    method: 'POST',
    path: '/purchase-orders/:id/close-short',
    summary: 'Close a purchase order that was received in part',
    description: 'What is outstanding is no longer expected.',
    headers: idempotent,
    pathParams: IdParams,
    body: OrderReasonBody,
    responses: { 200: successOf(PurchaseOrderSchema, ({ number }) => `${number} was closed short`) },
    errors: [...changeErrors],
    metadata: { permission: 'purchaseOrders.create' },
  },
  close: {
    method: 'POST',
    path: '/purchase-orders/:id/close',
    summary: 'Close a purchase order that was received',
    description: 'Nothing more is to be done about it.',
    headers: idempotent,
    pathParams: IdParams,
    body: OrderVersionBody,
    responses: { 200: successOf(PurchaseOrderSchema, ({ number }) => `${number} was closed`) },
    errors: [...changeErrors],
    metadata: { permission: 'purchaseOrders.create' },
  },
  receive: {
    method: 'POST',
    path: '/purchase-orders/:id/receive',
    summary: 'Receive goods of a purchase order',
    description:
      'What is accepted enters the stock at the price of the order. Over all receipts of a line, at most the ordered ' +
      'quantity and the tolerance of the laboratory can be accepted, also once everything that was ordered has arrived.',
    headers: idempotent,
    pathParams: IdParams,
    body: ReceiveOrderBody,
    responses: {
      200: successOf(PurchaseOrderSchema, describeReceived),
    },
    errors: [
      ...changeErrors,
      ...closedLaboratory,
      'MORE_THAN_ORDERED',
      'SHORT_SHELF_LIFE',
      'PERIOD_LOCKED',
      'ITEM_DISCONTINUED',
      'BATCH_MISMATCH',
    ],
    metadata: { permission: 'purchaseOrders.receive' },
  },
  returnGoods: {
    method: 'POST',
    path: '/purchase-orders/:id/returns',
    summary: 'Return goods to the supplier',
    description:
      'Of each batch, at most what the receipt accepted and earlier returns left, and what is in stock and not set ' +
      'aside for a write-off. Replacements are ordered separately.',
    headers: idempotent,
    pathParams: IdParams,
    body: ReturnGoodsBody,
    responses: { 200: successOf(PurchaseOrderSchema, describeReturned) },
    errors: [...changeErrors, ...closedLaboratory, 'MORE_THAN_RECEIVED', 'STOCK_INSUFFICIENT'],
    metadata: { permission: 'purchaseOrders.receive' },
  },
});
