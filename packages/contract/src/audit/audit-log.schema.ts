import { z } from 'zod';
import { AuditEntrySchema } from '../common/audit.js';
import { BusinessDaySchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { IdSchema } from '../common/id.js';
import { PageQuery } from '../common/page.js';
import { SheetFormatSchema } from '../common/sheet.js';

/** What rows of the audit log are about. */
export const auditEntityLabels = {
  laboratory: 'Laboratory',
  user: 'Person',
  transaction: 'Entry',
  bill: 'Bill of a supplier',
  'period-lock': 'Closed period',
  inventory: 'Inventory item',
  'stock-alert': 'Stock alert',
  'stock-transfer': 'Stock transfer',
  'write-off': 'Write-off',
  'purchase-order': 'Purchase order',
  'batch-recall': 'Batch recall',
  supplier: 'Supplier',
  'supplier-link': 'Link of items to a supplier',
  attendance: 'Attendance record',
  leave: 'Leave request',
  'shift-type': 'Shift type',
  roster: 'Roster of a person',
  'roster-publication': 'Published roster',
  'calendar-link': 'Calendar link',
  'wall-display': 'Wall display',
  notification: 'Notification',
  broadcast: 'Broadcast',
  report: 'Report',
  'report-schedule': 'Report schedule',
  ledger: 'Ledger',
  backup: 'Backup',
} as const;
export type AuditEntity = keyof typeof auditEntityLabels;
const auditEntities = Object.keys(auditEntityLabels) as [AuditEntity, ...AuditEntity[]];

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
