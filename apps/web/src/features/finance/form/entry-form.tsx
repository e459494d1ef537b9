import { zodResolver } from '@hookform/resolvers/zod';
import {
  CreateTransactionBody,
  type CreateTransactionInput,
  entryFaults,
  type PaymentMethod,
  type Transaction,
  type TransactionCategory,
  type TransactionType,
  UpdateTransactionBody,
} from '@shifa/contract';
import type { FieldErrors, Resolver, UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { type DescribedField } from '../../../screens/form/described-field';
import { changedFields } from '../../../screens/form/differences';
import { VersionedForm, type VersionedFormProps } from '../../../screens/form/versioned-form';
import { api } from '../../../data/api';
import { type Change, send } from '../../../data/queries';
import { transactionFields } from '../transaction.fields';
import { describeDecision, describeEvent } from '../conflict';
import { transactionResource } from '../transaction.resource';
import { DuplicateQuestion, useDuplicateQuestion } from './duplicate-question';
import type { PostingContext } from './posting-context';

/** The values of the form. A missing value is an empty string; an unreadable amount is `NaN`. */
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

/** The initial values; most entries are in cash. */
export function blankEntry(type: TransactionType, laboratoryId: string, date: string): TransactionValues {
  return {
    laboratoryId,
    type,
    date,
    amountPaise: null,
    party: '',
    category: '',
    paymentMethod: 'cash',
    reference: '',
    description: '',
  };
}

/** The initial values of the next entry in a row: similar entries share the laboratory, category and method. */
export function nextEntry({ laboratoryId, type, date, category, paymentMethod }: TransactionValues): TransactionValues {
  return { ...blankEntry(type, laboratoryId, date), category, paymentMethod };
}

/** The form values of a stored entry. */
export function valuesOf(entry: Transaction): TransactionValues {
  const { type, amountPaise, date, category, paymentMethod, description } = entry;
  return {
    type,
    amountPaise,
    date,
    category,
    paymentMethod,
    description,
    laboratoryId: entry.laboratoryId._id,
    party: entry.party ?? '',
    reference: entry.reference ?? '',
  };
}

type EntryInput = Omit<CreateTransactionInput, 'reversalOf' | 'amount'>;

/** The request body; empty strings count as missing. */
function inputOf(values: TransactionValues): EntryInput {
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

/** The changed fields; unchanged ones are neither sent nor validated. */
function changesOf(base: TransactionValues, values: TransactionValues): Partial<EntryInput> {
  const { laboratoryId: _, ...changes } = changedFields(base, values);
  // A cleared amount or category is sent as it is, so that the contract rejects it.
  return changes as Partial<EntryInput>;
}

type Body = z.output<typeof CreateTransactionBody> | UpdateTransactionBody;

export type TransactionForm = UseFormReturn<TransactionValues, unknown, Body>;
type EntryVersions = VersionedFormProps<TransactionValues, Body, Transaction, Transaction>;

type EntryFormProps = Pick<
  EntryVersions,
  'document' | 'title' | 'verb' | 'also' | 'dirty' | 'success' | 'disabledReason' | 'onSaved' | 'onClose' | 'children'
> & {
  /** The values of a new entry. */
  blank: TransactionValues;
  posting: PostingContext;
};

const resource = {
  ...transactionResource,
  describeChange: (change: Change) => `${describeEvent(change)} this entry`,
};

/** Creates or edits an entry; one that looks like another is saved after a question. */
export function EntryForm({ posting, children, ...props }: EntryFormProps) {
  const question = useDuplicateQuestion();
  const id = props.document?._id;
  return (
    <VersionedForm<TransactionValues, Body, Transaction, Transaction>
      {...props}
      resource={resource}
      toValues={valuesOf}
      resolverFor={(base) => resolverFor(base, posting)}
      fields={editableFields}
      send={(body, key, signal) => question.send(body, (asked) => save(asked, id, key, signal))}
      describeVersion={describeDecision}
    >
      {(state) => (
        <>
          {children(state)}
          <DuplicateQuestion question={question} {...state} />
        </>
      )}
    </VersionedForm>
  );
}

const isOfForm = (field: DescribedField): field is DescribedField<keyof TransactionValues> =>
  field.path in blankEntry('income', '', '');
const editableFields = transactionFields.filter(isOfForm);

function resolverFor(
  base: Transaction | undefined,
  posting: PostingContext,
): Resolver<TransactionValues, unknown, Body> {
  const checkFields = fieldsResolver(base);
  return async (values, context, options) => {
    const checked = await checkFields(values, context, options);
    const between = faultsOf(values, base, posting).filter(([field]) => !(field in checked.errors));
    if (between.length === 0) return checked;
    const errors: FieldErrors<TransactionValues> = { ...checked.errors };
    for (const [field, message] of between) errors[field] = { type: 'custom', message };
    return { values: {}, errors };
  };
}

/** Validates each field: all of them for a new entry, the changed ones for a stored entry. */
function fieldsResolver(base: Transaction | undefined): Resolver<TransactionValues, unknown, Body> {
  const typed = z.custom<TransactionValues>();
  if (!base) return zodResolver(typed.transform(inputOf).pipe(CreateTransactionBody));
  const stored = valuesOf(base);
  const changed = typed.transform((values) => ({ ...changesOf(stored, values), version: base.version }));
  return zodResolver(changed.pipe(UpdateTransactionBody));
}

type Fault = [keyof TransactionValues, string];

/** Rules between fields, and those of the calendar. They do not apply to a reversal, which copies its original. */
function faultsOf(values: TransactionValues, base: Transaction | undefined, posting: PostingContext): Fault[] {
  if (base?.reversalOf) return [];
  const { type, category, paymentMethod, laboratoryId } = values;
  const faults: Fault[] = [];
  if (posting.choices.length > 0 && laboratoryId === '') faults.push(['laboratoryId', 'Laboratory is required']);
  const date = posting.faultOfDate(values);
  if (date !== undefined) faults.push(['date', date]);
  if (category === '' || paymentMethod === '') return faults;
  const reference = values.reference.trim() || null;
  const between = entryFaults({ type, category, paymentMethod, reference });
  return [...faults, ...between.map(({ field, message }): Fault => [field, message])];
}

function save(body: Body, id: string | undefined, key: string, signal: AbortSignal): Promise<Transaction> {
  if (id !== undefined && 'version' in body) return send(api.transactions.update, { params: { id }, body }, { signal });
  return send(api.transactions.create, { body }, { key, signal });
}
