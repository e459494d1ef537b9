import { plural } from '../../common/plural.js';
import { pageOf, successOf } from '../../common/envelope.js';
import { IdParams } from '../../common/id.js';
import { exportRoute, historyRoute, importRoute, importTemplateRoute } from '../../common/route-families.js';
import { defineRoutes, idempotent } from '../../common/route.js';
import {
  AcceptSupplierNamesBody,
  SupplierLinkListQuery,
  SupplierLinkSchema,
  SupplierProposalsQuery,
  SupplierProposalsSchema,
  UndoSupplierLinkBody,
} from './supplier-link.schema.js';
import { SupplierReviewQuery, SupplierReviewSchema } from './supplier-review.schema.js';
import {
  ChangeSupplierStatusBody,
  CreateSupplierBody,
  ImportSuppliersBody,
  SupplierExportQuery,
  SupplierImportSchema,
  SupplierListQuery,
  SupplierSchema,
  supplierStatusLabels,
  UpdateSupplierBody,
} from './supplier.schema.js';

/** Suppliers of the network. A laboratory sees those that it uses. */
export const suppliersContract = defineRoutes({
  list: {
    method: 'GET',
    path: '/suppliers',
    summary: 'List suppliers',
    description: 'The suppliers that laboratories in the caller’s scope use, filtered and sorted.',
    query: SupplierListQuery,
    responses: { 200: pageOf(SupplierSchema) },
    metadata: { permission: 'suppliers.view' },
  },
  export: exportRoute(SupplierExportQuery, {
    path: '/suppliers/export',
    summary: 'Export suppliers',
    description: 'The filtered list as a file, at most 20,000 suppliers.',
    permission: 'suppliers.export',
  }),
  importTemplate: importTemplateRoute({
    path: '/suppliers/import/template',
    summary: 'Download an empty sheet for an import of suppliers',
    description: 'Has the columns that an import reads.',
    permission: 'suppliers.create',
  }),
  import: importRoute(ImportSuppliersBody, SupplierImportSchema, {
    path: '/suppliers/import',
    summary: 'Import suppliers from an Excel or CSV file',
    description:
      'Validates the whole file and reports every fault. Writes all rows or none, unless `validRowsOnly` is set. Each ' +
      'supplier is approved, whatever a column for the status says.',
    permission: 'suppliers.create',
    created: (count) => plural(count, '1 supplier was created', `${count} suppliers were created`),
    errors: [],
  }),
  proposals: {
    method: 'GET',
    path: '/suppliers/names',
    summary: 'Propose suppliers for the texts on items',
    description:
      'The supplier texts of a laboratory’s items that have no supplier yet, grouped by what seems to be the same name.',
    query: SupplierProposalsQuery,
    responses: { 200: successOf(SupplierProposalsSchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'suppliers.create', also: 'inventory.edit' },
  },
  accept: {
    method: 'POST',
    path: '/suppliers/names/accept',
    summary: 'Link items to a supplier by their texts',
    description:
      'Sets the supplier of up to 500 items of the laboratory that have one of the texts and no supplier. Their texts stay.',
    headers: idempotent,
    body: AcceptSupplierNamesBody,
    responses: {
      200: successOf(
        SupplierLinkSchema,
        ({ items, remaining, supplier }) =>
          `${plural(items, '1 item was', `${items} items were`)} linked to ${supplier.name}${remaining > 0 ? `. ${plural(remaining, '1 more remains', `${remaining} more remain`)}: accept again.` : ''}`,
      ),
    },
    errors: [
      'LABORATORY_NOT_FOUND',
      'LABORATORY_ARCHIVED',
      'LABORATORY_SUSPENDED',
      'SUPPLIER_NOT_FOUND',
      'SUPPLIER_BLOCKED',
      'SUPPLIER_NAMES_CHANGED',
    ],
    metadata: { permission: 'suppliers.create', also: 'inventory.edit' },
  },
  undoLink: {
    method: 'POST',
    path: '/suppliers/links/:id/undo',
    summary: 'Undo a link of items to a supplier',
    description:
      'Restores the supplier that each item had before. Items whose supplier was changed since are left alone and counted.',
    headers: idempotent,
    pathParams: IdParams,
    body: UndoSupplierLinkBody,
    responses: {
      200: successOf(SupplierLinkSchema, ({ items, kept, supplier }) =>
        kept > 0
          ? `${plural(items - kept, '1 item is', `${items - kept} items are`)} no longer linked to ${supplier.name}. ${plural(kept, '1 item was', `${kept} items were`)} changed since and stayed.`
          : `${plural(items, '1 item is', `${items} items are`)} no longer linked to ${supplier.name}`,
      ),
    },
    errors: ['SUPPLIER_LINK_NOT_FOUND', 'SUPPLIER_LINK_UNDONE', 'VERSION_CONFLICT'],
    metadata: { permission: 'suppliers.create', also: 'inventory.edit' },
  },
  links: {
    method: 'GET',
    path: '/suppliers/:id/links',
    summary: 'List links of items to a supplier',
    description: 'The accepted proposals of this supplier, newest first, as far as they took place in the scope.',
    pathParams: IdParams,
    query: SupplierLinkListQuery,
    responses: { 200: pageOf(SupplierLinkSchema) },
    errors: ['SUPPLIER_NOT_FOUND'],
    metadata: { permission: 'suppliers.view' },
  },
  get: {
    method: 'GET',
    path: '/suppliers/:id',
    summary: 'Get a supplier',
    description: 'The supplier, and what the caller can do with it.',
    pathParams: IdParams,
    responses: { 200: successOf(SupplierSchema) },
    errors: ['SUPPLIER_NOT_FOUND'],
    metadata: { permission: 'suppliers.view' },
  },
  review: {
    method: 'GET',
    path: '/suppliers/:id/review',
    summary: 'Review a supplier',
    description:
      'On time, complete, damaged, refused and changes of price, from the orders of the caller’s scope that were ' +
      'entered in a period of at most 366 days. At most 5,000 orders.',
    pathParams: IdParams,
    query: SupplierReviewQuery,
    responses: { 200: successOf(SupplierReviewSchema) },
    errors: ['SUPPLIER_NOT_FOUND', 'LABORATORY_NOT_FOUND'],
    metadata: { permission: 'purchaseOrders.view' },
  },
  create: {
    method: 'POST',
    path: '/suppliers',
    summary: 'Create a supplier',
    description:
      'An approved supplier. People of a laboratory create suppliers for it; only a super admin creates them for others.',
    headers: idempotent,
    body: CreateSupplierBody,
    responses: { 201: successOf(SupplierSchema, ({ name }) => `${name} was created`) },
    errors: ['LABORATORY_NOT_FOUND', 'SUPPLIER_CODE_TAKEN', 'SUPPLIER_NAME_TAKEN', 'SUPPLIER_GSTIN_TAKEN'],
    metadata: { permission: 'suppliers.create' },
  },
  update: {
    method: 'PUT',
    path: '/suppliers/:id',
    summary: 'Edit a supplier',
    description: 'What several laboratories use is edited by a super admin.',
    pathParams: IdParams,
    body: UpdateSupplierBody,
    responses: { 200: successOf(SupplierSchema, ({ name }) => `${name} was updated`) },
    errors: [
      'SUPPLIER_NOT_FOUND',
      'LABORATORY_NOT_FOUND',
      'SUPPLIER_NAME_TAKEN',
      'SUPPLIER_GSTIN_TAKEN',
      'VERSION_CONFLICT',
    ],
    metadata: { permission: 'suppliers.edit' },
  },
  changeStatus: {
    method: 'PUT',
    path: '/suppliers/:id/status',
    summary: 'Approve, hold or block a supplier',
    description: 'A supplier on hold or blocked can’t get new orders. Both need a reason, which everyone sees.',
    pathParams: IdParams,
    body: ChangeSupplierStatusBody,
    responses: {
      200: successOf(SupplierSchema, ({ name, status }) => `${name} is ${supplierStatusLabels[status].toLowerCase()}`),
    },
    errors: ['SUPPLIER_NOT_FOUND', 'VERSION_CONFLICT'],
    metadata: { permission: 'suppliers.edit' },
  },
  history: historyRoute({
    path: '/suppliers/:id/history',
    summary: 'List changes to a supplier',
    description: 'Every change to the supplier that took place in the caller’s scope, newest first.',
    errors: ['SUPPLIER_NOT_FOUND'],
    permission: 'suppliers.view',
  }),
});
