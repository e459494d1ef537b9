import { type FieldValues, useController } from 'react-hook-form';
import { Combobox, type ComboboxProps } from './combobox';
import type { BoundFieldProps } from './form-text';

type FormChoiceProps<Values extends FieldValues> = BoundFieldProps<Values> & Omit<ComboboxProps, 'value' | 'onChange'>;

/** One of many known choices in a form, found by typing a part of its name. */
export function FormChoice<Values extends FieldValues>(props: FormChoiceProps<Values>) {
  const { control, name, error, ...box } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <Combobox
      autoHighlight
      {...box}
      error={error ?? fieldState.error?.message}
      value={box.options.find(({ value }) => value === field.value) ?? null}
      onChange={(option) => field.onChange(option?.value ?? '')}
      onBlur={field.onBlur}
      inputRef={field.ref}
    />
  );
}
