import { z } from 'zod';
import { BulkAnswerSchema, DryRunSchema } from '../common/bulk.js';
import { BlockerSchema } from '../common/error.js';
import { InstantSchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { IdSchema } from '../common/id.js';
import { SheetFileSchema, SheetRowFaultSchema } from '../common/sheet.js';
import { ShiftSchema, StaffOptionSchema } from './staff.schema.js';

// Changes of many people at once: in the list, by their passwords, and by a sheet.

/** Suspends or resumes at most 200 people, moves them to another laboratory or changes their shift: all or none. */
export const StaffBulkBody = z
  .object({
    ids: z.array(IdSchema).min(1, 'Choose at least one person').max(200, 'At most 200 people at once'),
    action: enumOf(['suspend', 'resume', 'move', 'shift']),
    /** The laboratory to move to; only for `move`. */
    laboratoryId: IdSchema.optional(),
    /** The shift to give; only for `shift`. Null follows the laboratory's working hours and week. */
    shift: ShiftSchema.nullable().optional(),
    dryRun: DryRunSchema,
  })
  .refine(({ action, laboratoryId }) => action !== 'move' || laboratoryId !== undefined, {
    path: ['laboratoryId'],
    error: 'Laboratory is required',
  })
  .refine(({ action, shift }) => action !== 'shift' || shift !== undefined, {
    path: ['shift'],
    error: 'Shift is required',
  });
export type StaffBulkBody = z.infer<typeof StaffBulkBody>;
/** `openWork` is what people leave who would be suspended, in a dry run. */
export const StaffBulkAnswerSchema = BulkAnswerSchema.extend({ openWork: z.array(BlockerSchema) });
export type StaffBulkAnswer = z.infer<typeof StaffBulkAnswerSchema>;

/** Each person's own temporary password, which is returned only once. */
const IssuedPasswordSchema = StaffOptionSchema.pick({ _id: true, name: true, email: true, employeeCode: true }).extend({
  temporaryPassword: z.string(),
  temporaryPasswordExpiresAt: InstantSchema.nullable(),
});
export type IssuedPassword = z.infer<typeof IssuedPasswordSchema>;

export const MAX_ISSUED_PASSWORDS = 50;

export const IssuePasswordsBody = z.object({
  ids: z
    .array(IdSchema)
    .min(1, 'Choose at least one person')
    .max(MAX_ISSUED_PASSWORDS, `At most ${MAX_ISSUED_PASSWORDS} people at once`),
  dryRun: DryRunSchema,
});
export type IssuePasswordsBody = z.infer<typeof IssuePasswordsBody>;

/** `issued` is empty when nothing was written. */
export const IssuedPasswordsSchema = BulkAnswerSchema.extend({ issued: z.array(IssuedPasswordSchema) });
export type IssuedPasswords = z.infer<typeof IssuedPasswordsSchema>;

/** The columns of an imported sheet, by their headings. */
export const staffSheetColumns = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  role: 'Role',
  laboratoryId: 'Laboratory code',
  department: 'Department',
  designation: 'Designation',
  employmentType: 'Employment type',
  joiningDate: 'Joining date',
  skills: 'Skills',
} as const;

/** An export has more columns than an import reads; an import ignores the others. */
export const staffExportColumns = {
  ...staffSheetColumns,
  employeeCode: 'Employee code',
  status: 'Status',
  exitDate: 'Exit date',
} as const;

export const ImportStaffBody = SheetFileSchema.extend({ dryRun: DryRunSchema });
export type ImportStaffBody = z.infer<typeof ImportStaffBody>;

/**
 * All rows or none, unless `validRowsOnly` is set: with any fault, or in a dry run, nothing was written and `created` is
 * empty.
 */
export const StaffImportSchema = z.object({
  applied: z.boolean(),
  rows: z.number().int(),
  faults: z.array(SheetRowFaultSchema),
  /** With temporary passwords, which are returned only once. */
  created: z.array(IssuedPasswordSchema),
});
export type StaffImport = z.infer<typeof StaffImportSchema>;
