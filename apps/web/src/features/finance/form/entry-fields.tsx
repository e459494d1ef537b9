import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import {
  AmountPaiseSchema,
  categoriesOf,
  daysBetween,
  isBusinessDay,
  needsReference,
  type PartySuggestion,
  paymentMethodLabels,
  paymentMethods,
  type Transaction,
  transactionCategoryLabels,
  type TransactionType,
  transactionTypeLabels,
  transactionTypes,
} from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { Banner } from '../../../ui/feedback/banner';
import { closedReasonOf } from '../../../screens/closed-laboratory';
import { FormChoice } from '../../../ui/fields/form-choice';
import { FormMoney } from '../../../screens/form/form-money';
import { FormSelect } from '../../../ui/fields/form-select';
import { FormText } from '../../../ui/fields/form-text';
import { pairStyle, widePairStyle } from '../../../ui/fields/pair-style';
import { SegmentedChoice } from '../../../ui/segmented-choice';
import { TextInput } from '../../../ui/fields/text-input';
import { paths } from '../../../config/paths';
import { formatDay, formatMoney, formatWeekday } from '../../../lib/format';
import { formatAmount } from '../transaction.format';
import { duplicatesOf } from '../transaction.resource';
import { PartyField } from './party-field';
import { type PostingContext, useFinancePolicy } from './posting-context';
import type { TransactionForm } from './entry-form';

const methods = paymentMethods.map((value) => ({ value, label: paymentMethodLabels[value] }));

type EntryFieldsProps = {
  form: TransactionForm;
  posting: PostingContext;
  /**
   * The entry to edit; absent while creating. Only two fields of a reversal can be edited, and
   * not what the bill of an order says.
   */
  entry?: Transaction;
};

/** The fields of an entry, in the order of a bill. */
export function EntryFields({ form, posting, entry }: EntryFieldsProps) {
  const { control } = form;
  const type = useWatch({ control, name: 'type' });
  const prefill = usePrefill(form, entry === undefined);
  const isBill = Boolean(entry?.bill);
  const categories = categoriesOf[type].map((value) => ({ value, label: transactionCategoryLabels[value] }));
  return (
    <>
      {!entry?.reversalOf && (
        <>
          {!isBill && <TypeField form={form} />}
          <LaboratoryField form={form} posting={posting} />
          <Box sx={pairStyle}>
            {!isBill && <AmountField form={form} />}
            <DateField form={form} posting={posting} />
          </Box>
          {!isBill && <PartyField form={form} onChoose={prefill} />}
          <Box sx={widePairStyle}>
            <FormChoice control={control} name="category" label="Category" options={categories} autoSelect />
            <FormChoice control={control} name="paymentMethod" label="Payment method" options={methods} autoSelect />
          </Box>
        </>
      )}
      {!entry?.credit && <ReferenceField form={form} except={entry?._id} />}
      <FormText control={control} name="description" label="Description" multiline minRows={2} autoComplete="off" />
    </>
  );
}

type Usual = Pick<PartySuggestion, 'category' | 'paymentMethod'>;

const prefilled = ['category', 'paymentMethod'] as const;

/**
 * Fills in the usual category and payment method of a party. It never overwrites a choice of the user, only what was
 * filled in for another party, and does nothing while a stored entry is edited.
 */
function usePrefill(form: TransactionForm, active: boolean): (usual: Usual) => void {
  const filled = useRef<Usual>(undefined);
  const { defaultValues, isSubmitted } = form.formState;
  return ({ category, paymentMethod }) => {
    if (!active) return;
    const usual = { category, paymentMethod };
    for (const field of prefilled) {
      const untouched = [defaultValues?.[field], filled.current?.[field]].includes(form.getValues(field));
      if (untouched) form.setValue(field, usual[field], { shouldDirty: true, shouldValidate: isSubmitted });
    }
    filled.current = usual;
  };
}

const segments = transactionTypes.map((value) => ({ value, label: transactionTypeLabels[value] }));

/** Income or expense; a category of the other type is cleared. */
function TypeField({ form: { control, getValues, setValue } }: { form: TransactionForm }) {
  const type = useWatch({ control, name: 'type' });
  const choose = (chosen: TransactionType) => {
    setValue('type', chosen, { shouldDirty: true });
    const category = getValues('category');
    if (category !== '' && !categoriesOf[chosen].includes(category)) setValue('category', '', { shouldDirty: true });
  };
  return <SegmentedChoice label="Type" segments={segments} value={type} onChange={choose} />;
}

type LaboratoryFieldProps = { form: TransactionForm; posting: PostingContext };

/** The laboratory, for viewers with several; a suspended one cannot be chosen. */
function LaboratoryField({ form: { control, getValues, setValue }, posting }: LaboratoryFieldProps) {
  const before = useWatch({ control, name: 'laboratoryId' });
  if (posting.choices.length === 0) return null;
  /** Another laboratory can be in another time zone: today stays today. */
  const keepToday = (from: string, to: string) => {
    if (getValues('date') === posting.todayIn(from)) setValue('date', posting.todayIn(to));
  };
  return (
    <FormSelect
      control={control}
      name="laboratoryId"
      label="Laboratory"
      placeholder="Choose a laboratory"
      onChosen={(chosen) => keepToday(before, String(chosen))}
      options={posting.choices.map((laboratory) => ({
        value: laboratory._id,
        label: laboratory.name,
        disabledReason: closedReasonOf(laboratory, 'enterRecords'),
      }))}
    />
  );
}

/** The amount as typed, with its interpretation and its consequences below. */
function AmountField({ form }: { form: TransactionForm }) {
  const { control, getValues, trigger } = form;
  const [amountPaise, laboratoryId] = useWatch({ control, name: ['amountPaise', 'laboratoryId'] });
  const limit = useFinancePolicy(laboratoryId)?.approvalLimitPaise;
  const paise = AmountPaiseSchema.safeParse(amountPaise).data;
  const validateUnreadable = () => {
    if (getValues('amountPaise') !== null && !Number.isFinite(getValues('amountPaise'))) void trigger('amountPaise');
  };
  return (
    <div onBlur={validateUnreadable}>
      <FormMoney
        control={control}
        name="amountPaise"
        label="Amount"
        autoFocus
        help={
          paise !== undefined && (
            <>
              <span className="tabular">{formatMoney(paise)}</span>
              {limit !== undefined && paise > limit && (
                <div>Above {formatMoney(limit)}: a super admin must also approve it.</div>
              )}
            </>
          )
        }
      />
    </div>
  );
}

type DateFieldProps = { form: TransactionForm; posting: PostingContext };

/** The date in the laboratory's time zone, with the consequences of an earlier date. */
function DateField({ form: { control }, posting }: DateFieldProps) {
  const { field, fieldState } = useController({ control, name: 'date' });
  const laboratoryId = useWatch({ control, name: 'laboratoryId' });
  const policy = useFinancePolicy(laboratoryId);
  const { ref, value: date, ...bound } = field;
  const today = posting.todayIn(laboratoryId);
  const help = () => {
    if (!isBusinessDay(date)) return undefined;
    const closedThrough = posting.closedThroughIn(laboratoryId);
    if (closedThrough !== null && date <= closedThrough) {
      return 'This period is closed. The entry will be listed as an exception.';
    }
    if (policy && daysBetween(date, today) - 1 > policy.backdatedAfterDays) {
      return 'A super admin must also approve it.';
    }
    return date === today ? `${formatWeekday(date)}, today` : formatWeekday(date);
  };
  return (
    <TextInput
      {...bound}
      label="Date"
      help={help()}
      error={fieldState.error?.message ?? posting.faultOfDate({ date, laboratoryId })}
      type="date"
      value={date}
      inputRef={ref}
      inputProps={{ max: today, min: '2000-01-01' }}
    />
  );
}

type ReferenceFieldProps = {
  form: TransactionForm;
  /** The entry being edited, which is not its own duplicate. */
  except?: string;
};

/** The number assigned by the bank or the payer. A duplicate causes a warning, which does not prevent saving. */
function ReferenceField({ form: { control, getValues }, except }: ReferenceFieldProps) {
  const [method, reference, laboratoryId] = useWatch({ control, name: ['paymentMethod', 'reference', 'laboratoryId'] });
  const [left, setLeft] = useState('');
  const typed = reference.trim();
  const query = { reference: typed, laboratoryId: laboratoryId || undefined, except };
  const asked = typed !== '' && typed === left;
  const { data: duplicates = [] } = useQuery({ ...duplicatesOf(query), enabled: asked });
  return (
    <div>
      <div onBlur={() => setLeft(getValues('reference').trim())}>
        <FormText
          control={control}
          name="reference"
          label="Reference"
          optional={method === '' || !needsReference(method)}
          help="The number assigned by the bank or the payer."
          autoComplete="off"
        />
      </div>
      {asked && duplicates.length > 0 && (
        <Banner tone="warning">
          This reference has already been entered:
          {duplicates.map((entry) => (
            <div key={entry._id} className="tabular">
              <Link href={`${paths.transactions}?entry=${entry._id}`} target="_blank" rel="noopener" color="inherit">
                {entry.transactionNo}
              </Link>
              , {formatDay(entry.date)}, {formatAmount(entry)}
            </div>
          ))}
        </Banner>
      )}
    </div>
  );
}
