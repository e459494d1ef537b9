import { z } from 'zod';
import { actionsOf } from '../common/action.js';
import { EmailSchema, PhoneSchema } from '../common/contact.js';
import { BusinessDaySchema, InstantSchema, TimeOfDaySchema, TimeZoneSchema, WeekdaySchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { IdSchema, VersionSchema } from '../common/id.js';
import { anyOf, PageQuery, sortBy } from '../common/page.js';
import type { FieldSetter } from '../common/setter.js';
import { requiredText } from '../common/text.js';
import { PoliciesSchema, policySetters, statsBlocks } from './laboratory.extensions.js';
import { laboratoryStatuses } from './laboratory.status.js';

export const laboratoryTypes = ['main', 'branch', 'collection_centre', 'mobile_unit'] as const;
export const LaboratoryTypeSchema = enumOf(laboratoryTypes, 'Type is required');
export type LaboratoryType = z.infer<typeof LaboratoryTypeSchema>;

export const laboratoryTypeLabels: Record<LaboratoryType, string> = {
  main: 'Main laboratory',
  branch: 'Branch',
  collection_centre: 'Collection centre',
  mobile_unit: 'Mobile unit',
};

export const LaboratoryStatusSchema = enumOf(laboratoryStatuses);

export const LocationSchema = z.object({
  address: z.string().trim().max(300, 'Address must be at most 300 characters').default(''),
  city: requiredText('City is required').max(80, 'City must be at most 80 characters'),
  state: z.string().trim().max(80, 'State must be at most 80 characters').default(''),
  pincode: z
    .string()
    .trim()
    .regex(/^([A-Za-z0-9][A-Za-z0-9 -]{2,9})?$/, 'Invalid postal code')
    .default(''),
  coordinates: z
    .object({
      latitude: z
        .number('Latitude is required')
        .min(-90, 'Latitude must be between -90 and 90')
        .max(90, 'Latitude must be between -90 and 90'),
      longitude: z
        .number('Longitude is required')
        .min(-180, 'Longitude must be between -180 and 180')
        .max(180, 'Longitude must be between -180 and 180'),
    })
    .nullable()
    .default(null),
});

export const ContactSchema = z.object({ phone: PhoneSchema, email: EmailSchema.nullable().default(null) });

export const WorkingHoursSchema = z
  .object({ start: TimeOfDaySchema, end: TimeOfDaySchema })
  .refine(({ start, end }) => start !== end, { path: ['end'], error: 'Must differ from the start' });

/** Several years of holidays. */
export const MAX_HOLIDAYS = 200;

export const HolidaySchema = z.object({
  date: requiredText('Date is required').pipe(BusinessDaySchema),
  name: requiredText('Name is required').max(80, 'Name must be at most 80 characters'),
});
export type Holiday = z.infer<typeof HolidaySchema>;

/** A licence or an accreditation, such as NABL accreditation. */
export const CredentialSchema = z.object({
  body: requiredText('Issuing body is required').max(120),
  number: requiredText('Number is required').max(60),
  validUntil: requiredText('Date is required').pipe(BusinessDaySchema),
});

/** Rows whose day is still to be chosen have a fault of their own. */
function uniqueDays(holidays: Holiday[]): boolean {
  const days = holidays.map(({ date }) => date).filter((date) => date !== '');
  return new Set(days).size === days.length;
}

export const HolidaysSchema = z
  .array(HolidaySchema)
  .max(MAX_HOLIDAYS, `At most ${MAX_HOLIDAYS} holidays`)
  .refine(uniqueDays, 'Each date can appear only once');

const fields = {
  name: requiredText('Name is required')
    .min(2, 'Name must be at least 2 characters')
    .max(120, 'Name must be at most 120 characters'),
  code: z
    .string('Code is required')
    .trim()
    .toUpperCase()
    .min(1, 'Code is required')
    .regex(/^[A-Z0-9-]{2,10}$/, 'Code must have 2 to 10 letters, digits or hyphens'),
  type: LaboratoryTypeSchema,
  location: LocationSchema,
  contact: ContactSchema,
  timezone: TimeZoneSchema,
  weeklyOff: z
    .array(WeekdaySchema)
    .max(6, 'Choose at least one working day')
    .transform((days) => [...new Set(days)].sort((a, b) => a - b)),
  workingHours: WorkingHoursSchema,
  holidays: HolidaysSchema,
  licence: CredentialSchema.nullable(),
  accreditation: CredentialSchema.nullable(),
  policies: PoliciesSchema,
};

export const CreateLaboratoryBody = z.object({
  ...fields,
  type: fields.type.default('branch'),
  timezone: fields.timezone.default('Asia/Kolkata'),
  weeklyOff: fields.weeklyOff.default([0]),
  workingHours: fields.workingHours.default({ start: '08:00', end: '20:00' }),
  holidays: fields.holidays.default([]),
  licence: fields.licence.default(null),
  accreditation: fields.accreditation.default(null),
  policies: fields.policies.prefault({}),
});
export type CreateLaboratoryBody = z.infer<typeof CreateLaboratoryBody>;
/** The values of a form, before defaults are applied. */
export type CreateLaboratoryInput = z.input<typeof CreateLaboratoryBody>;

/**
 * The fields to change, each whole, with the version they were read at. `laboratorySetters` says
 * who changes which.
 */
export const UpdateLaboratoryBody = z.object({
  ...z.object(fields).partial().shape,
  status: enumOf(['active', 'suspended']).optional(),
  version: VersionSchema,
});
export type UpdateLaboratoryBody = z.infer<typeof UpdateLaboratoryBody>;

/**
 * Who sets which field. `above` and `network` need a permission that reaches all laboratories: the calendar, the place
 * and the policies of a laboratory decide what the work of everyone in it counts for, the editor included.
 */
export const laboratorySetters = {
  name: 'editor',
  code: 'network',
  type: 'editor',
  location: { address: 'editor', city: 'editor', state: 'editor', pincode: 'editor', coordinates: 'above' },
  contact: 'editor',
  timezone: 'above',
  weeklyOff: 'above',
  workingHours: 'above',
  holidays: 'above',
  licence: 'editor',
  accreditation: 'editor',
  policies: policySetters,
  status: 'network',
} as const satisfies Record<
  Exclude<keyof UpdateLaboratoryBody, 'version' | 'location' | 'policies'>,
  FieldSetter<'network'>
> & { location: Record<keyof z.infer<typeof LocationSchema>, FieldSetter>; policies: typeof policySetters };

export const laboratorySorts = ['name', 'code', 'city', 'status', 'createdAt'] as const;

export const LaboratoryListQuery = PageQuery.extend({
  sort: sortBy(laboratorySorts).default('name'),
  status: anyOf(LaboratoryStatusSchema).optional(),
  type: anyOf(LaboratoryTypeSchema).optional(),
});
export type LaboratoryListQuery = z.infer<typeof LaboratoryListQuery>;

/**
 * What everyone can do in a laboratory that is active, provided that they have the permission. Screens announce why it
 * is not possible now.
 */
const laboratoryUses = ['enterRecords', 'addPeople'] as const;
export type LaboratoryUse = (typeof laboratoryUses)[number];

/** A row of the list. */
export const LaboratoryListItemSchema = z.object({
  _id: IdSchema,
  name: z.string(),
  code: z.string(),
  type: LaboratoryTypeSchema,
  status: LaboratoryStatusSchema,
  location: z.object({ city: z.string(), state: z.string() }),
  contact: z.object({ phone: z.string(), email: z.string().nullable() }),
  timezone: z.string(),
  createdAt: InstantSchema,
  updatedAt: InstantSchema,
  version: VersionSchema,
  actions: actionsOf('edit', 'editNetworkFields', 'suspend', 'resume', 'archive', ...laboratoryUses),
});
export type LaboratoryListItem = z.infer<typeof LaboratoryListItemSchema>;

export type LaboratoryAction = keyof LaboratoryListItem['actions'];

/** An option of a selection list. Archived laboratories are not offered. */
export const LaboratoryOptionSchema = z.object({
  _id: IdSchema,
  name: z.string(),
  code: z.string(),
  status: LaboratoryStatusSchema,
  timezone: z.string(),
  location: z.object({ city: z.string() }),
  contact: z.object({ phone: z.string() }),
  actions: actionsOf(...laboratoryUses),
});
export type LaboratoryOption = z.infer<typeof LaboratoryOptionSchema>;

/** The laboratory of a person, as embedded in that person's data. */
export const HomeLaboratorySchema = z.object({
  _id: IdSchema,
  name: z.string(),
  code: z.string(),
  timezone: z.string(),
  contact: z.object({ phone: z.string() }),
  location: z.object({ address: z.string(), city: z.string() }),
  actions: actionsOf(...laboratoryUses).optional(),
});
export type HomeLaboratory = z.infer<typeof HomeLaboratorySchema>;

/** Responses are not validated with the rules for input, because stored data can be older than a rule. */
export const LaboratorySchema = LaboratoryListItemSchema.extend({
  location: z.object({
    address: z.string(),
    city: z.string(),
    state: z.string(),
    pincode: z.string(),
    coordinates: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  }),
  weeklyOff: z.array(z.number().int()),
  workingHours: z.object({ start: z.string(), end: z.string() }),
  holidays: z.array(z.object({ date: z.string(), name: z.string() })),
  licence: z.object({ body: z.string(), number: z.string(), validUntil: z.string() }).nullable(),
  accreditation: z.object({ body: z.string(), number: z.string(), validUntil: z.string() }).nullable(),
  policies: PoliciesSchema,
  /** Whether records use the code, so that it can no longer be changed. */
  codeFrozen: z.boolean(),
  /** The name of the person who made the last change; null for the system. */
  updatedBy: z.string().nullable(),
});
export type Laboratory = z.infer<typeof LaboratorySchema>;

/** Totals of a period with a block per feature; money in paise. */
export const LaboratoryStatsSchema = z.object({
  period: z.object({ from: BusinessDaySchema, to: BusinessDaySchema }),
  ...statsBlocks,
  lastActivityAt: InstantSchema.nullable(),
});
export type LaboratoryStats = z.infer<typeof LaboratoryStatsSchema>;
