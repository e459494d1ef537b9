import type {
  CreateTransactionInput,
  PaymentMethod,
  Transaction,
  TransactionCategory,
  TransactionType,
} from '@shifa/contract';
import { changedFields } from '../../../components/versions/differences';

/** What the form holds of an entry. Nothing entered is an empty line; an amount that cannot be read is `NaN`. */
export type TransactionValues = {
  laboratoryId: string;
  type: TransactionType;
  amountPaise: number | null;
  date: string;
  party: string;
  category: TransactionCategory | '';
  paymentMethod: PaymentMethod | '';
  reference: string;
  description: string;
};

/** An entry before anything is typed; most of them are in cash. */
export function blankEntry(type: TransactionType, laboratoryId: string, date: string): TransactionValues {
  return {
    ...{ laboratoryId, type, date },
    amountPaise: null,
    party: '',
    category: '',
    paymentMethod: 'cash',
    reference: '',
    description: '',
  };
}

/** The next entry of a pile of paper: where, what and how stay, the rest is typed anew. */
export function nextEntry({ laboratoryId, type, date, category, paymentMethod }: TransactionValues): TransactionValues {
  return { ...blankEntry(type, laboratoryId, date), category, paymentMethod };
}

/** What of a stored entry the form holds. */
export function valuesOf(entry: Transaction): TransactionValues {
  const { type, amountPaise, date, category, paymentMethod, description } = entry;
  return {
    ...{ type, amountPaise, date, category, paymentMethod, description },
    laboratoryId: entry.laboratoryId._id,
    party: entry.party ?? '',
    reference: entry.reference ?? '',
  };
}

type EntryInput = Omit<CreateTransactionInput, 'reversalOf' | 'amount'>;

/** The body that enters what was typed; a blank line is nothing. */
export function inputOf(values: TransactionValues): EntryInput {
  const { laboratoryId, amountPaise, date, category, paymentMethod } = values;
  return {
    ...values,
    laboratoryId: laboratoryId || undefined,
    amountPaise: amountPaise ?? undefined,
    date: date || undefined,
    category: category || undefined,
    paymentMethod: paymentMethod || undefined,
  };
}

/** What a person changed; what they did not touch is neither sent nor judged. */
export function changesOf(base: TransactionValues, values: TransactionValues): Partial<EntryInput> {
  const { laboratoryId: _, ...changes } = changedFields(base, values);
  // An amount or a category that was taken away is sent as it is, for the contract to refuse.
  return changes as Partial<EntryInput>;
}
