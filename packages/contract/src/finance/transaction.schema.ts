import { z } from 'zod';
import { actionsOf } from '../common/action.js';
import { DryRunSchema } from '../common/bulk.js';
import { BusinessDaySchema, InstantSchema, MonthSchema } from '../common/day.js';
import { documentsToDecide, MAX_DECISIONS, reasonOfRejection, sharedDecision } from '../common/decision.js';
import { enumOf } from '../common/enum.js';
import { ErrorCodeSchema } from '../common/error.js';
import { IdSchema, VersionSchema } from '../common/id.js';
import { AmountPaiseSchema, checkAmounts, RupeesTextSchema } from '../common/money.js';
import { anyOf, FlagQuery, PageQuery, sortBy } from '../common/page.js';
import { RoleSchema } from '../common/role.js';
import { SheetDuplicateSchema, SheetFileSchema, SheetFormatSchema, SheetRowFaultSchema } from '../common/sheet.js';
import { optionalText, requiredText } from '../common/text.js';
import { EntryBillSchema } from './bills/entry-bill.schema.js';
import { EntryCreditSchema } from './bills/entry-credit.schema.js';
import { ReceiptSchema } from './receipt.schema.js';
import { paymentMethods, transactionCategories, transactionTypes } from './transaction.category.js';
import { type Approver, transactionActions, transactionFlags, transactionStatuses } from './transaction.status.js';

export const TransactionTypeSchema = enumOf(transactionTypes, 'Type is required');
export const TransactionCategorySchema = enumOf(transactionCategories, 'Category is required');
export const PaymentMethodSchema = enumOf(paymentMethods, 'Payment method is required');
export const TransactionStatusSchema = enumOf(transactionStatuses);
export const TransactionFlagSchema = enumOf(transactionFlags);

export const transactionFields = {
  type: TransactionTypeSchema,
  /** A day in the laboratory's time zone, not in the future. */
  date: BusinessDaySchema.refine((day) => day >= '2000-01-01', 'Must not be before the year 2000'),
  /** In whole paise. Alternatively, `amount` takes rupees as text; exactly one of the two is required. */
  amountPaise: AmountPaiseSchema,
  amount: RupeesTextSchema,
  category: TransactionCategorySchema,
  paymentMethod: PaymentMethodSchema,
  /** The number assigned by the bank or the payer; required for UPI, bank transfer and cheque. */
  reference: optionalText('Reference', 60),
  /** The person or company that paid or was paid. */
  party: optionalText('Party', 120),
  description: requiredText('Description is required')
    .min(3, 'Description must be at least 3 characters')
    .max(500, 'Description must be at most 500 characters'),
};

/** Saves the entry although it looks like another one; see `DUPLICATE_ENTRY`. */
export const ConfirmDuplicateSchema = z.literal(true);

/** The fields to change, with the version they were read at. The number and the laboratory cannot change. */
export const UpdateTransactionBody = z
  .object({
    ...z.object(transactionFields).partial().shape,
    version: VersionSchema,
    confirmDuplicate: ConfirmDuplicateSchema.optional(),
  })
  .superRefine(checkAmounts)
  .transform(({ amount, ...changes }) => (amount === undefined ? changes : { ...changes, amountPaise: amount }));
export type UpdateTransactionBody = z.infer<typeof UpdateTransactionBody>;

/** Up to 100 entries, each decided independently; the result explains those that could not be decided. */
export const BulkDecideBody = z
  .object({
    entries: documentsToDecide('Choose at least one entry', `At most ${MAX_DECISIONS} entries at once`),
    ...sharedDecision,
  })
  .refine(reasonOfRejection.check, reasonOfRejection);
export type BulkDecideBody = z.infer<typeof BulkDecideBody>;

export const BulkDecisionSchema = z.object({
  decided: z.number().int(),
  results: z.array(
    z.object({
      _id: IdSchema,
      transactionNo: z.string(),
      /** The current status, whether or not the decision succeeded. */
      status: TransactionStatusSchema,
      fault: z.object({ code: ErrorCodeSchema, message: z.string() }).nullable(),
    }),
  ),
});
export type BulkDecision = z.infer<typeof BulkDecisionSchema>;

export const transactionSorts = ['date', 'transactionNo', 'amountPaise', 'createdAt'] as const;

export const TransactionFilterQuery = z.object({
  /** Matches words of the number, party, reference and description. */
  search: PageQuery.shape.search,
  sort: sortBy(transactionSorts).default('-date'),
  laboratoryId: anyOf(IdSchema).optional(),
  type: anyOf(TransactionTypeSchema).optional(),
  category: anyOf(TransactionCategorySchema).optional(),
  paymentMethod: anyOf(PaymentMethodSchema).optional(),
  status: anyOf(TransactionStatusSchema).optional(),
  flag: anyOf(TransactionFlagSchema).optional(),
  /** Exact match, ignoring case. */
  party: z.string().trim().min(1).max(120).optional(),
  /** First and last date, both included. */
  from: BusinessDaySchema.optional(),
  to: BusinessDaySchema.optional(),
  /** Bounds in rupees as typed, both included. */
  minAmount: RupeesTextSchema.optional(),
  maxAmount: RupeesTextSchema.optional(),
  /** Entries created by the viewer. */
  mine: FlagQuery.optional(),
  /** Entries created by a person. */
  enteredBy: IdSchema.optional(),
  /** Entries created at this moment or later. */
  createdFrom: InstantSchema.optional(),
  /** Entries that the viewer can approve now. */
  waitingForMe: FlagQuery.optional(),
  /** Entries without a receipt, except contra entries, which need none. */
  withoutReceipt: FlagQuery.optional(),
  /** Entries of a month that are unusually large for their category, see `unusualAmountRule`. */
  unusualIn: MonthSchema.optional(),
});
export type TransactionFilterQuery = z.infer<typeof TransactionFilterQuery>;

export const TransactionListQuery = PageQuery.extend(TransactionFilterQuery.shape);
export type TransactionListQuery = z.infer<typeof TransactionListQuery>;

export const TransactionExportQuery = TransactionFilterQuery.extend({ format: SheetFormatSchema.default('xlsx') });
export type TransactionExportQuery = z.infer<typeof TransactionExportQuery>;

const PersonSchema = z.object({ _id: IdSchema, name: z.string() });
const OtherEntrySchema = z.object({ _id: IdSchema, transactionNo: z.string() });

/** A row of the grid. */
export const TransactionListItemSchema = z.object({
  _id: IdSchema,
  transactionNo: z.string(),
  laboratoryId: z.object({ _id: IdSchema, name: z.string(), code: z.string(), timezone: z.string() }),
  type: TransactionTypeSchema,
  date: BusinessDaySchema,
  /** Always positive; a contra entry (one with `reversalOf`) counts negative in every total. */
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
  /** The entry that this contra entry reverses. */
  reversalOf: OtherEntrySchema.nullable(),
  /** The credit note of a supplier that this contra entry is for; the original then stays as it is. */
  credit: EntryCreditSchema.optional(),
  /** The contra entry of this one: still awaiting approval while this status is `approved`, effective once `reversed`. */
  reversedBy: OtherEntrySchema.nullable(),
  rejection: z.object({ reason: z.string(), by: PersonSchema, at: InstantSchema }).nullable(),
  createdBy: PersonSchema,
  createdAt: InstantSchema,
  updatedAt: InstantSchema,
  version: VersionSchema,
  /** Why an approval by the viewer would count only as the first of two. */
  approvalNote: z.string().optional(),
  /** Screens disable an action and show the reason instead of hiding it, except `approvers` and `resubmit`. */
  actions: actionsOf(...transactionActions),
});
export type TransactionListItem = z.infer<typeof TransactionListItemSchema>;

/** An entry with its approvals and receipts. */
export const TransactionSchema = TransactionListItemSchema.extend({
  approvals: z.array(
    z.object({
      by: PersonSchema.extend({ role: RoleSchema }),
      at: InstantSchema,
      /** Why it counts only as the first of two approvals; see `Approver`. */
      note: z.string().optional(),
    }),
  ),
  /** The person who last edited it or sent it again; decisions do not count. */
  editedBy: PersonSchema.nullable(),
  receipts: z.array(ReceiptSchema),
  /** Where the entry is for the bill of a purchase order. Its party and amount cannot be edited. */
  bill: EntryBillSchema.nullable(),
  /** Name of the person who last changed it; null for the system. */
  updatedBy: z.string().nullable(),
});
export type Transaction = z.infer<typeof TransactionSchema>;

/** A party of earlier entries with the category and payment method of the latest one. */
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
  /** The entry being edited. */
  except: IdSchema.optional(),
});
export type DuplicateQuery = z.infer<typeof DuplicateQuery>;

/** What an entry is recognised by where it is mentioned. */
export const TransactionSummarySchema = TransactionListItemSchema.pick({
  _id: true,
  transactionNo: true,
  date: true,
  type: true,
  amountPaise: true,
  reversalOf: true,
  party: true,
  status: true,
});

/** An entry with the same reference that is neither rejected nor cancelled. */
export type Duplicate = z.infer<typeof TransactionSummarySchema>;

/** The entry that one being saved looks like, as `conflict.current` of `DUPLICATE_ENTRY` holds it. */
export const DuplicateEntrySchema = TransactionListItemSchema.pick({
  _id: true,
  transactionNo: true,
  date: true,
  type: true,
  amountPaise: true,
  reversalOf: true,
  party: true,
  reference: true,
  createdBy: true,
  createdAt: true,
});
export type DuplicateEntry = z.infer<typeof DuplicateEntrySchema>;

/** The headings of an import. */
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

/** The headings of an export; an import ignores those it does not use. */
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

/**
 * All rows or none, unless `validRowsOnly` is set: after any fault, or in a dry run, nothing is written and `created` is
 * empty. With `validRowsOnly`, the totals are those of the valid rows.
 */
export const TransactionImportSchema = z.object({
  applied: z.boolean(),
  rows: z.number().int(),
  faults: z.array(SheetRowFaultSchema),
  /** Totals of the file, to be compared with the paper records. */
  incomePaise: z.number().int(),
  expensePaise: z.number().int(),
  /**
   * Valid rows with the same laboratory, type, date, amount, party and reference as an existing entry or an earlier
   * row. They are imported nevertheless: two patients can pay the same amount.
   */
  duplicates: z.array(SheetDuplicateSchema),
  created: z.array(OtherEntrySchema),
});
export type TransactionImport = z.infer<typeof TransactionImportSchema>;

/** The people who approved an entry, as the approval ladder counts them. */
export function approversOf({ approvals }: Pick<Transaction, 'approvals'>): Approver[] {
  return approvals.map(({ by: { role }, note }) => ({ role, dependent: note !== undefined }));
}

/** What a decision led to. */
export function decisionMessage({ transactionNo, status, approvalsGiven, approvalsNeeded }: Transaction): string {
  if (status === 'rejected') return `${transactionNo} was rejected`;
  return status === 'approved'
    ? `${transactionNo} was approved`
    : `${transactionNo} has ${approvalsGiven} of ${approvalsNeeded} approvals`;
}
