import type { ReactNode } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { readNumber } from '../../lib/read-number';
import { Field } from './field';
import type { BoundFieldProps } from './form-text';
import { ParsedInput, type ParsedInputProps } from './parsed-input';

type FormNumberProps<Values extends FieldValues> = BoundFieldProps<Values> &
  Pick<ParsedInputProps, 'readOnly' | 'placeholder' | 'autoFocus'> & {
    /** What is counted: `minutes`. */
    unit?: ReactNode;
  };

/** A number in a form. Blank is `null` and what is no number `NaN`: the schema has the words for both. */
export function FormNumber<Values extends FieldValues>(props: FormNumberProps<Values>) {
  const { control, name, unit, readOnly, placeholder, autoFocus, ...labels } = props;
  const { field, fieldState } = useController({ control, name });
  const { ref, ...bound } = field;
  return (
    <Field {...labels} error={fieldState.error?.message}>
      {(a11y) => (
        <NumberInput
          {...bound}
          {...a11y}
          inputRef={ref}
          after={unit}
          readOnly={readOnly}
          placeholder={placeholder}
          autoFocus={autoFocus}
        />
      )}
    </Field>
  );
}

/** A number in a field of its own, a whole one unless stated otherwise. */
export function NumberInput(props: Omit<ParsedInputProps, 'parse' | 'print'>) {
  return <ParsedInput whole {...props} parse={readNumber} print={String} />;
}
