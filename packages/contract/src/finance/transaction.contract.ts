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
    description: 'Entries of the caller’s scope, the latest date first.',
    query: TransactionListQuery,
    responses: { 200: pageOf(TransactionListItemSchema) },
    metadata: { permission: 'transactions.view' },
  },
  totals: {
    method: 'GET',
    path: '/transactions/totals',
    summary: 'Get the totals of a filtered list',
    description: 'Across all pages of the list with the same filter.',
    query: TransactionFilterQuery,
    responses: { 200: successOf(TransactionTotalsSchema) },
    metadata: { permission: 'transactions.view' },
  },
  stats: {
    method: 'GET',
    path: '/transactions/stats',
    summary: 'Get income, expenses, net and pending amounts of a period, with a twelve-month trend',
    description:
      'The period defaults to the current month in the laboratory’s time zone, which is Asia/Kolkata for the ' +
      'network. Laboratories outside the caller’s scope aren’t counted.',
    query: TransactionStatsQuery,
    responses: { 200: successOf(TransactionStatsSchema) },
    metadata: { permission: 'transactions.view' },
  },
  reports: {
    method: 'GET',
    path: '/transactions/reports',
    summary: 'Get totals by day, week, month, category, method or laboratory, compared with the previous period',
    description:
      'A period of up to 366 days. It defaults to the current month in the laboratory’s time zone. Laboratories ' +
      'outside the caller’s scope aren’t counted.',
    query: TransactionReportQuery,
    responses: { 200: successOf(TransactionReportSchema) },
    metadata: { permission: 'transactions.view' },
  },
  analytics: financialAnalyticsRoute,
  rehearsal: transactionRehearsalRoute,
  parties: {
    method: 'GET',
    path: '/transactions/parties',
    summary: 'Suggest parties of earlier entries',
    description: 'Up to ten, most used first.',
    query: PartyQuery,
    responses: { 200: successOf(z.array(PartySuggestionSchema)) },
    metadata: { permission: 'transactions.view' },
  },
  duplicates: {
    method: 'GET',
    path: '/transactions/duplicates',
    summary: 'Find entries with the same reference',
    description: 'Up to five, in the caller’s scope.',
    query: DuplicateQuery,
    responses: { 200: successOf(z.array(TransactionSummarySchema)) },
    metadata: { permission: 'transactions.view' },
  },
  export: exportRoute(TransactionExportQuery, {
    path: '/transactions/export',
    summary: 'Export entries as an Excel or CSV file',
    description: 'All pages of the list with the same filter, up to 50,000 rows. An import can read the file.',
    permission: 'transactions.export',
  }),
  importTemplate: importTemplateRoute({
    path: '/transactions/import/template',
    summary: 'Download an empty sheet for an import of entries',
    description: 'Has the columns that an import reads.',
    permission: 'transactions.import',
  }),
  import: importRoute(ImportTransactionsBody, TransactionImportSchema, {
    path: '/transactions/import',
    summary: 'Import entries from an Excel or CSV file',
    description:
      'Validates the whole file, reports every fault and names duplicates. Writes all rows or none, unless ' +
      '`validRowsOnly` is set. The caller also needs the permission to create entries.',
    permission: 'transactions.import',
    created: (count) => plural(count, '1 entry was created', `${count} entries were created`),
    errors: ['LABORATORY_SUSPENDED', 'LABORATORY_ARCHIVED', 'PERIOD_LOCKED'],
  }),
  bulkApprove: {
    method: 'POST',
    path: '/transactions/bulk-approve',
    summary: 'Approve or reject several entries',
    description: 'Returns a result for each entry. Nothing is done if any of them is outside the caller’s scope.',
    headers: idempotent,
    body: BulkDecideBody,
    responses: { 200: successOf(BulkDecisionSchema) },
    errors: ['TRANSACTION_NOT_FOUND', 'CONFIRMATION_REQUIRED'],
    metadata: { permission: 'transactions.approve' },
  },
  ...periodCloseRoutes,
  get: {
    method: 'GET',
    path: '/transactions/:id',
    summary: 'Get an entry with its approvals and receipts',
    description: 'The entry with what the caller can do with it.',
    pathParams: IdParams,
    responses: { 200: successOf(TransactionSchema) },
    errors: ['TRANSACTION_NOT_FOUND'],
    metadata: { permission: 'transactions.view' },
  },
  create: {
    method: 'POST',
    path: '/transactions',
    summary: 'Create an income or expense entry, or reverse an approved entry',
    description:
      'With `reversalOf`, creates the contra entry of an approved entry. Without `confirmDuplicate`, ' +
      '`DUPLICATE_ENTRY` refuses an entry if the laboratory has one with the same type, day, amount, party and ' +
      'reference that the caller can see. Of two such requests at once, one is refused.',
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
  update: {
    method: 'PUT',
    path: '/transactions/:id',
    summary: 'Edit an entry that hasn’t been approved',
    description:
      'A rejected or partially approved entry becomes pending again, without approvals. The date must stay within ' +
      'its financial year. `VERSION_CONFLICT` contains the current entry. `DUPLICATE_ENTRY` refuses a change that ' +
      'makes the entry look like another one.',
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
      'CREDIT_TOO_HIGH',
      'DUPLICATE_ENTRY',
      'PERIOD_LOCKED',
    ],
    metadata: { permission: 'transactions.edit' },
  },
  cancel: {
    method: 'DELETE',
    path: '/transactions/:id',
    summary: 'Cancel a pending or rejected entry',
    description: 'The entry and its number are kept.',
    pathParams: IdParams,
    query: VersionQuery,
    responses: {
      200: successOf(TransactionSchema, ({ transactionNo }) => `${transactionNo} was cancelled`),
    },
    errors: ['TRANSACTION_NOT_FOUND', 'VERSION_CONFLICT', 'TRANSACTION_CANCELLED', 'TRANSACTION_NOT_CANCELLABLE'],
    metadata: { permission: 'transactions.cancel' },
  },
  approve: {
    method: 'PUT',
    path: '/transactions/:id/approve',
    summary: 'Approve or reject an entry',
    description:
      '`TRANSACTION_ALREADY_DECIDED` names who decided and when. `VERSION_CONFLICT` refuses a decision on an entry ' +
      'that has changed since it was read. A rejection needs a reason. `CONFIRMATION_REQUIRED` asks for a confirmation ' +
      '(`POST /auth/confirm`) before an approval of an entry that needs two. `BILL_DIFFERS` names the lines of the bill ' +
      'that ask for more than was received or for a higher price than was ordered.',
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
      'BILL_DIFFERS',
      'CONFIRMATION_REQUIRED',
    ],
    metadata: { permission: 'transactions.approve' },
  },
  approvers: {
    method: 'GET',
    path: '/transactions/:id/approvers',
    summary: 'List who can approve an entry',
    description: 'For an entry that is pending. Names only the people whom the caller can see.',
    pathParams: IdParams,
    responses: { 200: successOf(ApproversSchema) },
    errors: ['TRANSACTION_NOT_FOUND', 'TRANSACTION_ALREADY_DECIDED'],
    metadata: { permission: 'transactions.view' },
  },
  resubmit: {
    method: 'POST',
    path: '/transactions/:id/resubmit',
    summary: 'Send a rejected entry for approval again',
    description:
      'As an edit that changes nothing: the entry becomes pending again, without a rejection or approvals, and the ' +
      'caller can’t approve it. `DUPLICATE_ENTRY` refuses an entry that was entered again since; an edit with ' +
      '`confirmDuplicate` sends it nevertheless.',
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
      'CREDIT_TOO_HIGH',
      'DUPLICATE_ENTRY',
      'PERIOD_LOCKED',
    ],
    metadata: { permission: 'transactions.edit' },
  },
  history: historyRoute({
    path: '/transactions/:id/history',
    summary: 'Get the history of an entry',
    description: 'Every change to the entry, newest first, with the fields before and after.',
    errors: ['TRANSACTION_NOT_FOUND'],
    permission: 'transactions.view',
  }),
  seal: {
    method: 'GET',
    path: '/transactions/:id/seal',
    summary: 'Get the latest link of an entry in the ledger of money',
    description: 'For the entry as it was last written. Null if it has no link in the ledger.',
    pathParams: IdParams,
    responses: { 200: successOf(z.object({ seal: LedgerSealSchema.nullable() })) },
    errors: ['TRANSACTION_NOT_FOUND'],
    metadata: { permission: 'transactions.view' },
  },
  ...receiptRoutes,
});
