import { TextInput } from '../../../ui/fields/text-input';

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
      <TextInput
        label={numberLabel}
        error={faultOf('number')}
        autoFocus
        value={number}
        inputProps={{ maxLength: 40, autoComplete: 'off' }}
        onChange={onNumber}
      />
      <TextInput
        label={dateLabel}
        error={faultOf('date')}
        type="date"
        value={date}
        inputProps={{ max: today }}
        onChange={onDate}
      />
    </>
  );
}
