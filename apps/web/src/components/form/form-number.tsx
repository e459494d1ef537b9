import OutlinedInput from '@mui/material/OutlinedInput';
import { type FieldValues, useController } from 'react-hook-form';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Field } from './field';
import type { BoundFieldProps } from './form-text';

type FormNumberProps<Values extends FieldValues, Output> = BoundFieldProps<Values, Output> & {
  /** What is counted: `minutes`. */
  unit?: ReactNode;
  readOnly?: boolean;
  placeholder?: string;
};

/** A number in a form. A blank field is `null`, anything that is no number `NaN`: the schema has the words for both. */
export function FormNumber<Values extends FieldValues, Output>(props: FormNumberProps<Values, Output>) {
  const { control, name, unit, readOnly, placeholder, ...words } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <Field {...words} error={fieldState.error?.message}>
      {(a11y) => (
        <NumberInput
          {...a11y}
          name={name}
          value={field.value as number | null}
          onChange={field.onChange}
          onBlur={field.onBlur}
          unit={unit}
          readOnly={readOnly}
          placeholder={placeholder}
          inputRef={field.ref}
        />
      )}
    </Field>
  );
}

type NumberInputProps = {
  value: number | null;
  onChange: (value: number | null) => void;
  unit?: ReactNode;
  id?: string;
  name?: string;
  error?: boolean;
  'aria-describedby'?: string;
  onBlur?: () => void;
  readOnly?: boolean;
  placeholder?: string;
  inputRef?: React.Ref<HTMLInputElement>;
};

/** A number outside a form's own fields, by the same rules as {@link FormNumber}. */
export function NumberInput({ value, onChange, unit, readOnly, ...input }: NumberInputProps) {
  const [typed, setTyped] = useState('');
  // What was typed stays as it was typed (`1.`, `007`) as long as it still means the value.
  const text = Object.is(numberOf(typed), value) ? typed : value === null || Number.isNaN(value) ? '' : String(value);
  return (
    <OutlinedInput
      {...input}
      fullWidth
      value={text}
      readOnly={readOnly}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(numberOf(event.target.value));
      }}
      inputProps={{ inputMode: 'decimal', autoComplete: 'off' }}
      endAdornment={unit === undefined ? undefined : <Unit>{unit}</Unit>}
    />
  );
}
