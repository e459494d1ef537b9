import { z } from 'zod';
import { actionsOf } from '../common/action.js';
import { BusinessDaySchema, daysBetween, InstantSchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { IdSchema, VersionSchema } from '../common/id.js';
import { FlagQuery, PageQuery } from '../common/page.js';
import type { Permission } from '../common/permission.js';
import { requiredText } from '../common/text.js';

export const reportKinds = ['financial', 'attendance', 'inventory', 'staff'] as const;
export const ReportKindSchema = enumOf(reportKinds);
export type ReportKind = z.infer<typeof ReportKindSchema>;

export const reportKindLabels: Record<ReportKind, string> = {
  financial: 'Financial',
  attendance: 'Attendance',
  inventory: 'Inventory',
  staff: 'Staff',
};

/** What a person needs besides the permission for reports; the narrower scope of the two applies. */
export const reportPermissions: Record<ReportKind, Permission> = {
  financial: 'transactions.view',
  attendance: 'attendance.view',
  inventory: 'inventory.view',
  staff: 'staff.view',
};

/** More rows are refused with `REPORT_TOO_LARGE`. */
export const MAX_REPORT_ROWS = 100_000;
const MAX_DAYS = 366;
/** In a comparison, changes beyond it are only counted. */
export const MAX_DRIFT_ROWS = 500;

/** The period is of days in the laboratory's time zone, both included. */
export const GenerateReportBody = z
  .object({
    kind: ReportKindSchema,
    from: BusinessDaySchema,
    to: BusinessDaySchema,
    /** By default all laboratories of the person's scope. */
    laboratoryId: IdSchema.optional(),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'Must not be before the first day' })
  .refine(({ from, to }) => from > to || daysBetween(from, to) <= MAX_DAYS, {
    path: ['to'],
    error: `A period can have at most ${MAX_DAYS} days`,
  });
export type GenerateReportBody = z.infer<typeof GenerateReportBody>;

export const reportStatuses = ['running', 'done', 'failed', 'cancelled'] as const;
export const ReportStatusSchema = enumOf(reportStatuses);
export type ReportStatus = z.infer<typeof ReportStatusSchema>;

export const reportStatusLabels: Record<ReportStatus, string> = {
  running: 'Being generated',
  done: 'Ready',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

const LaboratoryOfReport = z.object({ _id: IdSchema, code: z.string(), name: z.string() });
const PersonOfReport = z.object({ _id: IdSchema, name: z.string() });

/** A report that was generated, or that could not be. */
export const ReportSchema = z.object({
  _id: IdSchema,
  kind: ReportKindSchema,
  from: BusinessDaySchema,
  to: BusinessDaySchema,
  /** Null for all laboratories. */
  laboratory: LaboratoryOfReport.nullable(),
  /** For a scheduled report, the owner of the schedule. */
  by: PersonOfReport,
  scheduled: z.boolean(),
  /** The name of the schedule. */
  scheduleName: z.string().nullable(),
  status: ReportStatusSchema,
  /** Why it failed. */
  reason: z.string().nullable(),
  /** Of all sheets but “About”. */
  rows: z.number().int(),
  sizeBytes: z.number().int(),
  fileName: z.string(),
  createdAt: InstantSchema,
  finishedAt: InstantSchema.nullable(),
  /** When its file is removed; see `RetentionSchema`. */
  expiresAt: InstantSchema,
  /** Absent where there is no file. */
  actions: actionsOf('download', 'compare'),
});
export type Report = z.infer<typeof ReportSchema>;

export const ReportHistoryQuery = PageQuery.pick({ page: true, limit: true }).extend({
  kind: ReportKindSchema.optional(),
  status: ReportStatusSchema.optional(),
  laboratoryId: IdSchema.optional(),
  scheduled: FlagQuery.optional(),
});
export type ReportHistoryQuery = z.infer<typeof ReportHistoryQuery>;

const DriftCell = z.union([z.string(), z.number()]);

export const DriftRowSchema = z.object({
  sheet: z.string(),
  /** The cells that identify the row, such as the number of an entry. */
  key: z.array(DriftCell),
  change: z.enum(['added', 'removed', 'changed']),
  /** The cells that differ, by the heading of their column; of an added or removed row, those that are not blank. */
  cells: z.array(
    z.object({
      field: z.string(),
      /** An amount is in rupees, as in the file. */
      kind: z.enum(['text', 'day', 'amount', 'count', 'moment']),
      before: DriftCell.nullable(),
      after: DriftCell.nullable(),
    }),
  ),
});
export type DriftRow = z.infer<typeof DriftRowSchema>;

/** What has changed in the rows of a report since it was generated. */
export const ReportDriftSchema = z.object({
  comparedAt: InstantSchema,
  /** By sheet, also where nothing has changed. */
  sheets: z.array(
    z.object({
      name: z.string(),
      rows: z.number().int(),
      added: z.number().int(),
      removed: z.number().int(),
      changed: z.number().int(),
    }),
  ),
  /** The first `MAX_DRIFT_ROWS`. */
  rows: z.array(DriftRowSchema).max(MAX_DRIFT_ROWS),
});
export type ReportDrift = z.infer<typeof ReportDriftSchema>;

export const reportFrequencies = ['daily', 'weekly', 'monthly'] as const;
export const ReportFrequencySchema = enumOf(reportFrequencies);
export const reportFrequencyLabels: Record<(typeof reportFrequencies)[number], string> = {
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
};
export type ReportFrequency = z.infer<typeof ReportFrequencySchema>;

const ScheduleName = requiredText('Name is required').max(100, 'Name must be at most 100 characters');

export const CreateReportScheduleBody = z.object({
  name: ScheduleName,
  kind: ReportKindSchema,
  /** Null for all laboratories of the owner's scope. */
  laboratoryId: IdSchema.nullable(),
  frequency: ReportFrequencySchema,
  active: z.boolean().default(true),
});
export type CreateReportScheduleBody = z.infer<typeof CreateReportScheduleBody>;

export const UpdateReportScheduleBody = z.object({
  name: ScheduleName.optional(),
  frequency: ReportFrequencySchema.optional(),
  active: z.boolean().optional(),
  version: VersionSchema,
});
export type UpdateReportScheduleBody = z.infer<typeof UpdateReportScheduleBody>;

/** Generates a report of each complete day, week (from Monday) or month of the laboratory's calendar. */
export const ReportScheduleSchema = z.object({
  _id: IdSchema,
  name: z.string(),
  kind: ReportKindSchema,
  laboratory: LaboratoryOfReport.nullable(),
  frequency: ReportFrequencySchema,
  active: z.boolean(),
  /** The person who saved it last, other than to pause it: it runs with the rights that this person has then. */
  owner: PersonOfReport,
  /** The last period that was tried. */
  lastPeriod: z.object({ from: BusinessDaySchema, to: BusinessDaySchema }).nullable(),
  /** Why the report of that period failed; null otherwise. Saving the schedule has it tried again. */
  lastFailure: z.string().nullable(),
  /** The day on which the next report is due, in the time zone of the laboratory; null while the schedule is paused. */
  nextRun: BusinessDaySchema.nullable(),
  actions: actionsOf('edit', 'pause', 'resume', 'remove'),
  updatedBy: z.string().nullable(),
  version: VersionSchema,
  createdAt: InstantSchema,
  updatedAt: InstantSchema,
});
export type ReportSchedule = z.infer<typeof ReportScheduleSchema>;
