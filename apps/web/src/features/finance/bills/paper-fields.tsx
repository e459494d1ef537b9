import OutlinedInput from '@mui/material/OutlinedInput';
import { Field } from '../../../ui/fields/field';

type PaperFieldsProps = {
  numberLabel: string;
  dateLabel: string;
  number: string;
  date: string;
  today: string;
  faultOf: (field: 'number' | 'date') => string | undefined;
  onNumber: (number: string) => void;
  onDate: (date: string) => void;
};

/** The number and the day that a bill or a credit note has on paper. */
export function PaperFields(props: PaperFieldsProps) {
  const { numberLabel, dateLabel, number, date, today, faultOf, onNumber, onDate } = props;
  return (
    <>
      <Field label={numberLabel} error={faultOf('number')}>
        {({ error, ...a11y }) => (
          <OutlinedInput
            {...a11y}
            error={error}
            fullWidth
            autoFocus
            value={number}
            inputProps={{ maxLength: 40, autoComplete: 'off' }}
            onChange={(event) => onNumber(event.target.value)}
          />
        )}
      </Field>
      <Field label={dateLabel} error={faultOf('date')}>
        {({ error, ...a11y }) => (
          <OutlinedInput
            {...a11y}
            error={error}
            type="date"
            fullWidth
            value={date}
            inputProps={{ max: today }}
            onChange={(event) => onDate(event.target.value)}
          />
        )}
      </Field>
    </>
  );
}
