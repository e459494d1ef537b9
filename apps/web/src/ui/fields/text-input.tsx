import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { Field, type FieldProps } from './field';

type TextInputProps = FieldProps &
  Omit<OutlinedInputProps, 'id' | 'label' | 'error' | 'onChange' | 'value'> & {
    value: string;
    onChange: (text: string) => void;
  };

/** A text, or with a `type` a day or a time, whose value the caller keeps. */
export function TextInput({ label, optional, help, error, onChange, ...input }: TextInputProps) {
  return (
    <Field label={label} optional={optional} help={help} error={error}>
      {(a11y) => <OutlinedInput fullWidth {...input} {...a11y} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  );
}
