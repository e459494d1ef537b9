import { z } from 'zod';
import { BulkAnswerSchema } from '../common/bulk.js';
import { pageOf, successOf } from '../common/envelope.js';
import { IdParams, IdSchema, VersionQuery } from '../common/id.js';
import { PageQuery } from '../common/page.js';
import { plural } from '../common/plural.js';
import { defineRoutes, idempotent } from '../common/route.js';
import { exportRoute, historyRoute, importRoute, importTemplateRoute } from '../common/route-families.js';
import { inventoryAnalyticsRoute } from './inventory-analytics.js';
import { formatQuantity } from './inventory.category.js';
import {
  BulkUpdateInventoryBody,
  CreateInventoryItemBody,
  ImportInventoryBody,
  InventoryExportQuery,
  InventoryImportSchema,
  InventoryItemSchema,
  InventoryListItemSchema,
  InventoryListQuery,
  UpdateInventoryItemBody,
} from './inventory-item.schema.js';
import { CountSheetItemSchema, CountSheetQuery, StockCountBody, StockCountSchema } from './stock-count.schema.js';
import {
  ChangeBatchBody,
  ExpiringBatchSchema,
  ExpiringQuery,
  InventoryStatsSchema,
  MovementListQuery,
  MovementSchema,
  StockChangeBody,
  StockChangeSchema,
} from './stock.schema.js';

const ofLaboratory = { laboratoryId: IdSchema.optional() };

export const inventoryContract = defineRoutes({
  list: {
    method: 'GET',
    path: '/inventory',
    summary: 'List items with filters, search and sorting',
    query: InventoryListQuery,
    responses: { 200: pageOf(InventoryListItemSchema) },
    metadata: { permission: 'inventory.view' },
  },
  /** Active items whose usable quantity is at or below the minimum; those with the least usable quantity first. */
  lowStock: {
    method: 'GET',
    path: '/inventory/low-stock',
    summary: 'List items that are low or out of stock',
    query: PageQuery.omit({ search: true }).extend(ofLaboratory),
    responses: { 200: pageOf(InventoryListItemSchema) },
    metadata: { permission: 'inventory.view' },
  },
  /** Expired batches first, then by the last day of use. */
  expiring: {
    method: 'GET',
    path: '/inventory/expiring',
    summary: 'List batches with stock that have expired or soon will',
    query: ExpiringQuery,
    responses: { 200: pageOf(ExpiringBatchSchema) },
    metadata: { permission: 'inventory.view' },
  },
  /** Of one laboratory or of all in the viewer's scope. */
  analytics: inventoryAnalyticsRoute,
  stats: {
    method: 'GET',
    path: '/inventory/stats',
    summary: 'Count items that are low or out of stock and batches that expire, with the stock value',
    query: z.object(ofLaboratory),
    responses: { 200: successOf(InventoryStatsSchema) },
    metadata: { permission: 'inventory.view' },
  },
  /** Up to 20 of each, for filters and forms. */
  suggestions: {
    method: 'GET',
    path: '/inventory/suggestions',
    summary: 'Suggest suppliers, manufacturers or storage locations of existing items',
    query: z.object({
      field: z.enum(['supplier', 'manufacturer', 'storageLocation'], {
        error: 'Must be one of supplier, manufacturer, storageLocation',
      }),
      search: PageQuery.shape.search,
      ...ofLaboratory,
    }),
    responses: { 200: successOf(z.array(z.string())) },
    metadata: { permission: 'inventory.view' },
  },
  movements: {
    method: 'GET',
    path: '/inventory/movements',
    summary: 'List the stock movements of an item or of all items',
    query: MovementListQuery,
    responses: { 200: pageOf(MovementSchema) },
    errors: ['INVENTORY_ITEM_NOT_FOUND'],
    metadata: { permission: 'inventory.view' },
  },
  /** Active items of one laboratory by name, with their batches. */
  countSheet: {
    method: 'GET',
    path: '/inventory/count-sheet',
    summary: 'List what should be on the shelves, for a stock count',
    query: CountSheetQuery,
    responses: { 200: pageOf(CountSheetItemSchema) },
    errors: ['LABORATORY_NOT_FOUND', 'LABORATORY_ARCHIVED', 'LABORATORY_SUSPENDED'],
    metadata: { permission: 'inventory.stock' },
  },
  /** All pages of the list with the same filter, up to 20,000 items. */
  export: exportRoute(InventoryExportQuery, {
    path: '/inventory/export',
    summary: 'Export the list as an Excel or CSV file',
    permission: 'inventory.export',
  }),
  importTemplate: importTemplateRoute({
    path: '/inventory/import/template',
    summary: 'Download an empty sheet with the columns of an import',
    permission: 'inventory.create',
  }),
  /** Validates the whole file and reports every fault; writes all rows or none, unless `validRowsOnly` is set. */
  import: importRoute(ImportInventoryBody, InventoryImportSchema, {
    path: '/inventory/import',
    summary: 'Import items with their opening stock from an Excel or CSV file',
    permission: 'inventory.create',
    created: (count) => plural(count, '1 item was created', `${count} items were created`),
  }),
  bulkUpdate: {
    method: 'POST',
    path: '/inventory/bulk-update',
    summary: 'Change several items at once',
    headers: idempotent,
    body: BulkUpdateInventoryBody,
    responses: {
      200: successOf(BulkAnswerSchema, ({ applied, results }) =>
        applied ? plural(results.length, '1 item was saved', `${results.length} items were saved`) : undefined,
      ),
    },
    errors: ['INVENTORY_ITEM_NOT_FOUND'],
    metadata: { permission: 'inventory.edit' },
  },
  /** For the code on a printed label. */
  batch: {
    method: 'GET',
    path: '/inventory/batches/:id',
    summary: 'Get the item of a batch',
    pathParams: IdParams,
    responses: { 200: successOf(InventoryItemSchema) },
    errors: ['BATCH_NOT_FOUND'],
    metadata: { permission: 'inventory.view' },
  },
  get: {
    method: 'GET',
    path: '/inventory/:id',
    summary: 'Get an item with its batches',
    pathParams: IdParams,
    responses: { 200: successOf(InventoryItemSchema) },
    errors: ['INVENTORY_ITEM_NOT_FOUND'],
    metadata: { permission: 'inventory.view' },
  },
  create: {
    method: 'POST',
    path: '/inventory',
    summary: 'Create an item, with its opening stock if it has any',
    headers: idempotent,
    body: CreateInventoryItemBody,
    responses: { 201: successOf(InventoryItemSchema, ({ name }) => `${name} was created`) },
    errors: ['LABORATORY_NOT_FOUND', 'LABORATORY_ARCHIVED', 'LABORATORY_SUSPENDED', 'ITEM_CODE_TAKEN'],
    metadata: { permission: 'inventory.create' },
  },
  /** `VERSION_CONFLICT` contains the current document. */
  update: {
    method: 'PUT',
    path: '/inventory/:id',
    summary: 'Edit an item',
    pathParams: IdParams,
    body: UpdateInventoryItemBody,
    responses: { 200: successOf(InventoryItemSchema, ({ name }) => `${name} was saved`) },
    errors: [
      'INVENTORY_ITEM_NOT_FOUND',
      'VERSION_CONFLICT',
      'ITEM_CODE_TAKEN',
      'ITEM_UNIT_FROZEN',
      'ITEM_DISCONTINUED',
    ],
    metadata: { permission: 'inventory.edit' },
  },
  /** The item and its ledger are kept. `ITEM_HAS_STOCK` says what remains. */
  discontinue: {
    method: 'DELETE',
    path: '/inventory/:id',
    summary: 'Discontinue an item that has no stock',
    pathParams: IdParams,
    query: VersionQuery,
    responses: {
      200: successOf(InventoryItemSchema, ({ name }) => `${name} was discontinued`),
    },
    errors: ['INVENTORY_ITEM_NOT_FOUND', 'VERSION_CONFLICT', 'ITEM_DISCONTINUED', 'ITEM_HAS_STOCK'],
    metadata: { permission: 'inventory.remove' },
  },
  /**
   * With `dryRun`, returns the result and writes nothing. Waste above the limit of the laboratory is set aside until it
   * is approved. `STOCK_INSUFFICIENT` contains the current item.
   */
  changeStock: {
    method: 'PUT',
    path: '/inventory/:id/stock',
    summary: 'Receive, use, count, waste or return stock',
    headers: idempotent,
    pathParams: IdParams,
    body: StockChangeBody,
    responses: {
      200: successOf(StockChangeSchema, ({ name, usableQuantity, unit, writeOff }) =>
        writeOff?.number
          ? `${writeOff.number} is pending approval`
          : `${name}: ${formatQuantity(usableQuantity, unit)} usable`,
      ),
    },
    errors: [
      'INVENTORY_ITEM_NOT_FOUND',
      'BATCH_NOT_FOUND',
      'VERSION_CONFLICT',
      'LABORATORY_ARCHIVED',
      'LABORATORY_SUSPENDED',
      'ITEM_DISCONTINUED',
      'STOCK_INSUFFICIENT',
      'BATCH_NOT_USABLE',
      'BATCH_MISMATCH',
      'COUNT_SUPERSEDED',
      'STOCK_SET_ASIDE',
    ],
    metadata: { permission: 'inventory.stock' },
  },
  /**
   * Corrects all batches of the item or, if one of them is refused, none, and records that the item was counted, also
   * where everything agrees. What others moved after it was counted stays moved.
   */
  count: {
    method: 'PUT',
    path: '/inventory/:id/count',
    summary: 'Record what was counted of an item',
    headers: idempotent,
    pathParams: IdParams,
    body: StockCountBody,
    responses: { 200: successOf(StockCountSchema, ({ name }) => `${name} was counted`) },
    errors: [
      'INVENTORY_ITEM_NOT_FOUND',
      'BATCH_NOT_FOUND',
      'LABORATORY_ARCHIVED',
      'LABORATORY_SUSPENDED',
      'ITEM_DISCONTINUED',
      'STOCK_INSUFFICIENT',
      'COUNT_SUPERSEDED',
    ],
    metadata: { permission: 'inventory.stock' },
  },
  /**
   * `BATCH_ACTION_IMPOSSIBLE` if the status of the batch does not allow the action; `BATCH_RECALLED` for a release
   * while a recall of the network is active.
   */
  changeBatch: {
    method: 'PUT',
    path: '/inventory/:id/batches/:batchId',
    summary: 'Open, quarantine or release a batch',
    headers: idempotent,
    pathParams: IdParams.extend({ batchId: IdSchema }),
    body: ChangeBatchBody,
    responses: { 200: successOf(StockChangeSchema, 'The batch was changed') },
    errors: [
      'INVENTORY_ITEM_NOT_FOUND',
      'BATCH_NOT_FOUND',
      'VERSION_CONFLICT',
      'ITEM_DISCONTINUED',
      'BATCH_RECALLED',
      'STOCK_SET_ASIDE',
      'BATCH_ACTION_IMPOSSIBLE',
    ],
    metadata: { permission: 'inventory.stock' },
  },
  /** Every change to the item and its stock, newest first. */
  history: historyRoute({
    path: '/inventory/:id/history',
    summary: 'Get the history of an item',
    errors: ['INVENTORY_ITEM_NOT_FOUND'],
    permission: 'inventory.view',
  }),
});
