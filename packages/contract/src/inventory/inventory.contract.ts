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
import { labelRoute, scanRoute } from './scan.routes.js';
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

const itemErrors = [
  'ITEM_CODE_TAKEN',
  'GTIN_TAKEN',
  'SUPPLIER_NOT_FOUND',
  'SUPPLIER_ON_HOLD',
  'SUPPLIER_BLOCKED',
] as const;
const ofLaboratory = { laboratoryId: IdSchema.optional() };

export const inventoryContract = defineRoutes({
  list: {
    method: 'GET',
    path: '/inventory',
    summary: 'List items with filters, search and sorting',
    description: 'Items of the caller’s scope, by name unless `sort` says otherwise.',
    query: InventoryListQuery,
    responses: { 200: pageOf(InventoryListItemSchema) },
    metadata: { permission: 'inventory.view' },
  },
  lowStock: {
    method: 'GET',
    path: '/inventory/low-stock',
    summary: 'List items that are low or out of stock',
    description:
      'Active items whose usable quantity is at or below the minimum, those with the least usable quantity first.',
    query: PageQuery.omit({ search: true }).extend(ofLaboratory),
    responses: { 200: pageOf(InventoryListItemSchema) },
    metadata: { permission: 'inventory.view' },
  },
  expiring: {
    method: 'GET',
    path: '/inventory/expiring',
    summary: 'List batches with stock that have expired or soon will',
    description: 'Expired batches first, then by the last day of use.',
    query: ExpiringQuery,
    responses: { 200: pageOf(ExpiringBatchSchema) },
    metadata: { permission: 'inventory.view' },
  },
  analytics: inventoryAnalyticsRoute,
  stats: {
    method: 'GET',
    path: '/inventory/stats',
    summary: 'Count low items and expiring batches',
    description:
      'Includes items that are out of stock and the value of the stock, for one laboratory or all in the caller’s ' +
      'scope.',
    query: z.object(ofLaboratory),
    responses: { 200: successOf(InventoryStatsSchema) },
    metadata: { permission: 'inventory.view' },
  },
  suggestions: {
    method: 'GET',
    path: '/inventory/suggestions',
    summary: 'Suggest suppliers, manufacturers or storage locations',
    description: 'Up to 20 values of existing items, for filters and forms.',
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
    description: 'Newest first. The quantities of an item’s movements add up to its quantity.',
    query: MovementListQuery,
    responses: { 200: pageOf(MovementSchema) },
    errors: ['INVENTORY_ITEM_NOT_FOUND'],
    metadata: { permission: 'inventory.view' },
  },
  countSheet: {
    method: 'GET',
    path: '/inventory/count-sheet',
    summary: 'List items for a stock count',
    description: 'What should be on the shelves: active items of one laboratory by name, with their batches.',
    query: CountSheetQuery,
    responses: { 200: pageOf(CountSheetItemSchema) },
    errors: ['LABORATORY_NOT_FOUND', 'LABORATORY_ARCHIVED', 'LABORATORY_SUSPENDED'],
    metadata: { permission: 'inventory.stock' },
  },
  export: exportRoute(InventoryExportQuery, {
    path: '/inventory/export',
    summary: 'Export items as an Excel or CSV file',
    description: 'All pages of the list with the same filter, up to 20,000 items.',
    permission: 'inventory.export',
  }),
  importTemplate: importTemplateRoute({
    path: '/inventory/import/template',
    summary: 'Download an empty sheet for an import of items',
    description: 'Has the columns that an import reads.',
    permission: 'inventory.create',
  }),
  import: importRoute(ImportInventoryBody, InventoryImportSchema, {
    path: '/inventory/import',
    summary: 'Import items with their opening stock from an Excel or CSV file',
    description:
      'Validates the whole file and reports every fault. Writes all rows or none, unless `validRowsOnly` is set. A row ' +
      'is a fault if its laboratory has the item already: one with the code of the row or, where the row has none, with ' +
      'its name and unit. A row with a quantity is one too unless the person has `inventory.stock`.',
    permission: 'inventory.create',
    created: (count) => plural(count, '1 item was created', `${count} items were created`),
    errors: ['LABORATORY_SUSPENDED', 'LABORATORY_ARCHIVED', 'ITEM_CODE_TAKEN'],
  }),
  bulkUpdate: {
    method: 'POST',
    path: '/inventory/bulk-update',
    summary: 'Change several items',
    description:
      'Up to 200 items. Changes all of them or, if any has a fault, none. With `dryRun`, only reports what would ' +
      'happen.',
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
  batch: labelRoute,
  scan: scanRoute,
  get: {
    method: 'GET',
    path: '/inventory/:id',
    summary: 'Get an item with its batches',
    description: 'The item with the quantities, the status and the last usable day of each batch.',
    pathParams: IdParams,
    responses: { 200: successOf(InventoryItemSchema) },
    errors: ['INVENTORY_ITEM_NOT_FOUND'],
    metadata: { permission: 'inventory.view' },
  },
  create: {
    method: 'POST',
    path: '/inventory',
    summary: 'Create an item, with its opening stock if it has any',
    description:
      'A `quantity` is the opening stock, needs `inventory.stock` and becomes the first batch. `ITEM_CODE_TAKEN` if ' +
      'another item of the laboratory has the code, `GTIN_TAKEN` if another item has the GTIN of a pack.',
    headers: idempotent,
    body: CreateInventoryItemBody,
    responses: { 201: successOf(InventoryItemSchema, ({ name }) => `${name} was created`) },
    errors: ['LABORATORY_NOT_FOUND', 'LABORATORY_ARCHIVED', 'LABORATORY_SUSPENDED', ...itemErrors],
    metadata: { permission: 'inventory.create' },
  },
  update: {
    method: 'PUT',
    path: '/inventory/:id',
    summary: 'Edit an item',
    description:
      '`VERSION_CONFLICT` contains the current item. `GTIN_TAKEN` names the item of the laboratory that has the GTIN.',
    pathParams: IdParams,
    body: UpdateInventoryItemBody,
    responses: { 200: successOf(InventoryItemSchema, ({ name }) => `${name} was saved`) },
    errors: ['INVENTORY_ITEM_NOT_FOUND', 'VERSION_CONFLICT', 'ITEM_UNIT_FROZEN', 'ITEM_DISCONTINUED', ...itemErrors],
    metadata: { permission: 'inventory.edit' },
  },
  discontinue: {
    method: 'DELETE',
    path: '/inventory/:id',
    summary: 'Discontinue an item that has no stock',
    description: 'The item and its ledger are kept. `ITEM_HAS_STOCK` says what remains.',
    pathParams: IdParams,
    query: VersionQuery,
    responses: {
      200: successOf(InventoryItemSchema, ({ name }) => `${name} was discontinued`),
    },
    errors: ['INVENTORY_ITEM_NOT_FOUND', 'VERSION_CONFLICT', 'ITEM_DISCONTINUED', 'ITEM_HAS_STOCK'],
    metadata: { permission: 'inventory.remove' },
  },
  changeStock: {
    method: 'PUT',
    path: '/inventory/:id/stock',
    summary: 'Receive, use, count, waste or return stock',
    description:
      'With `dryRun`, returns the result and writes nothing. Waste above the limit of the laboratory is set aside ' +
      'until it’s approved. `STOCK_INSUFFICIENT` contains the current item.',
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
  count: {
    method: 'PUT',
    path: '/inventory/:id/count',
    summary: 'Record what was counted of an item',
    description:
      'Corrects all batches of the item or, if one of them is refused, none. Records that the item was counted even ' +
      'if everything agrees. Movements after the count stay.',
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
      'STOCK_SET_ASIDE',
    ],
    metadata: { permission: 'inventory.stock' },
  },
  changeBatch: {
    method: 'PUT',
    path: '/inventory/:id/batches/:batchId',
    summary: 'Open, quarantine, release or accept a batch',
    description:
      'What arrives of an item that requires acceptance is quarantined until it’s accepted with a note. ' +
      '`BATCH_ACTION_IMPOSSIBLE` means that the status of the batch doesn’t allow the action. `BATCH_RECALLED` ' +
      'refuses a release or an acceptance while a recall of the network is active.',
    headers: idempotent,
    pathParams: IdParams.extend({ batchId: IdSchema }),
    body: ChangeBatchBody,
    responses: { 200: successOf(StockChangeSchema, 'The batch was changed') },
    errors: [
      'INVENTORY_ITEM_NOT_FOUND',
      'BATCH_NOT_FOUND',
      'LABORATORY_ARCHIVED',
      'LABORATORY_SUSPENDED',
      'VERSION_CONFLICT',
      'ITEM_DISCONTINUED',
      'BATCH_RECALLED',
      'STOCK_SET_ASIDE',
      'BATCH_ACTION_IMPOSSIBLE',
    ],
    metadata: { permission: 'inventory.stock' },
  },
  history: historyRoute({
    path: '/inventory/:id/history',
    summary: 'Get the history of an item',
    description: 'Every change to the item and its stock, newest first.',
    errors: ['INVENTORY_ITEM_NOT_FOUND'],
    permission: 'inventory.view',
  }),
});
