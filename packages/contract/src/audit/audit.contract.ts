import { pageOf, successOf } from '../common/envelope.js';
import { defineRoutes, fileOf } from '../common/route.js';
import { AuditExportQuery, AuditLogEntrySchema, AuditLogQuery } from './audit-log.schema.js';
import { LaboratoryLedgersSchema, LedgerBody, LedgerSchema, LedgersQuery } from './ledger.schema.js';

export const auditContract = defineRoutes({
  /** Newest first. Within the scope only; `total` counts at most 10,000 rows. */
  list: {
    method: 'GET',
    path: '/audit',
    summary: 'A page of the audit log, filtered',
    query: AuditLogQuery,
    responses: { 200: pageOf(AuditLogEntrySchema) },
    metadata: { permission: 'settings.audit' },
  },
  /** One line per changed field, for less than 10,000 rows. */
  export: {
    method: 'GET',
    path: '/audit/export',
    summary: 'The audit log as an Excel or CSV file',
    query: AuditExportQuery,
    responses: { 200: fileOf() },
    errors: ['EXPORT_TOO_LARGE'],
    metadata: { permission: 'settings.audit' },
  },
  /** A page of laboratories, by name, each with its ledgers. */
  ledgers: {
    method: 'GET',
    path: '/audit/ledgers',
    summary: 'List ledgers with their head hashes and last verifications',
    query: LedgersQuery,
    responses: { 200: pageOf(LaboratoryLedgersSchema) },
    metadata: { permission: 'settings.audit' },
  },
  /** Runs in the background; `ledger:progress` reports its progress. */
  verifyLedger: {
    method: 'POST',
    path: '/audit/ledgers/verifications',
    summary: 'Start the verification of a ledger',
    body: LedgerBody,
    responses: { 200: successOf(LedgerSchema) },
    errors: ['LABORATORY_NOT_FOUND', 'VERIFICATION_RUNNING'],
    metadata: { permission: 'settings.audit' },
  },
  /** Has no effect if no verification is running. */
  cancelVerification: {
    method: 'POST',
    path: '/audit/ledgers/verifications/cancellations',
    summary: 'Cancel the verification of a ledger',
    body: LedgerBody,
    responses: { 200: successOf(LedgerSchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'settings.audit' },
  },
});
