import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { Field, type FieldProps, useWholeDate } from './field';

type TextInputProps = FieldProps &
  Omit<OutlinedInputProps, 'id' | 'label' | 'error' | 'onChange' | 'value'> & {
    value: string;
    onChange: (text: string) => void;
  };

/** A text or, with a `type`, a date or a time, which is `INCOMPLETE` while a part is missing. The caller keeps it. */
export function TextInput(props: TextInputProps) {
  const { label, optional, help, error, type, value, onChange, onBlur, ...input } = props;
  const typed = useWholeDate({ type, value, error, onChange });
  return (
    <Field label={label} optional={optional} help={help} error={typed.error}>
      {(a11y) => (
        <OutlinedInput
          fullWidth
          {...input}
          {...a11y}
          {...typed.input}
          onBlur={(event) => {
            typed.input.onBlur?.(event);
            onBlur?.(event);
          }}
        />
      )}
    </Field>
  );
}
