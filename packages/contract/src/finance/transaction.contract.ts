import { z } from 'zod';
import { LedgerSealSchema } from '../audit/ledger.schema.js';
import { DecisionBody } from '../common/decision.js';
import { pageOf, successOf } from '../common/envelope.js';
import { IdParams, VersionQuery, VersionSchema } from '../common/id.js';
import { plural } from '../common/plural.js';
import { defineRoutes, idempotent } from '../common/route.js';
import { exportRoute, historyRoute, importRoute, importTemplateRoute } from '../common/route-families.js';
import { financialAnalyticsRoute } from './financial-analytics.js';
import {
  TransactionReportQuery,
  TransactionReportSchema,
  TransactionStatsQuery,
  TransactionStatsSchema,
  TransactionTotalsSchema,
} from './finance-report.schema.js';
import { ApproversSchema } from './approvers.schema.js';
import { CreateTransactionBody } from './new-transaction.schema.js';
import { periodCloseRoutes } from './period-close.contract.js';
import { receiptRoutes } from './receipt.contract.js';
import { transactionRehearsalRoute } from './transaction-rehearsal.js';
import {
  BulkDecideBody,
  BulkDecisionSchema,
  DuplicateQuery,
  ImportTransactionsBody,
  PartyQuery,
  PartySuggestionSchema,
  TransactionExportQuery,
  TransactionFilterQuery,
  decisionMessage,
  TransactionImportSchema,
  TransactionListItemSchema,
  TransactionListQuery,
  TransactionSchema,
  TransactionSummarySchema,
  UpdateTransactionBody,
} from './transaction.schema.js';

export const transactionsContract = defineRoutes({
  list: {
    method: 'GET',
    path: '/transactions',
    summary: 'List entries with filters, search and sorting',
    query: TransactionListQuery,
    responses: { 200: pageOf(TransactionListItemSchema) },
    metadata: { permission: 'transactions.view' },
  },
  /** Across all pages of the list with the same filter. */
  totals: {
    method: 'GET',
    path: '/transactions/totals',
    summary: 'Get the totals of a filtered list',
    query: TransactionFilterQuery,
    responses: { 200: successOf(TransactionTotalsSchema) },
    metadata: { permission: 'transactions.view' },
  },
  /**
   * The period defaults to the current month in the laboratory's time zone (Asia/Kolkata for the network). Laboratories
   * outside the viewer's scope are not counted.
   */
  stats: {
    method: 'GET',
    path: '/transactions/stats',
    summary: 'Get income, expenses, net and pending amounts of a period, with a twelve-month trend',
    query: TransactionStatsQuery,
    responses: { 200: successOf(TransactionStatsSchema) },
    metadata: { permission: 'transactions.view' },
  },
  /** Period and scope as in `stats`, up to 366 days. */
  reports: {
    method: 'GET',
    path: '/transactions/reports',
    summary: 'Get totals by day, week, month, category, method or laboratory, compared with the previous period',
    query: TransactionReportQuery,
    responses: { 200: successOf(TransactionReportSchema) },
    metadata: { permission: 'transactions.view' },
  },
  analytics: financialAnalyticsRoute,
  rehearsal: transactionRehearsalRoute,
  /** Up to ten, most used first. */
  parties: {
    method: 'GET',
    path: '/transactions/parties',
    summary: 'Suggest parties of earlier entries',
    query: PartyQuery,
    responses: { 200: successOf(z.array(PartySuggestionSchema)) },
    metadata: { permission: 'transactions.view' },
  },
  /** Up to five. */
  duplicates: {
    method: 'GET',
    path: '/transactions/duplicates',
    summary: 'Find entries with the same reference',
    query: DuplicateQuery,
    responses: { 200: successOf(z.array(TransactionSummarySchema)) },
    metadata: { permission: 'transactions.view' },
  },
  /** All pages of the list with the same filter, up to 50,000 rows. An import can read the file. */
  export: exportRoute(TransactionExportQuery, {
    path: '/transactions/export',
    summary: 'Export the list as an Excel or CSV file',
    permission: 'transactions.export',
  }),
  importTemplate: importTemplateRoute({
    path: '/transactions/import/template',
    summary: 'Download an empty sheet with the columns of an import',
    permission: 'transactions.import',
  }),
  /**
   * Validates the whole file, reports every fault and names duplicates; writes all rows or none, unless `validRowsOnly`
   * is set. Also requires `transactions.create`.
   */
  import: importRoute(ImportTransactionsBody, TransactionImportSchema, {
    path: '/transactions/import',
    summary: 'Import entries from an Excel or CSV file',
    permission: 'transactions.import',
    created: (count) => plural(count, '1 entry was created', `${count} entries were created`),
  }),
  /** Returns a result for each entry; nothing is done if any of them is outside the viewer's scope. */
  bulkApprove: {
    method: 'POST',
    path: '/transactions/bulk-approve',
    summary: 'Approve or reject several entries',
    headers: idempotent,
    body: BulkDecideBody,
    responses: { 200: successOf(BulkDecisionSchema) },
    errors: ['TRANSACTION_NOT_FOUND'],
    metadata: { permission: 'transactions.approve' },
  },
  ...periodCloseRoutes,
  get: {
    method: 'GET',
    path: '/transactions/:id',
    summary: 'Get an entry with its approvals and receipts',
    pathParams: IdParams,
    responses: { 200: successOf(TransactionSchema) },
    errors: ['TRANSACTION_NOT_FOUND'],
    metadata: { permission: 'transactions.view' },
  },
  /**
   * With `reversalOf`, creates the contra entry of an approved entry. `DUPLICATE_ENTRY` without `confirmDuplicate` if
   * the laboratory has an entry of the same type, day, amount, party and reference (not both empty) that the person may
   * see. Of two at once, one is refused.
   */
  create: {
    method: 'POST',
    path: '/transactions',
    summary: 'Create an income or expense entry, or reverse an approved entry',
    headers: idempotent,
    body: CreateTransactionBody,
    responses: {
      201: successOf(TransactionSchema, ({ transactionNo }) => `${transactionNo} was entered`),
    },
    errors: [
      'LABORATORY_NOT_FOUND',
      'TRANSACTION_NOT_FOUND',
      'LABORATORY_ARCHIVED',
      'LABORATORY_SUSPENDED',
      'TRANSACTION_NOT_REVERSIBLE',
      'TRANSACTION_HAS_REVERSAL',
      'DUPLICATE_ENTRY',
      'PERIOD_LOCKED',
    ],
    metadata: { permission: 'transactions.create' },
  },
  /**
   * A rejected or partially approved entry becomes pending again, without approvals. The date must stay within its
   * financial year. `VERSION_CONFLICT` contains the current document; `DUPLICATE_ENTRY` as for `create`, if the change
   * makes it look like another entry.
   */
  update: {
    method: 'PUT',
    path: '/transactions/:id',
    summary: "Edit an entry that hasn't been approved",
    pathParams: IdParams,
    body: UpdateTransactionBody,
    responses: {
      200: successOf(TransactionSchema, ({ transactionNo }) => `${transactionNo} was saved`),
    },
    errors: [
      'TRANSACTION_NOT_FOUND',
      'VERSION_CONFLICT',
      'LABORATORY_ARCHIVED',
      'LABORATORY_SUSPENDED',
      'TRANSACTION_IMMUTABLE',
      'TRANSACTION_CANCELLED',
      'TRANSACTION_HAS_REVERSAL',
      'DUPLICATE_ENTRY',
      'PERIOD_LOCKED',
    ],
    metadata: { permission: 'transactions.edit' },
  },
  /** The row and its number are kept. */
  cancel: {
    method: 'DELETE',
    path: '/transactions/:id',
    summary: 'Cancel a pending or rejected entry',
    pathParams: IdParams,
    query: VersionQuery,
    responses: {
      200: successOf(TransactionSchema, ({ transactionNo }) => `${transactionNo} was cancelled`),
    },
    errors: ['TRANSACTION_NOT_FOUND', 'VERSION_CONFLICT', 'TRANSACTION_CANCELLED', 'TRANSACTION_NOT_CANCELLABLE'],
    metadata: { permission: 'transactions.cancel' },
  },
  /**
   * `TRANSACTION_ALREADY_DECIDED` names who decided and when; `VERSION_CONFLICT` if the entry has changed since it was
   * read.
   */
  approve: {
    method: 'PUT',
    path: '/transactions/:id/approve',
    summary: 'Approve or reject an entry',
    pathParams: IdParams,
    headers: idempotent,
    body: DecisionBody,
    responses: { 200: successOf(TransactionSchema, decisionMessage) },
    errors: [
      'OWN_TRANSACTION',
      'APPROVED_BY_SAME_PERSON',
      'SUPER_ADMIN_NEEDED',
      'TRANSACTION_NOT_FOUND',
      'VERSION_CONFLICT',
      'TRANSACTION_ALREADY_DECIDED',
      'TRANSACTION_CANCELLED',
      'PERIOD_LOCKED',
    ],
    metadata: { permission: 'transactions.approve' },
  },
  /** For a waiting entry; names only the people whom the viewer may see. */
  approvers: {
    method: 'GET',
    path: '/transactions/:id/approvers',
    summary: 'Find out who can approve an entry',
    pathParams: IdParams,
    responses: { 200: successOf(ApproversSchema) },
    errors: ['TRANSACTION_NOT_FOUND', 'TRANSACTION_ALREADY_DECIDED'],
    metadata: { permission: 'transactions.view' },
  },
  /**
   * As an edit that changes nothing: the entry becomes pending again, without a rejection or approvals, and the
   * sender cannot approve it.
   */
  resubmit: {
    method: 'POST',
    path: '/transactions/:id/resubmit',
    summary: 'Send a rejected entry for approval again',
    pathParams: IdParams,
    headers: idempotent,
    body: z.object({ version: VersionSchema }),
    responses: {
      200: successOf(TransactionSchema, ({ transactionNo }) => `${transactionNo} was sent for approval again`),
    },
    errors: [
      'TRANSACTION_NOT_FOUND',
      'VERSION_CONFLICT',
      'LABORATORY_ARCHIVED',
      'LABORATORY_SUSPENDED',
      'TRANSACTION_NOT_REJECTED',
      'TRANSACTION_HAS_REVERSAL',
      'PERIOD_LOCKED',
    ],
    metadata: { permission: 'transactions.edit' },
  },
  /** Every change to the entry, newest first. */
  history: historyRoute({
    path: '/transactions/:id/history',
    summary: 'Get the history of an entry',
    errors: ['TRANSACTION_NOT_FOUND'],
    permission: 'transactions.view',
  }),
  /** Of the entry as it was last written; null where it has no link in the ledger of money. */
  seal: {
    method: 'GET',
    path: '/transactions/:id/seal',
    summary: 'Get the latest link of an entry in the ledger of money',
    pathParams: IdParams,
    responses: { 200: successOf(z.object({ seal: LedgerSealSchema.nullable() })) },
    errors: ['TRANSACTION_NOT_FOUND'],
    metadata: { permission: 'transactions.view' },
  },
  ...receiptRoutes,
});
