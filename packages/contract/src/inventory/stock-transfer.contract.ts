import { z } from 'zod';
import { pageOf, successOf } from '../common/envelope.js';
import { IdParams } from '../common/id.js';
import { defineRoutes, idempotent } from '../common/route.js';
import { RescueSchema } from './rescue.schema.js';
import {
  ReceiveTransferBody,
  ReturnTransferBody,
  SendTransferBody,
  StockTransferSchema,
  TransferLaboratorySchema,
  TransferListQuery,
} from './stock-transfer.schema.js';

export const stockTransfersContract = defineRoutes({
  list: {
    method: 'GET',
    path: '/inventory/transfers',
    summary: 'List transfers of stock between laboratories',
    description: 'Transfers from or to a laboratory of the caller’s scope, newest first.',
    query: TransferListQuery,
    responses: { 200: pageOf(StockTransferSchema) },
    metadata: { permission: 'inventory.view' },
  },
  destinations: {
    method: 'GET',
    path: '/inventory/transfers/destinations',
    summary: 'List the laboratories that stock can be sent to',
    description: 'Active laboratories by name, at most 500, including the sender’s own.',
    responses: { 200: successOf(z.array(TransferLaboratorySchema)) },
    metadata: { permission: 'inventory.transfer' },
  },
  rescues: {
    method: 'GET',
    path: '/inventory/transfers/rescues',
    summary: 'Suggest transfers of stock that would expire unused',
    description:
      'Stock that will expire unused in one laboratory and is needed in another, by value saved; at most 100. Both ' +
      'must be in the caller’s scope, so people of one laboratory see none.',
    responses: { 200: successOf(z.array(RescueSchema)) },
    metadata: { permission: 'inventory.transfer' },
  },
  get: {
    method: 'GET',
    path: '/inventory/transfers/:id',
    summary: 'Get a transfer of stock',
    description: 'The transfer with its lines and every step so far.',
    pathParams: IdParams,
    responses: { 200: successOf(StockTransferSchema) },
    errors: ['TRANSFER_NOT_FOUND'],
    metadata: { permission: 'inventory.view' },
  },
  send: {
    method: 'POST',
    path: '/inventory/transfers',
    summary: 'Send stock to another laboratory',
    description:
      'All items must belong to one laboratory. `LABORATORY_SUSPENDED` and `LABORATORY_ARCHIVED` concern either ' +
      'laboratory.',
    headers: idempotent,
    body: SendTransferBody,
    responses: {
      201: successOf(StockTransferSchema, ({ number, to }) => `${number} is on its way to ${to.name}`),
    },
    errors: [
      'LABORATORY_NOT_FOUND',
      'INVENTORY_ITEM_NOT_FOUND',
      'BATCH_NOT_FOUND',
      'LABORATORY_ARCHIVED',
      'LABORATORY_SUSPENDED',
      'ITEM_DISCONTINUED',
      'STOCK_INSUFFICIENT',
      'BATCH_NOT_USABLE',
      'STOCK_SET_ASIDE',
    ],
    metadata: { permission: 'inventory.transfer' },
  },
  receive: {
    method: 'POST',
    path: '/inventory/transfers/:id/receive',
    summary: 'Receive a transfer fully or in part',
    description:
      'For the receiving laboratory. The batches go to the item of the same product, which is created if there is ' +
      'none. What is missing or damaged is received and written off at once, so that the transfer can close. ' +
      '`STOCK_INSUFFICIENT` refuses more than is in transit, `BATCH_MISMATCH` a batch for which the item has no room.',
    headers: idempotent,
    pathParams: IdParams,
    body: ReceiveTransferBody,
    responses: {
      200: successOf(StockTransferSchema, ({ number, status }) =>
        status === 'partly_received' || status === 'sent' ? `${number} was received in part` : `${number} was received`,
      ),
    },
    errors: [
      'TRANSFER_NOT_FOUND',
      'LABORATORY_ARCHIVED',
      'LABORATORY_SUSPENDED',
      'VERSION_CONFLICT',
      'STOCK_INSUFFICIENT',
      'BATCH_MISMATCH',
      'TRANSFER_CLOSED',
    ],
    metadata: { permission: 'inventory.transfer' },
  },
  return: {
    method: 'POST',
    path: '/inventory/transfers/:id/return',
    summary: 'Return stock in transit to the sender',
    description:
      'For the sending laboratory, once the stock is back there. Everything in transit returns to its batches. ' +
      '`BATCH_MISMATCH` refuses a batch for which the item has no room.',
    headers: idempotent,
    pathParams: IdParams,
    body: ReturnTransferBody,
    responses: {
      200: successOf(StockTransferSchema, ({ number }) => `${number} was returned`),
    },
    errors: [
      'TRANSFER_NOT_FOUND',
      'LABORATORY_ARCHIVED',
      'LABORATORY_SUSPENDED',
      'VERSION_CONFLICT',
      'BATCH_MISMATCH',
      'TRANSFER_CLOSED',
    ],
    metadata: { permission: 'inventory.transfer' },
  },
});
