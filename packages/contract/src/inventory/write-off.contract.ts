import { DecisionBody, DecisionsBody, DecisionsSchema } from '../common/decision.js';
import { pageOf, successOf } from '../common/envelope.js';
import { IdParams } from '../common/id.js';
import { defineRoutes, idempotent } from '../common/route.js';
import { WithdrawWriteOffBody, WriteOffListQuery, WriteOffSchema } from './write-off.schema.js';

/** Write-offs above the limit of their laboratory. They are requested by `inventory.changeStock`. */
export const writeOffsContract = defineRoutes({
  list: {
    method: 'GET',
    path: '/inventory/write-offs',
    summary: 'List write-offs that needed approval',
    description:
      'Write-offs above the limit of their laboratory, newest first. `PUT /api/inventory/{id}/stock` requests them.',
    query: WriteOffListQuery,
    responses: { 200: pageOf(WriteOffSchema) },
    metadata: { permission: 'inventory.view' },
  },
  get: {
    method: 'GET',
    path: '/inventory/write-offs/:id',
    summary: 'Get a write-off',
    description: 'The write-off with its batches and what the caller can do with it.',
    pathParams: IdParams,
    responses: { 200: successOf(WriteOffSchema) },
    errors: ['WRITE_OFF_NOT_FOUND'],
    metadata: { permission: 'inventory.view' },
  },
  decide: {
    method: 'PUT',
    path: '/inventory/write-offs/:id/approve',
    summary: 'Approve or reject a write-off',
    description: 'An approval writes the stock off. A rejection returns it to its batches and needs a reason.',
    pathParams: IdParams,
    body: DecisionBody,
    responses: {
      200: successOf(WriteOffSchema, ({ number, status }) => `${number} was ${status}`),
    },
    errors: [
      'OWN_WRITE_OFF',
      'APPROVER_DEPENDENT',
      'WRITE_OFF_NOT_FOUND',
      'VERSION_CONFLICT',
      'LABORATORY_ARCHIVED',
      'LABORATORY_SUSPENDED',
      'WRITE_OFF_DECIDED',
    ],
    metadata: { permission: 'inventory.approve' },
  },
  bulkDecide: {
    method: 'POST',
    path: '/inventory/write-offs/bulk-approve',
    summary: 'Approve or reject several write-offs',
    description:
      'Up to 100 write-offs. Each is decided independently, and the result explains those that couldn’t be decided.',
    headers: idempotent,
    body: DecisionsBody,
    responses: { 200: successOf(DecisionsSchema) },
    errors: ['WRITE_OFF_NOT_FOUND'],
    metadata: { permission: 'inventory.approve' },
  },
  withdraw: {
    method: 'POST',
    path: '/inventory/write-offs/:id/withdraw',
    summary: 'Withdraw a pending write-off',
    description: 'By the person who requested it, while it’s pending.',
    headers: idempotent,
    pathParams: IdParams,
    body: WithdrawWriteOffBody,
    responses: {
      200: successOf(WriteOffSchema, ({ number }) => `${number} was withdrawn`),
    },
    errors: ['WRITE_OFF_NOT_FOUND', 'VERSION_CONFLICT', 'WRITE_OFF_DECIDED'],
    metadata: { permission: 'inventory.stock' },
  },
});
