import { z } from 'zod';
import { actionsOf } from '../common/action.js';
import { EmailSchema, PhoneSchema } from '../common/contact.js';
import { BusinessDaySchema, InstantSchema, TimeOfDaySchema, WeekdaySchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { IdSchema, VersionQuery, VersionSchema } from '../common/id.js';
import { anyOf, FlagQuery, PageQuery, sortBy } from '../common/page.js';
import { roles, RoleSchema } from '../common/role.js';
import type { FieldSetter } from '../common/setter.js';
import { SheetFormatSchema } from '../common/sheet.js';
import { optionalText, requiredText, wholeNumber } from '../common/text.js';
import { SkillsSchema } from '../attendance/shift-type.schema.js';
import { HomeLaboratorySchema } from '../laboratories/laboratory.schema.js';
import { EmploymentTypeSchema, staffStatuses } from './staff.status.js';

export const StaffStatusSchema = enumOf(staffStatuses);

/**
 * When a person works, on the laboratory's own clock; an end not after the start is on the next day. Minutes that are
 * null follow the laboratory's attendance policy.
 */
export const ShiftSchema = z.object({
  start: TimeOfDaySchema,
  end: TimeOfDaySchema,
  breakMinutes: wholeNumber(0, 240).default(30),
  weekdays: z
    .array(WeekdaySchema)
    .min(1, 'Choose at least one working day')
    .transform((days) => [...new Set(days)].sort((a, b) => a - b)),
  graceLateMinutes: wholeNumber(0, 240).nullable().default(null),
  halfDayBelowMinutes: wholeNumber(0, 720).nullable().default(null),
  overtimeAfterMinutes: wholeNumber(0, 240).nullable().default(null),
});
export type Shift = z.infer<typeof ShiftSchema>;

export const EmergencyContactSchema = z.object({
  name: requiredText('Name is required').max(100, 'Name must be at most 100 characters'),
  phone: PhoneSchema,
  relation: z.string().trim().max(40, 'Relation must be at most 40 characters').default(''),
});

const fields = {
  name: requiredText('Name is required')
    .min(2, 'Name must be at least 2 characters')
    .max(100, 'Name must be at most 100 characters'),
  email: EmailSchema,
  phone: PhoneSchema.nullable(),
  role: RoleSchema,
  department: optionalText('Department', 80),
  designation: optionalText('Designation', 80),
  /** Null only for a super_admin. */
  laboratoryId: IdSchema.nullable(),
  employmentType: EmploymentTypeSchema,
  joiningDate: requiredText('Joining date is required').pipe(BusinessDaySchema),
  /** Null follows the laboratory's working hours and week. */
  shift: ShiftSchema.nullable(),
  /** What the person can do: shift types of the roster can need it. */
  skills: SkillsSchema,
  emergencyContact: EmergencyContactSchema.nullable(),
};

/** A super_admin belongs to the network, everyone else to one laboratory. */
const laboratoryFitsRole = {
  path: ['laboratoryId'],
  error: 'Laboratory is required',
  check: ({ role, laboratoryId }: { role: string; laboratoryId: string | null }) =>
    role === 'super_admin' || laboratoryId !== null,
};

export const CreateStaffBody = z
  .object({
    ...fields,
    role: enumOf(roles, 'Role is required'),
    phone: fields.phone.default(null),
    department: fields.department.default(null),
    designation: fields.designation.default(null),
    laboratoryId: fields.laboratoryId.default(null),
    employmentType: fields.employmentType.default('permanent'),
    /** Today in the laboratory's time zone when omitted. */
    joiningDate: fields.joiningDate.optional(),
    shift: fields.shift.default(null),
    skills: fields.skills.default([]),
    emergencyContact: fields.emergencyContact.default(null),
  })
  .refine(laboratoryFitsRole.check, { path: laboratoryFitsRole.path, error: laboratoryFitsRole.error });
export type CreateStaffBody = z.infer<typeof CreateStaffBody>;
/** As a form holds it, before defaults are applied. */
export type CreateStaffInput = z.input<typeof CreateStaffBody>;

/**
 * The fields to change, each as a whole, with the version that they were read at. No one changes their own role, status
 * or laboratory; an exit is recorded by DELETE.
 */
export const UpdateStaffBody = z.object({
  ...z.object(fields).partial().shape,
  status: enumOf(['active', 'suspended']).optional(),
  /** Who decides while this person is on approved leave or suspended; see `canHaveDeputy`. */
  deputyId: IdSchema.nullable().optional(),
  /**
   * Whether the deputy acts while this person is suspended: no, unless someone who can suspend the person says so.
   * A deputy named during the suspension acts.
   */
  deputyActs: z.boolean().optional(),
  version: VersionSchema,
});
export type UpdateStaffBody = z.infer<typeof UpdateStaffBody>;

/**
 * Who sets which field of a person's own account: contact data and the choice of a deputy themselves; what concerns
 * their work someone with a higher role, or another super admin; `rights` no one but others, whatever the network.
 */
export const staffSetters = {
  name: 'above',
  email: 'editor',
  phone: 'editor',
  role: 'rights',
  department: 'above',
  designation: 'above',
  laboratoryId: 'rights',
  employmentType: 'above',
  joiningDate: 'above',
  shift: 'above',
  skills: 'above',
  emergencyContact: 'editor',
  status: 'rights',
  deputyId: 'editor',
  deputyActs: 'rights',
} as const satisfies Record<Exclude<keyof UpdateStaffBody, 'version'>, FieldSetter<'rights'>>;

export const ExitStaffQuery = VersionQuery.extend({
  /** The last day at work; today in the laboratory's time zone when omitted. */
  exitDate: BusinessDaySchema.optional(),
  reason: z.string().trim().max(500, 'Reason must be at most 500 characters').optional(),
});
export type ExitStaffQuery = z.infer<typeof ExitStaffQuery>;

export const staffSorts = [
  'name',
  'employeeCode',
  'role',
  'department',
  'joiningDate',
  'lastLogin',
  'status',
  'createdAt',
] as const;

export const StaffFilterQuery = z.object({
  search: PageQuery.shape.search,
  sort: sortBy(staffSorts).default('name'),
  laboratoryId: anyOf(IdSchema).optional(),
  role: anyOf(RoleSchema).optional(),
  status: anyOf(StaffStatusSchema).optional(),
  employmentType: anyOf(EmploymentTypeSchema).optional(),
  department: anyOf(z.string().trim().min(1).max(80)).optional(),
  /** Joining dates, both included. */
  joinedFrom: BusinessDaySchema.optional(),
  joinedTo: BusinessDaySchema.optional(),
  /** Last days of employment, both included. */
  leftFrom: BusinessDaySchema.optional(),
  leftTo: BusinessDaySchema.optional(),
  /** Whether the person still has a temporary password. */
  mustChangePassword: FlagQuery.optional(),
});
export type StaffFilterQuery = z.infer<typeof StaffFilterQuery>;

export const StaffListQuery = PageQuery.extend(StaffFilterQuery.shape);
export type StaffListQuery = z.infer<typeof StaffListQuery>;

export const StaffExportQuery = StaffFilterQuery.extend({ format: SheetFormatSchema.default('xlsx') });
export type StaffExportQuery = z.infer<typeof StaffExportQuery>;

const laboratoryOfStaff = z.object({ _id: IdSchema, name: z.string(), code: z.string() }).nullable();

/** An option of a select box; people who have exited are not listed. */
export const StaffOptionSchema = z.object({
  _id: IdSchema,
  id: IdSchema,
  name: z.string(),
  email: z.string(),
  employeeCode: z.string(),
  role: RoleSchema,
  status: StaffStatusSchema,
  laboratoryId: laboratoryOfStaff,
});
export type StaffOption = z.infer<typeof StaffOptionSchema>;

const MAX_STAFF_OPTIONS = 500;

export const StaffOptionsQuery = z.object({
  laboratoryId: IdSchema.optional(),
  search: PageQuery.shape.search,
  limit: z.coerce.number<number>().int().min(1).max(MAX_STAFF_OPTIONS).default(MAX_STAFF_OPTIONS),
});
export type StaffOptionsQuery = z.infer<typeof StaffOptionsQuery>;

export const StaffSuggestionsQuery = StaffOptionsQuery.omit({ limit: true }).extend({
  field: enumOf(['department', 'designation']),
});
export type StaffSuggestionsQuery = z.infer<typeof StaffSuggestionsQuery>;

/** A row of the grid. */
export const StaffListItemSchema = StaffOptionSchema.extend({
  phone: z.string().nullable(),
  department: z.string().nullable(),
  designation: z.string().nullable(),
  avatar: z.string().nullable(),
  employmentType: EmploymentTypeSchema,
  joiningDate: BusinessDaySchema,
  exitDate: BusinessDaySchema.nullable(),
  /** Null follows the laboratory's working hours and week. */
  shift: z
    .object({
      start: z.string(),
      end: z.string(),
      breakMinutes: z.number().int(),
      weekdays: z.array(z.number().int()),
      graceLateMinutes: z.number().int().nullable(),
      halfDayBelowMinutes: z.number().int().nullable(),
      overtimeAfterMinutes: z.number().int().nullable(),
    })
    .nullable(),
  lastLogin: InstantSchema.nullable(),
  /** The last request, to within a few minutes. */
  lastActivityAt: InstantSchema.nullable(),
  mustChangePassword: z.boolean(),
  /** When the temporary password stops working; null for one that the person chose. */
  temporaryPasswordExpiresAt: InstantSchema.nullable(),
  createdAt: InstantSchema,
  updatedAt: InstantSchema,
  version: VersionSchema,
  actions: actionsOf(
    'edit',
    'suspend',
    'resume',
    'rehire',
    'move',
    'exit',
    'issuePassword',
    'endSessions',
    'nameDeputy',
    'confirmDeputy',
    'withdrawDeputy',
  ),
});
export type StaffListItem = z.infer<typeof StaffListItemSchema>;
export type StaffAction = keyof StaffListItem['actions'];

export const StaffMemberSchema = StaffListItemSchema.extend({
  laboratoryId: HomeLaboratorySchema.nullable(),
  exitReason: z.string().nullable(),
  deputyId: z
    .object({
      _id: IdSchema,
      name: z.string(),
      /** Why the deputy cannot act now, whether or not the person is absent; null if they can. */
      obstacle: z.string().nullable(),
      /** Who let the deputy act during the present suspension; null if no one did, and without a suspension. */
      confirmed: z.object({ by: z.string(), at: InstantSchema }).nullable(),
    })
    .nullable(),
  emergencyContact: z.object({ name: z.string(), phone: z.string(), relation: z.string() }).nullable(),
  skills: z.array(z.string()),
  /** Why the viewer cannot change what concerns the person's work, as it is their own account; null if they can. */
  workLockedReason: z.string().nullable(),
  /** The name of the person who made the last change; null for the system. */
  updatedBy: z.string().nullable(),
});
export type StaffMember = z.infer<typeof StaffMemberSchema>;

/** The password is returned only once, as the server keeps only its hash; it must be changed at the first sign-in. */
export const StaffWithPasswordSchema = StaffMemberSchema.extend({ temporaryPassword: z.string() });
export type StaffWithPassword = z.infer<typeof StaffWithPasswordSchema>;

const count = z.number().int().min(0);

/** Each number equals the count of the list under the same filter. */
export const StaffStatsSchema = z.object({
  total: count,
  byStatus: z.record(StaffStatusSchema, count),
  /** Active people only, here and in the following. */
  byRole: z.partialRecord(RoleSchema, count),
  byEmploymentType: z.partialRecord(EmploymentTypeSchema, count),
  /** The twenty largest. */
  byDepartment: z.array(z.object({ department: z.string().nullable(), count })),
  byLaboratory: z.array(z.object({ laboratory: laboratoryOfStaff, count })),
  /** Joined in this month of the laboratory's calendar (Asia/Kolkata for the network), whatever the present status. */
  joinedThisMonth: z.object({ from: BusinessDaySchema, to: BusinessDaySchema, count }),
  /** Active, with a temporary password that has not been changed yet. */
  passwordPending: count,
});
export type StaffStats = z.infer<typeof StaffStatsSchema>;
