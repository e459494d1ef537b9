import { successOf } from '../common/envelope.js';
import { IdParams } from '../common/id.js';
import { InventoryItemSchema } from './inventory-item.schema.js';
import { ScanQuery, ScanSchema } from './scan.schema.js';

export const scanRoute = {
  method: 'GET',
  path: '/inventory/scan',
  summary: 'Find out what a scanned box is',
  description:
    'Reads the code of a maker (GS1 element string or Digital Link, EAN-13, EAN-8, UPC-A, UPC-E, ITF-14, item code ' +
    'or batch number) or of a label of this product, and answers the item, the pack and the batch. `VALIDATION_FAILED` says ' +
    'why a code can’t be read.',
  query: ScanQuery,
  responses: { 200: successOf(ScanSchema) },
  errors: ['INVENTORY_ITEM_NOT_FOUND', 'BATCH_NOT_FOUND'],
  metadata: { permission: 'inventory.view' },
} as const;

export const labelRoute = {
  method: 'GET',
  path: '/inventory/batches/:id',
  summary: 'Get the item of a batch',
  description: 'For the code on a printed label.',
  pathParams: IdParams,
  responses: { 200: successOf(InventoryItemSchema) },
  errors: ['BATCH_NOT_FOUND'],
  metadata: { permission: 'inventory.view' },
} as const;
