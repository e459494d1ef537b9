import { pageOf, successOf } from '../common/envelope.js';
import { IdParams } from '../common/id.js';
import { defineRoutes, idempotent } from '../common/route.js';
import {
  BatchRecallSchema,
  BatchTraceQuery,
  BatchTraceSchema,
  RecallBatchBody,
  RecallListQuery,
} from './batch-recall.schema.js';

export const batchRecallsContract = defineRoutes({
  list: {
    method: 'GET',
    path: '/inventory/recalls',
    summary: 'List recalled batches',
    description: 'Those of the caller’s laboratory and of the network, newest first.',
    query: RecallListQuery,
    responses: { 200: pageOf(BatchRecallSchema) },
    metadata: { permission: 'inventory.view' },
  },
  trace: {
    method: 'GET',
    path: '/inventory/recalls/trace',
    summary: 'Find who holds a batch, who used it and where it was sent',
    description: 'In the laboratories of the caller’s scope, by product.',
    query: BatchTraceQuery,
    responses: { 200: successOf(BatchTraceSchema) },
    metadata: { permission: 'inventory.view' },
  },
  recall: {
    method: 'POST',
    path: '/inventory/recalls',
    summary: 'Recall a batch in all laboratories of the scope',
    description:
      'Recalled batches can be wasted or returned, but not used. `BATCH_NOT_FOUND` means that no laboratory of the ' +
      'scope has had the batch.',
    headers: idempotent,
    body: RecallBatchBody,
    responses: {
      201: successOf(BatchTraceSchema, ({ batchNumber }) => `Batch ${batchNumber} was recalled`),
    },
    errors: ['BATCH_NOT_FOUND', 'BATCH_RECALLED'],
    metadata: { permission: 'inventory.remove' },
  },
  end: {
    method: 'POST',
    path: '/inventory/recalls/:id/end',
    summary: 'End a recall',
    description:
      'New deliveries of the batch are no longer blocked. Each blocked batch stays blocked until it’s released.',
    headers: idempotent,
    pathParams: IdParams,
    responses: {
      200: successOf(BatchRecallSchema, ({ batchNumber }) => `The recall of batch ${batchNumber} ended`),
    },
    body: BatchRecallSchema.pick({ version: true }).partial().prefault({}),
    errors: ['RECALL_NOT_FOUND', 'VERSION_CONFLICT', 'RECALL_ENDED'],
    metadata: { permission: 'inventory.remove' },
  },
});
