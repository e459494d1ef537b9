import { zodResolver } from '@hookform/resolvers/zod';
import {
  CreateTransactionBody,
  type CreateTransactionInput,
  entryFaults,
  type Transaction,
  TransactionSchema,
  UpdateTransactionBody,
} from '@shifa/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FieldErrors, Resolver } from 'react-hook-form';
import { z } from 'zod';
import type { DescribedField } from '../../../components/versions/described-field';
import { useVersionedForm } from '../../../components/versions/use-versioned-form';
import { api, bodyOf } from '../../../lib/api';
import { transactionFields } from '../transaction.fields';
import { invalidateTransactions } from '../transaction.live';
import { transactionQueries } from '../transaction.queries';
import { blankEntry, changesOf, inputOf, type TransactionValues, valuesOf } from './transaction-values';
import type { Posting } from './use-posting';

type Body = z.output<typeof CreateTransactionBody> | UpdateTransactionBody;

type TransactionFormOptions = {
  /** The entry to edit; without one the form creates. */
  entry?: Transaction;
  /** A new entry before anything is typed. */
  blank: TransactionValues;
  posting: Posting;
  onSaved: (entry: Transaction) => void;
  onUnchanged: () => void;
};

/** The state of the form that enters and edits income and expenses. */
export function useTransactionForm({ entry, blank, posting, onSaved, onUnchanged }: TransactionFormOptions) {
  const queryClient = useQueryClient();
  const id = entry?._id;
  const change = useQuery({ ...transactionQueries.change(id ?? ''), enabled: id !== undefined }).data;
  return useVersionedForm<TransactionValues, Body, Transaction, Transaction>({
    document: entry,
    schema: TransactionSchema,
    valuesOf: (stored) => (stored ? valuesOf(stored) : blank),
    resolverFor: (base) => resolverFor(base, posting),
    fields: editableFields,
    send: (body, key) => send(body, id, key),
    fetchNewest: (stored) => queryClient.query({ ...transactionQueries.detail(stored), staleTime: 0 }),
    change,
    onSaved: (saved) => {
      onSaved(saved);
      void invalidateTransactions(queryClient, [saved._id]);
    },
    onUnchanged,
  });
}

export type TransactionFormState = ReturnType<typeof useTransactionForm>;
export type TransactionForm = TransactionFormState['form'];

const isOfForm = (field: DescribedField): field is DescribedField<keyof TransactionValues> =>
  field.path in blankEntry('income', '', '');
const editableFields = transactionFields.filter(isOfForm);

function resolverFor(base: Transaction | undefined, posting: Posting): Resolver<TransactionValues, unknown, Body> {
  const judgeFields = fieldsResolver(base);
  return async (values, context, options) => {
    const judged = await judgeFields(values, context, options);
    const between = faultsOf(values, base, posting).filter(([field]) => !(field in judged.errors));
    if (between.length === 0) return judged;
    const errors: FieldErrors<TransactionValues> = { ...judged.errors };
    for (const [field, message] of between) errors[field] = { type: 'custom', message };
    return { values: {}, errors };
  };
}

/** Each field by itself: a new entry whole, a stored one by what was changed in it. */
function fieldsResolver(base: Transaction | undefined): Resolver<TransactionValues, unknown, Body> {
  const typed = z.custom<TransactionValues>();
  if (!base) return zodResolver(typed.transform(inputOf).pipe(CreateTransactionBody));
  const stored = valuesOf(base);
  const changed = typed.transform((values) => ({ ...changesOf(stored, values), version: base.version }));
  return zodResolver(changed.pipe(UpdateTransactionBody));
}

type Fault = [keyof TransactionValues, string];

/** What the fields say of one another and of the calendar. A reversal has all of that from its original. */
function faultsOf(values: TransactionValues, base: Transaction | undefined, posting: Posting): Fault[] {
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

async function send(body: Body, id: string | undefined, key: string): Promise<Transaction> {
  if (id !== undefined && 'version' in body) {
    return (await bodyOf(api.transactions.update.mutate({ params: { id }, body }))).data;
  }
  const creation = { body: body as CreateTransactionInput, headers: { 'idempotency-key': key } };
  return (await bodyOf(api.transactions.create.mutate(creation))).data;
}
