import OutlinedInput from '@mui/material/OutlinedInput';
import { daysBetween, isBusinessDay } from '@shifa/contract';
import { useController, useWatch } from 'react-hook-form';
import { Field } from '../../../components/form/field';
import { formatWeekday } from '../../../lib/format';
import { useFinancePolicy } from './use-finance-policy';
import type { Posting } from './use-posting';
import type { TransactionForm } from './use-transaction-form';

type DateFieldProps = { form: TransactionForm; posting: Posting };

/** The day of an entry on the laboratory's calendar, and what a day in the past entails. */
export function DateField({ form: { control }, posting }: DateFieldProps) {
  const { field, fieldState } = useController({ control, name: 'date' });
  const laboratoryId = useWatch({ control, name: 'laboratoryId' });
  const policy = useFinancePolicy(laboratoryId);
  const { ref, value: date, ...bound } = field;
  const today = posting.todayIn(laboratoryId);
  const help = () => {
    if (!isBusinessDay(date)) return undefined;
    if (posting.lockedThrough !== null && date <= posting.lockedThrough) {
      return 'In the closed period: it will be listed as an exception.';
    }
    if (policy && daysBetween(date, today) - 1 > policy.backdatedAfterDays) {
      return 'Needs a super admin’s approval as well.';
    }
    return date === today ? `${formatWeekday(date)}, today` : formatWeekday(date);
  };
  return (
    <Field label="Date" help={help()} error={fieldState.error?.message ?? posting.faultOfDate({ date, laboratoryId })}>
      {(a11y) => (
        <OutlinedInput
          {...bound}
          {...a11y}
          fullWidth
          type="date"
          value={date}
          inputRef={ref}
          inputProps={{ max: today, min: '2000-01-01' }}
        />
      )}
    </Field>
  );
}
