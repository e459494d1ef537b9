import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { Field, type FieldProps, useWholeDate } from './field';
import { PasswordInput } from './password-input';

export type BoundFieldProps<Values extends FieldValues> = Omit<FieldProps, 'error'> & {
  control: Control<Values, unknown, unknown>;
  name: FieldPath<Values>;
};

type FormTextProps<Values extends FieldValues> = BoundFieldProps<Values> &
  Omit<OutlinedInputProps, 'name' | 'label' | 'error' | 'defaultValue' | 'value'>;

/** A line or, with `multiline`, a block of text in a form; with a `type`, a date or a time. */
export function FormText<Values extends FieldValues>(props: FormTextProps<Values>) {
  const { control, name, label, optional, help, type, onBlur, ...input } = props;
  const { field, fieldState } = useController({ control, name });
  const { ref, value, ...bound } = field;
  const typed = useWholeDate({ type, value, error: fieldState.error?.message, onChange: field.onChange });
  const Input = type === 'password' ? PasswordInput : OutlinedInput;
  return (
    <Field label={label} optional={optional} help={help} error={typed.error}>
      {(a11y) => (
        <Input
          fullWidth
          {...input}
          // The key of a phone's keyboard that sends the form; within a block of text, it begins a line.
          inputProps={{ enterKeyHint: input.multiline ? 'enter' : 'done', ...input.inputProps }}
          {...bound}
          {...a11y}
          {...typed.input}
          onBlur={(event) => {
            typed.input.onBlur?.(event);
            bound.onBlur();
            onBlur?.(event);
          }}
          inputRef={ref}
        />
      )}
    </Field>
  );
}
