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
  /** Those of the viewer's laboratory and of the network, newest first. */
  list: {
    method: 'GET',
    path: '/inventory/recalls',
    summary: 'List recalled batches',
    query: RecallListQuery,
    responses: { 200: pageOf(BatchRecallSchema) },
    metadata: { permission: 'inventory.view' },
  },
  /** In the laboratories of the viewer's scope, by product. */
  trace: {
    method: 'GET',
    path: '/inventory/recalls/trace',
    summary: 'Find who holds a batch, who used it and where it was sent',
    query: BatchTraceQuery,
    responses: { 200: successOf(BatchTraceSchema) },
    metadata: { permission: 'inventory.view' },
  },
  /**
   * Recalled batches can be wasted or returned, but not used. `BATCH_NOT_FOUND` if no laboratory of the scope has had
   * the batch.
   */
  recall: {
    method: 'POST',
    path: '/inventory/recalls',
    summary: 'Recall a batch in all laboratories of the scope',
    headers: idempotent,
    body: RecallBatchBody,
    responses: {
      201: successOf(BatchTraceSchema, ({ batchNumber }) => `Batch ${batchNumber} was recalled`),
    },
    errors: ['BATCH_NOT_FOUND', 'BATCH_RECALLED'],
    metadata: { permission: 'inventory.remove' },
  },
  /** New deliveries are no longer blocked; each blocked batch stays so until it is released. */
  end: {
    method: 'POST',
    path: '/inventory/recalls/:id/end',
    summary: 'End a recall',
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
