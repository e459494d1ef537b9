import { successOf } from '../common/envelope.js';
import { IdParams, IdSchema } from '../common/id.js';
import { defineRoutes, fileOf, uploadOf } from '../common/route.js';
import { MAX_RECEIPT_BYTES } from './receipt.schema.js';
import { TransactionSchema } from './transaction.schema.js';

/** Receipts of an entry. */
export const receiptRoutes = defineRoutes({
  attachReceipt: {
    method: 'POST',
    path: '/transactions/:id/receipts',
    summary: 'Attach an image or a PDF to an entry',
    description:
      'One file in the field `file`. Attaching the same content again has no effect. A receipt of an approved entry ' +
      'is marked as added after approval, isn’t part of what was approved, and can’t be removed. `PERIOD_LOCKED` ' +
      'concerns approved entries only.',
    pathParams: IdParams,
    ...uploadOf(),
    responses: { 201: successOf(TransactionSchema, 'The receipt was attached') },
    errors: [
      'TRANSACTION_NOT_FOUND',
      'TRANSACTION_IMMUTABLE',
      'TRANSACTION_CANCELLED',
      'PERIOD_LOCKED',
      'TOO_MANY_RECEIPTS',
      'RECEIPT_TYPE_UNSUPPORTED',
    ],
    metadata: {
      permission: 'transactions.edit',
      upload: { maxBytes: MAX_RECEIPT_BYTES, noun: 'A receipt' },
    },
  },
  receipt: {
    method: 'GET',
    path: '/transactions/:id/receipts/:receiptId',
    summary: 'Download a receipt',
    description: 'The file as it was attached.',
    pathParams: IdParams.extend({ receiptId: IdSchema }),
    responses: { 200: fileOf() },
    errors: ['TRANSACTION_NOT_FOUND', 'RECEIPT_NOT_FOUND'],
    metadata: { permission: 'transactions.view' },
  },
  removeReceipt: {
    method: 'DELETE',
    path: '/transactions/:id/receipts/:receiptId',
    summary: 'Remove a receipt from an entry that hasn’t been approved',
    description:
      'Only from a pending or rejected entry; from a pending one only by the person who attached it or who entered or ' +
      'last edited the entry.',
    pathParams: IdParams.extend({ receiptId: IdSchema }),
    responses: { 200: successOf(TransactionSchema, 'The receipt was removed') },
    errors: ['TRANSACTION_NOT_FOUND', 'RECEIPT_NOT_FOUND', 'TRANSACTION_IMMUTABLE', 'TRANSACTION_CANCELLED'],
    metadata: { permission: 'transactions.edit' },
  },
});
