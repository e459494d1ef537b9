import Box from '@mui/material/Box';
import {
  categoriesOf,
  paymentMethodLabels,
  paymentMethods,
  type Transaction,
  transactionCategoryLabels,
} from '@shifa/contract';
import { useWatch } from 'react-hook-form';
import { FormChoice } from '../../../components/form/form-choice';
import { FormText } from '../../../components/form/form-text';
import { pairStyle } from '../../../components/form/pair-style';
import { AmountField } from './amount-field';
import { DateField } from './date-field';
import { LaboratoryField } from './laboratory-field';
import { PartyField } from './party-field';
import { ReferenceField } from './reference-field';
import { TypeField } from './type-field';
import { usePrefill } from './use-prefill';
import type { Posting } from './use-posting';
import type { TransactionForm } from './use-transaction-form';

const methods = paymentMethods.map((value) => ({ value, label: paymentMethodLabels[value] }));

type EntryFieldsProps = {
  form: TransactionForm;
  posting: Posting;
  /** What the form edits; absent while creating. A reversal has all but two fields from its original. */
  entry?: Transaction;
};

/** Everything of an entry, in the order in which a bill is read. */
export function EntryFields({ form, posting, entry }: EntryFieldsProps) {
  const { control } = form;
  const type = useWatch({ control, name: 'type' });
  const prefill = usePrefill(form, entry === undefined);
  const categories = categoriesOf[type].map((value) => ({ value, label: transactionCategoryLabels[value] }));
  return (
    <>
      {!entry?.reversalOf && (
        <>
          <TypeField form={form} />
          <LaboratoryField form={form} posting={posting} />
          <Box sx={pairStyle}>
            <AmountField form={form} />
            <DateField form={form} posting={posting} />
          </Box>
          <PartyField form={form} onChoose={prefill} />
          <Box sx={pairStyle}>
            <FormChoice control={control} name="category" label="Category" options={categories} />
            <FormChoice control={control} name="paymentMethod" label="Payment method" options={methods} />
          </Box>
        </>
      )}
      <ReferenceField form={form} except={entry?._id} />
      <FormText control={control} name="description" label="Description" multiline minRows={2} autoComplete="off" />
    </>
  );
}
