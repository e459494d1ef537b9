import { pageOf, successOf } from '../common/envelope.js';
import { defineRoutes, fileOf } from '../common/route.js';
import { AuditExportQuery, AuditLogEntrySchema, AuditLogQuery } from './audit-log.schema.js';
import { LaboratoryLedgersSchema, LedgerBody, LedgerSchema, LedgersQuery } from './ledger.schema.js';

export const auditContract = defineRoutes({
  list: {
    method: 'GET',
    path: '/audit',
    summary: 'List the audit log',
    description: 'Changes to documents in the caller’s scope, newest first. `total` counts at most 10,000 rows.',
    query: AuditLogQuery,
    responses: { 200: pageOf(AuditLogEntrySchema) },
    metadata: { permission: 'settings.audit' },
  },
  export: {
    method: 'GET',
    path: '/audit/export',
    summary: 'Export the audit log as an Excel or CSV file',
    description: 'One line for each changed field, with the same filter as the list. Refuses 10,000 rows or more.',
    query: AuditExportQuery,
    responses: { 200: fileOf() },
    errors: ['EXPORT_TOO_LARGE'],
    metadata: { permission: 'settings.audit' },
  },
  ledgers: {
    method: 'GET',
    path: '/audit/ledgers',
    summary: 'List ledgers with their head hashes and last verifications',
    description: 'A page of laboratories by name, each with its ledgers.',
    query: LedgersQuery,
    responses: { 200: pageOf(LaboratoryLedgersSchema) },
    metadata: { permission: 'settings.audit' },
  },
  verifyLedger: {
    method: 'POST',
    path: '/audit/ledgers/verifications',
    summary: 'Start the verification of a ledger',
    description: 'Runs in the background. The event `ledger:progress` reports its progress.',
    body: LedgerBody,
    responses: { 200: successOf(LedgerSchema) },
    errors: ['LABORATORY_NOT_FOUND', 'VERIFICATION_RUNNING'],
    metadata: { permission: 'settings.audit' },
  },
  cancelVerification: {
    method: 'POST',
    path: '/audit/ledgers/verifications/cancellations',
    summary: 'Cancel the verification of a ledger',
    description: 'Has no effect if no verification is running.',
    body: LedgerBody,
    responses: { 200: successOf(LedgerSchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'settings.audit' },
  },
});
