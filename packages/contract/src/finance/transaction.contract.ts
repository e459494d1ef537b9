import { z } from 'zod';
import { AuditEntrySchema } from '../common/audit.js';
import { conflict, notFound, pageOf, successOf } from '../common/envelope.js';
import { IdParams, IdSchema } from '../common/id.js';
import { PageQuery } from '../common/page.js';
import { defineRoutes, fileOf, idempotent, uploadOf } from '../common/route.js';
import { SheetFormatSchema } from '../common/sheet.js';
import {
  TransactionReportQuery,
  TransactionReportSchema,
  TransactionStatsQuery,
  TransactionStatsSchema,
  TransactionTotalsSchema,
} from './finance-report.schema.js';
import { CreateTransactionBody } from './new-transaction.schema.js';
import { PeriodLockSchema, SetPeriodLockBody } from './period-lock.schema.js';
import { MAX_RECEIPT_BYTES } from './receipt.schema.js';
import {
  BulkDecideBody,
  BulkDecisionSchema,
  DecideTransactionBody,
  DuplicateQuery,
  DuplicateSchema,
  ImportTransactionsBody,
  PartyQuery,
  PartySuggestionSchema,
  TransactionExportQuery,
  TransactionFilterQuery,
  type Transaction,
  TransactionImportSchema,
  TransactionListItemSchema,
  TransactionListQuery,
  TransactionSchema,
  UpdateTransactionBody,
} from './transaction.schema.js';

export const transactionsContract = defineRoutes({
  list: {
    method: 'GET',
    path: '/transactions',
    summary: 'A page of entries, filtered, searched and sorted',
    query: TransactionListQuery,
    responses: { 200: pageOf(TransactionListItemSchema) },
    metadata: { permission: 'transactions.view' },
  },
  /** Of all pages of the list under the same filter. */
  totals: {
    method: 'GET',
    path: '/transactions/totals',
    summary: 'The totals of a filtered list',
    query: TransactionFilterQuery,
    responses: { 200: successOf(TransactionTotalsSchema) },
    metadata: { permission: 'transactions.view' },
  },
  /**
   * The period defaults to the current month of the laboratory's calendar (the network's is Asia/Kolkata). A
   * laboratory that is not within reach counts nothing.
   */
  stats: {
    method: 'GET',
    path: '/transactions/stats',
    summary: 'Income, expense, net and pending of a period, with twelve months of trend',
    query: TransactionStatsQuery,
    responses: { 200: successOf(TransactionStatsSchema) },
    metadata: { permission: 'transactions.view' },
  },
  /** As `stats`; 366 days at most. */
  reports: {
    method: 'GET',
    path: '/transactions/reports',
    summary: 'Totals by day, week, month, category, method or laboratory, compared with the previous period',
    query: TransactionReportQuery,
    responses: { 200: successOf(TransactionReportSchema) },
    metadata: { permission: 'transactions.view' },
  },
  /** Ten at most. */
  parties: {
    method: 'GET',
    path: '/transactions/parties',
    summary: 'Who was paid or paid before, for suggestions',
    query: PartyQuery,
    responses: { 200: successOf(z.array(PartySuggestionSchema)) },
    metadata: { permission: 'transactions.view' },
  },
  duplicates: {
    method: 'GET',
    path: '/transactions/duplicates',
    summary: 'Entries that bear the same reference already',
    query: DuplicateQuery,
    responses: { 200: successOf(z.array(DuplicateSchema)) },
    metadata: { permission: 'transactions.view' },
  },
  /** The list under the same filter, whole; 400 `EXPORT_TOO_LARGE` beyond 50,000 rows. An import reads it back. */
  export: {
    method: 'GET',
    path: '/transactions/export',
    summary: 'The list as an Excel or CSV file',
    query: TransactionExportQuery,
    responses: { 200: fileOf() },
    metadata: { permission: 'transactions.export' },
  },
  importTemplate: {
    method: 'GET',
    path: '/transactions/import/template',
    summary: 'An empty sheet with the columns of an import',
    query: z.object({ format: SheetFormatSchema.default('xlsx') }),
    responses: { 200: fileOf() },
    metadata: { permission: 'transactions.import' },
  },
  /** Reads the whole file first and tells every fault; writes all rows or none. Needs `transactions.create` as well. */
  import: {
    method: 'POST',
    path: '/transactions/import',
    summary: 'Enter many from an Excel or CSV file',
    headers: idempotent,
    body: ImportTransactionsBody,
    responses: {
      200: successOf(TransactionImportSchema, ({ applied, created }) =>
        applied ? `${created.length} entries were created` : undefined,
      ),
      ...conflict,
    },
    metadata: { permission: 'transactions.import' },
  },
  /** A result for each; 404 when any of the entries is not within reach. */
  bulkApprove: {
    method: 'POST',
    path: '/transactions/bulk-approve',
    summary: 'Approve or reject many entries',
    headers: idempotent,
    body: BulkDecideBody,
    responses: { 200: successOf(BulkDecisionSchema), ...notFound, ...conflict },
    metadata: { permission: 'transactions.approve' },
  },
  periodLock: {
    method: 'GET',
    path: '/transactions/period-lock',
    summary: 'Through which day the books are closed',
    responses: { 200: successOf(PeriodLockSchema) },
    metadata: { permission: 'transactions.view' },
  },
  /** Needs a reach over the whole network. 409 `VERSION_CONFLICT`. */
  setPeriodLock: {
    method: 'PUT',
    path: '/transactions/period-lock',
    summary: 'Close the books through a day, or open them again',
    body: SetPeriodLockBody,
    responses: {
      200: successOf(PeriodLockSchema, ({ lockedThrough }) =>
        lockedThrough === null ? 'All periods are open' : 'The period was closed',
      ),
      ...conflict,
    },
    metadata: { permission: 'transactions.lock' },
  },
  get: {
    method: 'GET',
    path: '/transactions/:id',
    summary: 'One entry with its approvals and receipts',
    pathParams: IdParams,
    responses: { 200: successOf(TransactionSchema), ...notFound },
    metadata: { permission: 'transactions.view' },
  },
  /**
   * With `reversalOf`, the contra entry of an approved one. 404 for another laboratory or original; 409
   * `LABORATORY_SUSPENDED`, `LABORATORY_ARCHIVED`, `PERIOD_LOCKED`, `TRANSACTION_NOT_REVERSIBLE`,
   * `TRANSACTION_HAS_REVERSAL`.
   */
  create: {
    method: 'POST',
    path: '/transactions',
    summary: 'Enter income or an expense, or reverse an approved entry',
    headers: idempotent,
    body: CreateTransactionBody,
    responses: {
      201: successOf(TransactionSchema, ({ transactionNo }) => `${transactionNo} was entered`),
      ...notFound,
      ...conflict,
    },
    metadata: { permission: 'transactions.create' },
  },
  /**
   * A rejected or half-approved entry is pending again, without approvals. 409 `VERSION_CONFLICT` with the current
   * document, `TRANSACTION_IMMUTABLE`, `TRANSACTION_CANCELLED`, `PERIOD_LOCKED`. The date stays in its financial year.
   */
  update: {
    method: 'PUT',
    path: '/transactions/:id',
    summary: 'Change an entry that is not approved',
    pathParams: IdParams,
    body: UpdateTransactionBody,
    responses: {
      200: successOf(TransactionSchema, ({ transactionNo }) => `${transactionNo} was saved`),
      ...notFound,
      ...conflict,
    },
    metadata: { permission: 'transactions.edit' },
  },
  /** The row and its number are kept. 409 `TRANSACTION_NOT_CANCELLABLE`, `VERSION_CONFLICT`. */
  cancel: {
    method: 'DELETE',
    path: '/transactions/:id',
    summary: 'Cancel a pending or rejected entry',
    pathParams: IdParams,
    query: z.object({ version: z.coerce.number<number>().int().min(1).optional() }),
    responses: {
      200: successOf(TransactionSchema, ({ transactionNo }) => `${transactionNo} was cancelled`),
      ...notFound,
      ...conflict,
    },
    metadata: { permission: 'transactions.cancel' },
  },
  /**
   * 403 `OWN_TRANSACTION`, `APPROVED_BY_SAME_PERSON`, `SUPER_ADMIN_NEEDED`; 409 `TRANSACTION_ALREADY_DECIDED` with who
   * and when, `VERSION_CONFLICT` when the entry changed after it was read, `PERIOD_LOCKED`.
   */
  approve: {
    method: 'PUT',
    path: '/transactions/:id/approve',
    summary: 'Approve or reject an entry',
    pathParams: IdParams,
    body: DecideTransactionBody,
    responses: { 200: successOf(TransactionSchema, decisionMessage), ...notFound, ...conflict },
    metadata: { permission: 'transactions.approve' },
  },
  /** Every write on the entry, newest first. */
  history: {
    method: 'GET',
    path: '/transactions/:id/history',
    summary: 'Who did what to an entry',
    pathParams: IdParams,
    query: PageQuery.pick({ page: true, limit: true }),
    responses: { 200: pageOf(AuditEntrySchema), ...notFound },
    metadata: { permission: 'transactions.view' },
  },
  /** One file in the field `file`, 5 MB at most; the same content again changes nothing. */
  attachReceipt: {
    method: 'POST',
    path: '/transactions/:id/receipts',
    summary: 'Attach an image or a PDF to an entry that is not approved',
    pathParams: IdParams,
    ...uploadOf(),
    responses: { 201: successOf(TransactionSchema, 'The receipt was attached'), ...notFound, ...conflict },
    metadata: {
      permission: 'transactions.edit',
      upload: { maxBytes: MAX_RECEIPT_BYTES, noun: 'A receipt' },
    },
  },
  receipt: {
    method: 'GET',
    path: '/transactions/:id/receipts/:receiptId',
    summary: 'One receipt as a file',
    pathParams: IdParams.extend({ receiptId: IdSchema }),
    responses: { 200: fileOf(), ...notFound },
    metadata: { permission: 'transactions.view' },
  },
  /** From a pending or rejected entry. */
  removeReceipt: {
    method: 'DELETE',
    path: '/transactions/:id/receipts/:receiptId',
    summary: 'Remove a receipt from an entry that is not approved',
    pathParams: IdParams.extend({ receiptId: IdSchema }),
    responses: { 200: successOf(TransactionSchema, 'The receipt was removed'), ...notFound, ...conflict },
    metadata: { permission: 'transactions.edit' },
  },
});

function decisionMessage({ transactionNo, status, approvalsGiven, approvalsNeeded }: Transaction): string {
  if (status === 'rejected') return `${transactionNo} was rejected`;
  return status === 'approved'
    ? `${transactionNo} was approved`
    : `${transactionNo} has ${approvalsGiven} of ${approvalsNeeded} approvals`;
}
