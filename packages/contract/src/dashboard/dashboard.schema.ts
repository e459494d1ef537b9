import { z } from 'zod';
import { AuditEntrySchema } from '../common/audit.js';
import { InstantSchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { BlockerSchema } from '../common/error.js';
import { IdSchema } from '../common/id.js';
import { anyOf } from '../common/page.js';
import { LaboratoryStatusSchema } from '../laboratories/laboratory.schema.js';
import { comparisonColumns, featureBlocks, quickParts } from './dashboard.extensions.js';

export const attentionLevels = ['error', 'warning', 'info'] as const;

/** Something that waits or is wrong: `{ count } {name}`. The count equals that of the list of the resource and filter. */
export const AttentionItemSchema = BlockerSchema.required({ resource: true }).extend({
  level: enumOf(attentionLevels),
});
export type AttentionItem = z.infer<typeof AttentionItemSchema>;

/** A row per laboratory that is not archived, by name; a feature's part is absent if the viewer may not see it. */
export const LaboratoryComparisonSchema = z.object({
  laboratory: z.object({ _id: IdSchema, name: z.string(), code: z.string(), status: LaboratoryStatusSchema }),
  ...comparisonColumns,
});
export type LaboratoryComparison = z.infer<typeof LaboratoryComparisonSchema>;

/** A change, without its fields. */
export const ActivitySchema = AuditEntrySchema.pick({ _id: true, at: true, action: true }).extend({
  /** The name of the person who made it; null for the system. */
  by: z.string().nullable(),
  /** The kind of the document, such as `transaction`. */
  entity: z.string(),
  entityId: IdSchema,
  /** What people call the document: a number, a name or a code. */
  name: z.string(),
  laboratory: z.object({ _id: IdSchema, code: z.string() }).nullable(),
});
export type Activity = z.infer<typeof ActivitySchema>;

const ownBlocks = {
  /** Of laboratories, for viewers who see the whole network. */
  laboratories: z.array(LaboratoryComparisonSchema).optional(),
  /** What needs the viewer, the most serious first. */
  attention: z.array(AttentionItemSchema).optional(),
  /** The latest changes to documents that the viewer may see, newest first, at most 12. Clock-ins are not among them. */
  activity: z.array(ActivitySchema).optional(),
};

/** Blocks that the viewer may see; any other is absent. */
export const DashboardSchema = z.object({ asOf: InstantSchema, ...featureBlocks, ...ownBlocks });
export type Dashboard = z.infer<typeof DashboardSchema>;

export type DashboardBlock = keyof Omit<Dashboard, 'asOf'>;
export const dashboardBlocks = [...Object.keys(featureBlocks), ...Object.keys(ownBlocks)] as [
  DashboardBlock,
  ...DashboardBlock[],
];

export const DashboardQuery = z.object({
  /** Only these blocks, so that a slow one need not delay the others; by default, all. */
  blocks: anyOf(enumOf(dashboardBlocks)).optional(),
  /** By default, every laboratory that the viewer sees. */
  laboratoryId: IdSchema.optional(),
});
export type DashboardQuery = z.infer<typeof DashboardQuery>;

/** A few numbers that are cheap to read, by feature; absent where the viewer may not see them. */
export const QuickStatsSchema = z.object({
  asOf: InstantSchema,
  ...quickParts,
});
export type QuickStats = z.infer<typeof QuickStatsSchema>;
