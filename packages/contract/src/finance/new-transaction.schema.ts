import { z } from 'zod';
import { IdSchema } from '../common/id.js';
import { checkAmounts } from '../common/money.js';
import { ReasonSchema } from '../common/text.js';
import { ConfirmDuplicateSchema, transactionFields } from './transaction.schema.js';
import {
  needsReference,
  type PaymentMethod,
  type TransactionCategory,
  typeOfCategory,
} from './transaction.category.js';

type Entry = {
  type: z.infer<typeof transactionFields.type>;
  category: TransactionCategory;
  paymentMethod: PaymentMethod;
  reference: string | null;
};
type Fault = { field: 'category' | 'reference'; message: string };

/** Rules between the fields of an entry, shared by forms, imports and updates. */
export function entryFaults({ type, category, paymentMethod, reference }: Entry): Fault[] {
  const faults: Fault[] = [];
  if (typeOfCategory(category) !== type) {
    faults.push({ field: 'category', message: `Choose ${type === 'income' ? 'an income' : 'an expense'} category` });
  }
  if (needsReference(paymentMethod) && reference === null) {
    faults.push({ field: 'reference', message: 'Reference is required for UPI, bank transfer and cheque' });
  }
  return faults;
}

const required = {
  type: 'Type is required',
  category: 'Category is required',
  paymentMethod: 'Payment method is required',
  description: 'Description is required',
} as const;

/**
 * A new entry or, with `reversalOf`, the contra entry of an approved one. A contra entry is dated today and copies the
 * original; only its description, the reason for the reversal, can be given.
 */
export const CreateTransactionBody = z
  .object({
    reversalOf: IdSchema.optional(),
    /** Defaults to the person's own laboratory; required from people who can post to several. */
    laboratoryId: IdSchema.optional(),
    ...z.object(transactionFields).partial().shape,
    reference: transactionFields.reference.default(null),
    party: transactionFields.party.default(null),
    confirmDuplicate: ConfirmDuplicateSchema.optional(),
  })
  .superRefine((body, context) => {
    const fault = (field: string, message: string) => {
      context.addIssue({ code: 'custom', path: [field], message });
    };
    if (body.reversalOf !== undefined) {
      const reason = ReasonSchema.optional().safeParse(body.description);
      if (!reason.success) fault('description', reason.error.issues[0]?.message ?? 'Reason is required');
      return;
    }
    for (const [field, message] of Object.entries(required)) {
      if (body[field as keyof typeof required] === undefined) fault(field, message);
    }
    const { type, category, paymentMethod, reference, amount, amountPaise } = body;
    if (amount === undefined && amountPaise === undefined) fault('amountPaise', 'Amount is required');
    checkAmounts(body, context);
    if (!type || !category || !paymentMethod) return;
    for (const { field, message } of entryFaults({ type, category, paymentMethod, reference })) {
      fault(field, message);
    }
  })
  .transform(({ reversalOf, amount, amountPaise, ...entry }): NewTransaction | Reversal =>
    reversalOf === undefined
      ? { ...(entry as Omit<NewTransaction, 'amountPaise'>), amountPaise: amountPaise ?? amount ?? 0 }
      : { reversalOf, description: entry.description },
  );
/** The values of a form, before parsing. */
export type CreateTransactionInput = z.input<typeof CreateTransactionBody>;

export type NewTransaction = Entry & {
  reversalOf?: undefined;
  laboratoryId?: string;
  /** Defaults to today in the laboratory's time zone. */
  date?: string;
  amountPaise: number;
  party: string | null;
  description: string;
  confirmDuplicate?: true;
};

export type Reversal = { reversalOf: string; description?: string };
