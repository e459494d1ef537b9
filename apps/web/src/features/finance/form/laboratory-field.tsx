import { useWatch } from 'react-hook-form';
import { FormSelect } from '../../../components/form/form-select';
import type { Posting } from './use-posting';
import type { TransactionForm } from './use-transaction-form';

type LaboratoryFieldProps = { form: TransactionForm; posting: Posting };

/** Where an entry belongs, for who enters for several; nothing is posted in a suspended laboratory. */
export function LaboratoryField({ form: { control, getValues, setValue }, posting }: LaboratoryFieldProps) {
  const before = useWatch({ control, name: 'laboratoryId' });
  if (posting.choices.length === 0) return null;
  /** The day stays today where the clocks of the other laboratory say another one. */
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
      options={posting.choices.map(({ _id, name, status }) => ({
        value: _id,
        label: status === 'active' ? name : `${name} (suspended)`,
        disabled: status !== 'active',
      }))}
    />
  );
}
