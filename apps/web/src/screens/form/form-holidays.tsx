import Add from '@mui/icons-material/AddOutlined';
import Close from '@mui/icons-material/CloseOutlined';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Holiday } from '@shifa/contract';
import { type FocusEvent, useId, useRef, useState } from 'react';
import { type FieldValues, useController, useFormState } from 'react-hook-form';
import { useRowKeys } from '../../lib/use-row-keys';
import type { PartFaults } from '../../ui/fields/form-parts';
import type { BoundFieldProps } from '../../ui/fields/form-text';
import { useWholeDate } from '../../ui/fields/field';

type Faults = ({ message?: string } & Record<number, PartFaults<Holiday>>) | undefined;

type FormHolidaysProps<Values extends FieldValues> = Pick<BoundFieldProps<Values>, 'control' | 'name'> & {
  /** The list was left: the moment to judge it. */
  onLeave: () => void;
};

/** Days on which no one works, sorted as soon as the list is left. A date that occurs twice is refused. */
export function FormHolidays<Values extends FieldValues>(props: FormHolidaysProps<Values>) {
  const { control, name, onLeave } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const { field, fieldState } = useController({ control, name });
  const faults = fieldState.error as Faults;
  const holidays: Holiday[] = field.value;
  const rows = useRowKeys(holidays.length);
  const { submitCount } = useFormState({ control });
  /** A row that was just added is judged once it is left, or sent. */
  const [fresh, setFresh] = useState<{ index: number; submits: number }>();
  const isFresh = (index: number) => fresh?.index === index && fresh.submits === submitCount;

  const change = (index: number, part: Partial<Holiday>) =>
    field.onChange(holidays.map((holiday, at) => (at === index ? { ...holiday, ...part } : holiday)));

  const add = () => {
    field.onChange([...holidays, { date: '', name: '' }]);
    setFresh({ index: holidays.length, submits: submitCount });
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[role="group"]:last-of-type input')?.focus());
  };

  const remove = (index: number) => {
    rows.remove(index);
    field.onChange(holidays.toSpliced(index, 1));
  };

  const leave = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    const sorted = holidays.toSorted(byDate);
    rows.reorder(sorted.map((holiday) => holidays.indexOf(holiday)));
    field.onChange(sorted);
    setFresh(undefined);
    onLeave();
  };

  return (
    <Stack ref={list} role="group" aria-labelledby={id} onBlur={leave} sx={{ gap: 2 }}>
      <Typography id={id} variant="subtitle2">
        {holidays.length === 0 ? 'Holidays' : `Holidays (${holidays.length})`}
      </Typography>
      {holidays.map((holiday, index) => (
        <HolidayRow
          key={rows.keys[index]}
          number={index + 1}
          holiday={holiday}
          faults={isFresh(index) ? undefined : faults?.[index]}
          onChange={(part) => change(index, part)}
          onRemove={() => remove(index)}
        />
      ))}
      {faults?.message && (
        <FormHelperText error data-invalid tabIndex={-1} role="alert">
          {faults.message}
        </FormHelperText>
      )}
      <Button color="inherit" variant="outlined" size="small" startIcon={<Add />} onClick={add} sx={{ mr: 'auto' }}>
        Add holiday
      </Button>
    </Stack>
  );
}

type HolidayRowProps = {
  number: number;
  holiday: Holiday;
  faults: PartFaults<Holiday>;
  onChange: (part: Partial<Holiday>) => void;
  onRemove: () => void;
};

function HolidayRow({ number, holiday, faults, onChange, onRemove }: HolidayRowProps) {
  const id = useId();
  const date = useWholeDate({
    type: 'date',
    value: holiday.date,
    error: faults?.date?.message,
    onChange: (next) => onChange({ date: next }),
  });
  const fault = date.error ?? faults?.name?.message;
  const described = fault === undefined ? undefined : id;
  return (
    <div role="group" aria-label={`Holiday ${number}`}>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center' }}>
        <OutlinedInput
          {...date.input}
          error={date.error !== undefined}
          inputProps={{ 'aria-label': 'Date', 'aria-describedby': described }}
          sx={{ flex: '0 0 152px' }}
        />
        <OutlinedInput
          value={holiday.name}
          error={faults?.name !== undefined}
          placeholder="Name"
          onChange={(event) => onChange({ name: event.target.value })}
          inputProps={{ 'aria-label': 'Name', 'aria-describedby': described, autoComplete: 'off' }}
          sx={{ flex: 1, minWidth: 0 }}
        />
        <IconButton aria-label={`Remove ${holiday.name || 'holiday'}`} onClick={onRemove} size="small">
          <Close fontSize="small" />
        </IconButton>
      </Stack>
      {fault && (
        <FormHelperText id={id} error>
          {fault}
        </FormHelperText>
      )}
    </div>
  );
}

/** A day that is still to be chosen comes last. */
function byDate(one: Holiday, other: Holiday): number {
  return (one.date || '9999').localeCompare(other.date || '9999');
}
