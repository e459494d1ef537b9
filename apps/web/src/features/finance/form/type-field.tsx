import { categoriesOf, type TransactionType, transactionTypeLabels, transactionTypes } from '@shifa/contract';
import { useWatch } from 'react-hook-form';
import { SegmentedChoice } from '../../../components/segmented-choice';
import type { TransactionForm } from './use-transaction-form';

const segments = transactionTypes.map((value) => ({ value, label: transactionTypeLabels[value] }));

/** Income or expense; a category of the other type is taken back. */
export function TypeField({ form: { control, getValues, setValue } }: { form: TransactionForm }) {
  const type = useWatch({ control, name: 'type' });
  const choose = (chosen: TransactionType) => {
    setValue('type', chosen, { shouldDirty: true });
    const category = getValues('category');
    if (category !== '' && !categoriesOf[chosen].includes(category)) setValue('category', '', { shouldDirty: true });
  };
  return <SegmentedChoice label="Type" segments={segments} value={type} onChange={choose} />;
}
