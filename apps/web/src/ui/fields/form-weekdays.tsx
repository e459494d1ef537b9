import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { Ref } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { weekdayNames } from '../../lib/format';
import { Field, type FieldProps } from './field';
import type { BoundFieldProps } from './form-text';

/** Days of the week in a form, as a row of buttons; pressed means chosen. */
export function FormWeekdays<Values extends FieldValues>(props: BoundFieldProps<Values>) {
  const { control, name, ...labels } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <WeekdaysInput
      {...labels}
      error={fieldState.error?.message}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
    />
  );
}

type WeekdaysInputProps = FieldProps & {
  value: readonly number[];
  onChange: (days: number[]) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLDivElement>;
};

/** Days of the week in a field of its own. */
export function WeekdaysInput({ value, onChange, onBlur, inputRef, ...field }: WeekdaysInputProps) {
  return (
    <Field {...field}>
      {({ error, ...a11y }) => (
        <ToggleButtonGroup
          {...a11y}
          fullWidth
          size="small"
          aria-label={field.label}
          tabIndex={-1}
          data-invalid={error || undefined}
          ref={inputRef}
          value={value}
          onChange={(_, days: number[]) => onChange(days.toSorted((a, b) => a - b))}
          onBlur={onBlur}
        >
          {weekdayNames.map((day, number) => (
            <ToggleButton key={day} value={number} aria-label={day} color="primary" sx={{ minHeight: 40 }}>
              {day.slice(0, 3)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
    </Field>
  );
}
