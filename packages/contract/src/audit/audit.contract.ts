import { conflict, notFound, pageOf, successOf } from '../common/envelope.js';
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
  /** One line per changed field; 400 `EXPORT_TOO_LARGE` for 10,000 rows and more. */
  export: {
    method: 'GET',
    path: '/audit/export',
    summary: 'The audit log as an Excel or CSV file',
    query: AuditExportQuery,
    responses: { 200: fileOf() },
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
  /**
   * Goes on in the background: `ledger:progress` is its progress. 404 `LABORATORY_NOT_FOUND` outside the scope; 409
   * `VERIFICATION_RUNNING` while the ledger is being verified.
   */
  verifyLedger: {
    method: 'POST',
    path: '/audit/ledgers/verifications',
    summary: 'Start the verification of a ledger',
    body: LedgerBody,
    responses: { 200: successOf(LedgerSchema), ...notFound, ...conflict },
    metadata: { permission: 'settings.audit' },
  },
  /** Without a verification under way, nothing happens. 404 `LABORATORY_NOT_FOUND` outside the scope. */
  cancelVerification: {
    method: 'POST',
    path: '/audit/ledgers/verifications/cancellations',
    summary: 'Cancel the verification of a ledger',
    body: LedgerBody,
    responses: { 200: successOf(LedgerSchema), ...notFound },
    metadata: { permission: 'settings.audit' },
  },
});
