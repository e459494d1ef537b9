import { z } from 'zod';
import { DryRunSchema } from '../common/bulk.js';
import { BusinessDaySchema, InstantSchema } from '../common/day.js';
import { ErrorCodeSchema } from '../common/error.js';
import { IdSchema, VersionSchema } from '../common/id.js';
import { AmountPaiseSchema, RupeesTextSchema } from '../common/money.js';
import { anyOf, FlagQuery, PageQuery, sortBy } from '../common/page.js';
import { RoleSchema } from '../common/role.js';
import { SheetFileSchema, SheetFormatSchema, SheetRowFaultSchema } from '../common/sheet.js';
import { optionalText, requiredText } from '../common/text.js';
import { ReceiptSchema } from './receipt.schema.js';
import { paymentMethods, transactionCategories, transactionTypes } from './transaction.category.js';
import { transactionFlags, transactionStatuses } from './transaction.status.js';

export const TransactionTypeSchema = z.enum(transactionTypes, 'Type is required');
export const TransactionCategorySchema = z.enum(transactionCategories, 'Category is required');
export const PaymentMethodSchema = z.enum(paymentMethods, 'Payment method is required');
export const TransactionStatusSchema = z.enum(transactionStatuses);
export const TransactionFlagSchema = z.enum(transactionFlags);

/** Why an entry is rejected or reversed. */
export const ReasonSchema = requiredText('Reason is required')
  .min(5, 'Reason must be at least 5 characters')
  .max(500, 'Reason must be at most 500 characters');

export const transactionFields = {
  type: TransactionTypeSchema,
  /** A day of the laboratory's calendar, today at the latest. */
  date: BusinessDaySchema.refine((day) => day >= '2000-01-01', 'Must not be before the year 2000'),
  /** Whole paise; the other way to say it is `amount`, in rupees as it is typed. One of the two. */
  amountPaise: AmountPaiseSchema,
  amount: RupeesTextSchema,
  category: TransactionCategorySchema,
  paymentMethod: PaymentMethodSchema,
  /** The number the bank or the payer gave it; needed for UPI, bank transfer and cheque. */
  reference: optionalText('Reference', 60),
  /** Who paid or was paid. */
  party: optionalText('Party', 120),
  description: requiredText('Description is required')
    .min(3, 'Description must be at least 3 characters')
    .max(500, 'Description must be at most 500 characters'),
};

/** The fields to change, each whole, with the version they were read at. Number and laboratory stay. */
export const UpdateTransactionBody = z
  .object({ ...z.object(transactionFields).partial().shape, version: VersionSchema })
  .transform(({ amount, ...changes }) => (amount === undefined ? changes : { ...changes, amountPaise: amount }));
export type UpdateTransactionBody = z.infer<typeof UpdateTransactionBody>;

/** One approval or a rejection; a rejection says why. */
export const DecideTransactionBody = z
  .object({ approved: z.boolean(), reason: ReasonSchema.optional(), version: VersionSchema.optional() })
  .refine(({ approved, reason }) => approved || reason !== undefined, {
    path: ['reason'],
    error: 'Reason is required',
  });
export type DecideTransactionBody = z.infer<typeof DecideTransactionBody>;

/** At most 100, each decided by itself; those that cannot be say why. */
export const BulkDecideBody = z
  .object({
    entries: z
      .array(z.object({ _id: IdSchema, version: VersionSchema.optional() }))
      .min(1, 'Choose at least one entry')
      .max(100, 'At most 100 entries at once'),
    approved: z.boolean().default(true),
    reason: ReasonSchema.optional(),
  })
  .refine(({ approved, reason }) => approved || reason !== undefined, {
    path: ['reason'],
    error: 'Reason is required',
  });
export type BulkDecideBody = z.infer<typeof BulkDecideBody>;

export const BulkDecisionSchema = z.object({
  decided: z.number().int(),
  results: z.array(
    z.object({
      _id: IdSchema,
      transactionNo: z.string(),
      /** As it stands now, decided or not. */
      status: TransactionStatusSchema,
      fault: z.object({ code: ErrorCodeSchema, message: z.string() }).nullable(),
    }),
  ),
});
export type BulkDecision = z.infer<typeof BulkDecisionSchema>;

export const transactionSorts = ['date', 'transactionNo', 'amountPaise', 'createdAt'] as const;

export const TransactionFilterQuery = z.object({
  /** Words of the number, party, reference and description. */
  search: PageQuery.shape.search,
  sort: sortBy(transactionSorts).default('-date'),
  laboratoryId: anyOf(IdSchema).optional(),
  type: anyOf(TransactionTypeSchema).optional(),
  category: anyOf(TransactionCategorySchema).optional(),
  paymentMethod: anyOf(PaymentMethodSchema).optional(),
  status: anyOf(TransactionStatusSchema).optional(),
  flag: anyOf(TransactionFlagSchema).optional(),
  /** Exactly, but for upper and lower case. */
  party: z.string().trim().min(1).max(120).optional(),
  /** Days of the entries' dates, both counted. */
  from: BusinessDaySchema.optional(),
  to: BusinessDaySchema.optional(),
  /** Bounds in rupees as they are typed, both counted. */
  minAmount: RupeesTextSchema.optional(),
  maxAmount: RupeesTextSchema.optional(),
  /** Entered by the viewer. */
  mine: FlagQuery.optional(),
  /** What the viewer could approve now. */
  waitingForMe: FlagQuery.optional(),
});
export type TransactionFilterQuery = z.infer<typeof TransactionFilterQuery>;

export const TransactionListQuery = PageQuery.extend(TransactionFilterQuery.shape);
export type TransactionListQuery = z.infer<typeof TransactionListQuery>;

export const TransactionExportQuery = TransactionFilterQuery.extend({ format: SheetFormatSchema.default('xlsx') });
export type TransactionExportQuery = z.infer<typeof TransactionExportQuery>;

const PersonSchema = z.object({ _id: IdSchema, name: z.string() });
const OtherEntrySchema = z.object({ _id: IdSchema, transactionNo: z.string() });

/** Whether the viewer may do a deed now, and in words why not. */
export const RightSchema = z.object({ allowed: z.boolean(), reason: z.string().nullable() });
export type Right = z.infer<typeof RightSchema>;

/** A row of the grid. */
export const TransactionListItemSchema = z.object({
  _id: IdSchema,
  transactionNo: z.string(),
  laboratoryId: z.object({ _id: IdSchema, name: z.string(), code: z.string(), timezone: z.string() }),
  type: TransactionTypeSchema,
  date: BusinessDaySchema,
  /** Always positive; a contra entry (`reversalOf`) counts negative in every total. */
  amountPaise: z.number().int(),
  category: TransactionCategorySchema,
  paymentMethod: PaymentMethodSchema,
  reference: z.string().nullable(),
  party: z.string().nullable(),
  description: z.string(),
  status: TransactionStatusSchema,
  flags: z.array(TransactionFlagSchema),
  approvalsGiven: z.number().int(),
  approvalsNeeded: z.number().int(),
  receiptCount: z.number().int(),
  /** The entry that this one takes back. */
  reversalOf: OtherEntrySchema.nullable(),
  /** The contra entry: waiting while this one is approved, in force once it is reversed. */
  reversedBy: OtherEntrySchema.nullable(),
  createdBy: PersonSchema,
  createdAt: InstantSchema,
  updatedAt: InstantSchema,
  version: VersionSchema,
  rights: z.object({
    edit: RightSchema,
    attach: RightSchema,
    approve: RightSchema,
    reject: RightSchema,
    cancel: RightSchema,
    reverse: RightSchema,
  }),
});
export type TransactionListItem = z.infer<typeof TransactionListItemSchema>;

/** An entry with its story; who did each other thing stands in its history. */
export const TransactionSchema = TransactionListItemSchema.extend({
  approvals: z.array(z.object({ by: PersonSchema.extend({ role: RoleSchema }), at: InstantSchema })),
  rejection: z.object({ reason: z.string(), by: PersonSchema, at: InstantSchema }).nullable(),
  /** Who changed it last since it was entered, other than by a decision. */
  editedBy: PersonSchema.nullable(),
  receipts: z.array(ReceiptSchema),
  /** Name of who wrote last; null for the system. */
  updatedBy: z.string().nullable(),
});
export type Transaction = z.infer<typeof TransactionSchema>;

/** Who was entered before, most used first, with what usually goes with them. */
export const PartySuggestionSchema = z.object({
  party: z.string(),
  category: TransactionCategorySchema,
  paymentMethod: PaymentMethodSchema,
  uses: z.number().int(),
  lastUsedOn: BusinessDaySchema,
});
export type PartySuggestion = z.infer<typeof PartySuggestionSchema>;

export const PartyQuery = z.object({
  search: PageQuery.shape.search,
  type: TransactionTypeSchema.optional(),
  laboratoryId: IdSchema.optional(),
});
export type PartyQuery = z.infer<typeof PartyQuery>;

export const DuplicateQuery = z.object({
  reference: requiredText('Reference is required').max(60),
  laboratoryId: IdSchema.optional(),
  /** The entry that is being edited. */
  except: IdSchema.optional(),
});
export type DuplicateQuery = z.infer<typeof DuplicateQuery>;

/** Entries with the same reference that are neither rejected nor cancelled, five at most. */
export const DuplicateSchema = TransactionListItemSchema.pick({
  _id: true,
  transactionNo: true,
  date: true,
  type: true,
  amountPaise: true,
  party: true,
  status: true,
});
export type Duplicate = z.infer<typeof DuplicateSchema>;

/** The columns of an imported sheet, in the words of its first row. */
export const transactionSheetColumns = {
  date: 'Date',
  type: 'Type',
  amount: 'Amount',
  category: 'Category',
  paymentMethod: 'Payment method',
  reference: 'Reference',
  party: 'Party',
  description: 'Description',
  laboratoryId: 'Laboratory code',
} as const;

/** An export tells more than an import reads; brought back, the rest is passed over. */
export const transactionExportColumns = {
  transactionNo: 'Number',
  ...transactionSheetColumns,
  status: 'Status',
  flags: 'Exceptions',
  reversalOf: 'Reversal of',
  reversedBy: 'Reversed by',
  createdBy: 'Entered by',
  createdAt: 'Entered at',
  approvals: 'Approved by',
  rejectionReason: 'Rejection reason',
  receipts: 'Receipts',
} as const;

export const ImportTransactionsBody = SheetFileSchema.extend({ dryRun: DryRunSchema });
export type ImportTransactionsBody = z.infer<typeof ImportTransactionsBody>;

/** All rows or none: with any fault, or in a dry run, nothing was written and `created` is empty. */
export const TransactionImportSchema = z.object({
  applied: z.boolean(),
  rows: z.number().int(),
  faults: z.array(SheetRowFaultSchema),
  /** Sums of what the file holds, to be compared with the paper. */
  incomePaise: z.number().int(),
  expensePaise: z.number().int(),
  created: z.array(OtherEntrySchema),
});
export type TransactionImport = z.infer<typeof TransactionImportSchema>;
