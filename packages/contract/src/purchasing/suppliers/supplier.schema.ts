import { z } from 'zod';
import { actionsOf } from '../../common/action.js';
import { DryRunSchema } from '../../common/bulk.js';
import { EmailSchema, PhoneSchema } from '../../common/contact.js';
import { BusinessDaySchema, InstantSchema } from '../../common/day.js';
import { enumOf } from '../../common/enum.js';
import { changedBy, eventsTo } from '../../common/event.js';
import { IdSchema, VersionSchema } from '../../common/id.js';
import { anyOf, FlagQuery, PageQuery, sortBy } from '../../common/page.js';
import { SheetFileSchema, SheetFormatSchema, SheetRowFaultSchema } from '../../common/sheet.js';
import { optionalText, ReasonSchema, requiredText, wholeNumber } from '../../common/text.js';
import { completedTaxNumbers, GstinSchema, PanSchema, StateCodeSchema, taxNumbersFault } from './gstin.js';

/** Only an approved supplier can get new orders. On hold is for the time of a question, blocked is final until changed. */
export const supplierStatuses = ['approved', 'on_hold', 'blocked'] as const;
export const SupplierStatusSchema = enumOf(supplierStatuses);
export type SupplierStatus = (typeof supplierStatuses)[number];
export const supplierStatusLabels: Record<SupplierStatus, string> = {
  approved: 'Approved',
  on_hold: 'On hold',
  blocked: 'Blocked',
};

export const MAX_SUPPLIER_CONTACTS = 10;
/** The laboratories that one supplier can name; more of them use `usedByAll`. */
export const MAX_SUPPLIER_USES = 200;
/** So many days before its review, a supplier is listed as due. */
export const REVIEW_NOTICE_DAYS = 30;

const ContactSchema = z.object({
  name: requiredText('Name is required').max(100, 'Name must be at most 100 characters'),
  role: optionalText('Role', 60),
  phone: z.union([z.literal('').transform(() => null), PhoneSchema]).nullable(),
  email: z.union([z.literal('').transform(() => null), EmailSchema]).nullable(),
});
export type SupplierContact = z.infer<typeof ContactSchema>;

const ReviewDaySchema = BusinessDaySchema.refine(
  (day) => day >= '2000-01-01' && day <= '2100-12-31',
  'Must be between the years 2000 and 2100',
).nullable();

const UseSchema = z.object({
  laboratoryId: IdSchema,
  /** How long this laboratory waits for a delivery; null for the supplier's own figure. */
  leadTimeDays: wholeNumber(0, 365).nullable().default(null),
});
const UsesSchema = z
  .array(UseSchema)
  .max(MAX_SUPPLIER_USES, `At most ${MAX_SUPPLIER_USES} laboratories`)
  .refine((uses) => new Set(uses.map(({ laboratoryId }) => laboratoryId)).size === uses.length, {
    error: 'Each laboratory can appear once',
  });

const supplierFields = {
  name: requiredText('Name is required')
    .min(2, 'Name must be at least 2 characters')
    .max(120, 'Name must be at most 120 characters'),
  gstin: GstinSchema,
  pan: PanSchema,
  /** Of GST, two digits. */
  stateCode: StateCodeSchema,
  contacts: z.array(ContactSchema).max(MAX_SUPPLIER_CONTACTS, `At most ${MAX_SUPPLIER_CONTACTS} contacts`),
  address: optionalText('Address', 300),
  /** The days from an order to its delivery. */
  leadTimeDays: wholeNumber(0, 365),
  /** The days from an invoice to its payment. */
  paymentDays: wholeNumber(0, 365),
  /** The day of the next review of the supplier. */
  nextReviewOn: ReviewDaySchema,
  notes: optionalText('Notes', 1000),
  /** Every laboratory uses it, those to come included. */
  usedByAll: z.boolean(),
  /** The laboratories that use it; with `usedByAll`, those with a lead time of their own. */
  uses: UsesSchema,
};

export const SupplierCodeSchema = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9-]{1,14}$/, 'Code must have 2 to 15 letters, digits or hyphens');

/** Status is `approved` for a new supplier. */
export const CreateSupplierBody = z
  .object({
    ...supplierFields,
    /** Taken from the name when absent. It stays the supplier's forever. */
    code: SupplierCodeSchema.optional(),
    gstin: supplierFields.gstin.default(null),
    pan: supplierFields.pan.default(null),
    stateCode: supplierFields.stateCode.default(null),
    contacts: supplierFields.contacts.default([]),
    address: supplierFields.address.default(null),
    leadTimeDays: supplierFields.leadTimeDays.default(7),
    paymentDays: supplierFields.paymentDays.default(30),
    nextReviewOn: supplierFields.nextReviewOn.default(null),
    notes: supplierFields.notes.default(null),
    usedByAll: supplierFields.usedByAll.default(false),
    /** The creator's own laboratory when absent. */
    uses: supplierFields.uses.optional(),
  })
  .superRefine((body, context) => {
    const fault = taxNumbersFault(completedTaxNumbers(body));
    if (fault) context.addIssue({ code: 'custom', path: [fault.field], message: fault.message });
  });
export type CreateSupplierBody = z.infer<typeof CreateSupplierBody>;
export type CreateSupplierInput = z.input<typeof CreateSupplierBody>;

/** The fields to change, with the version they were read at. The code can't be changed. */
export const UpdateSupplierBody = z.object({ ...z.object(supplierFields).partial().shape, version: VersionSchema });
export type UpdateSupplierBody = z.infer<typeof UpdateSupplierBody>;

export const ChangeSupplierStatusBody = z
  .object({
    status: SupplierStatusSchema,
    /** Required unless the supplier is approved. */
    reason: ReasonSchema.nullable().default(null),
    /** Left as it is when absent. */
    nextReviewOn: ReviewDaySchema.optional(),
    version: VersionSchema,
  })
  .refine(({ status, reason }) => status === 'approved' || reason !== null, {
    path: ['reason'],
    error: 'Reason is required',
  });
export type ChangeSupplierStatusBody = z.infer<typeof ChangeSupplierStatusBody>;

export const supplierSorts = ['name', 'code', 'nextReviewOn'] as const;

export const SupplierFilterQuery = z.object({
  /** By name, code, GSTIN or contact. */
  search: PageQuery.shape.search,
  sort: sortBy(supplierSorts).default('name'),
  status: anyOf(SupplierStatusSchema).optional(),
  /** Whether the review is due within 30 days, or overdue. */
  reviewDue: FlagQuery.optional(),
  /** Suppliers that any of these laboratories uses. */
  laboratoryId: anyOf(IdSchema).optional(),
});
export type SupplierFilterQuery = z.infer<typeof SupplierFilterQuery>;
export const SupplierListQuery = PageQuery.extend(SupplierFilterQuery.shape);
export type SupplierListQuery = z.infer<typeof SupplierListQuery>;
export const SupplierExportQuery = SupplierFilterQuery.extend({ format: SheetFormatSchema.default('xlsx') });
export type SupplierExportQuery = z.infer<typeof SupplierExportQuery>;

export const supplierActions = ['edit', 'approve', 'hold', 'block'] as const;
export type SupplierAction = (typeof supplierActions)[number];

/** What a supplier is recognised by where it is mentioned. */
export const SupplierNameSchema = z.object({
  _id: IdSchema,
  name: z.string(),
  code: z.string(),
  status: SupplierStatusSchema,
});
export type SupplierName = z.infer<typeof SupplierNameSchema>;

export const SupplierSchema = SupplierNameSchema.extend({
  gstin: z.string().nullable(),
  pan: z.string().nullable(),
  stateCode: z.string().nullable(),
  contacts: z.array(
    z.object({
      name: z.string(),
      role: z.string().nullable(),
      phone: z.string().nullable(),
      email: z.string().nullable(),
    }),
  ),
  address: z.string().nullable(),
  leadTimeDays: z.number().int(),
  paymentDays: z.number().int(),
  /** Why it is on hold or blocked, or a note to its approval. */
  statusReason: z.string().nullable(),
  nextReviewOn: BusinessDaySchema.nullable(),
  notes: z.string().nullable(),
  usedByAll: z.boolean(),
  /** The laboratories that use it, as far as the viewer reaches them. */
  uses: z.array(
    z.object({
      laboratory: z.object({ _id: IdSchema, name: z.string(), code: z.string() }),
      leadTimeDays: z.number().int().nullable(),
    }),
  ),
  /** Whether laboratories use it that the viewer does not reach. */
  usedByOthers: z.boolean(),
  createdAt: InstantSchema,
  updatedAt: InstantSchema,
  /** The name of the person who made the last change; null for the system. */
  updatedBy: z.string().nullable(),
  version: VersionSchema,
  actions: actionsOf(...supplierActions),
});
export type Supplier = z.infer<typeof SupplierSchema>;

export const ImportSuppliersBody = SheetFileSchema.extend({ dryRun: DryRunSchema });
export type ImportSuppliersBody = z.infer<typeof ImportSuppliersBody>;

/** All rows or none, unless `validRowsOnly` is set: after any fault, or in a dry run, `created` is empty. */
export const SupplierImportSchema = z.object({
  applied: z.boolean(),
  rows: z.number().int(),
  faults: z.array(SheetRowFaultSchema),
  created: z.array(z.object({ _id: IdSchema, name: z.string() })),
});
export type SupplierImport = z.infer<typeof SupplierImportSchema>;

/** What the cell of the laboratories says of a supplier that every laboratory uses. */
export const ALL_LABORATORIES = 'All';

/** The headings of an import. */
export const supplierSheetColumns = {
  code: 'Code',
  name: 'Name',
  gstin: 'GSTIN',
  pan: 'PAN',
  state: 'State',
  contact: 'Contact',
  phone: 'Phone',
  email: 'Email',
  address: 'Address',
  leadTimeDays: 'Lead time (days)',
  paymentDays: 'Payment (days)',
  nextReviewOn: 'Next review',
  notes: 'Notes',
  /** Separated by commas, or `All`. */
  laboratories: 'Laboratory codes',
} as const;

/** The headings of an export; an import ignores those it does not use. */
export const supplierExportColumns = { ...supplierSheetColumns, status: 'Status', statusReason: 'Reason' } as const;

/** Sent to those who can view the suppliers of a laboratory that uses it. */
export const supplierEvents = eventsTo(
  { permission: 'suppliers.view' },
  {
    'supplier:updated': SupplierNameSchema.extend({
      version: VersionSchema,
      /** The person behind the change, so that their own screens need not notify them. */
      ...changedBy,
    }),
  },
);
