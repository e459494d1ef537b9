import { z } from 'zod';
import { AuditEntrySchema } from '../common/audit.js';
import { BusinessDaySchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { IdSchema } from '../common/id.js';
import { PageQuery } from '../common/page.js';
import { SheetFormatSchema } from '../common/sheet.js';

/** What rows of the audit log are about. */
export const auditEntities = [
  'laboratory',
  'user',
  'transaction',
  'bill',
  'period-lock',
  'inventory',
  'stock-alert',
  'stock-transfer',
  'write-off',
  'purchase-order',
  'batch-recall',
  'supplier',
  'supplier-link',
  'attendance',
  'leave',
  'month-closing',
  'payroll-format',
  'shift-type',
  'roster',
  'roster-publication',
  'open-shift',
  'roster-swap',
  'calendar-link',
  'wall-display',
  'notification',
  'broadcast',
  'message',
  'report',
  'report-schedule',
  'ledger',
  'second-factor-policy',
  'retention',
  'backup',
] as const;
export type AuditEntity = (typeof auditEntities)[number];

/** Rows beyond are neither counted nor shown; a narrower filter finds them. */
export const MAX_AUDIT_ROWS = 10_000;

const AuditFilterQuery = z.object({
  /** Who made the change. */
  by: IdSchema.optional(),
  entity: enumOf(auditEntities).optional(),
  entityId: IdSchema.optional(),
  /** Such as `laboratory.updated`. */
  action: z
    .string()
    .regex(/^[a-z.-]{1,60}$/, 'Must be an action such as laboratory.updated')
    .optional(),
  laboratoryId: IdSchema.optional(),
  /** Days in the time zone of the network, both included. */
  from: BusinessDaySchema.optional(),
  to: BusinessDaySchema.optional(),
});
export type AuditFilterQuery = z.infer<typeof AuditFilterQuery>;

export const AuditLogQuery = AuditFilterQuery.extend({
  limit: PageQuery.shape.limit,
  page: z.coerce.number<number>().int().min(1).max(MAX_AUDIT_ROWS).default(1),
});
export type AuditLogQuery = z.infer<typeof AuditLogQuery>;

export const AuditExportQuery = AuditFilterQuery.extend({ format: SheetFormatSchema.default('xlsx') });
export type AuditExportQuery = z.infer<typeof AuditExportQuery>;

export const AuditLogEntrySchema = AuditEntrySchema.extend({
  /** Null for a change made by the system itself; without the id of a person whom the viewer may not see. */
  by: z.object({ _id: IdSchema.nullable(), name: z.string() }).nullable(),
  entity: z.string(),
  entityId: IdSchema,
  /** What people call the document; null if it has no name, or the viewer may not see it. */
  name: z.string().nullable(),
  /** Null if the document belongs to the whole network. */
  laboratory: z.object({ _id: IdSchema, name: z.string(), code: z.string() }).nullable(),
});
export type AuditLogEntry = z.infer<typeof AuditLogEntrySchema>;
