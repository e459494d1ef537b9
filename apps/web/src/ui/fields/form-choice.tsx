import { useState } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { Combobox, type ComboboxOption, type ComboboxProps } from './combobox';
import type { BoundFieldProps } from './form-text';

type FormChoiceProps<Values extends FieldValues> = BoundFieldProps<Values> & Omit<ComboboxProps, 'value' | 'onChange'>;

/** One of many choices in a form, found by typing a part of its name. What was chosen stays when others are found. */
export function FormChoice<Values extends FieldValues>(props: FormChoiceProps<Values>) {
  const { control, name, error, ...box } = props;
  const { field, fieldState } = useController({ control, name });
  // Kept while other options are found: without it, the box would be emptied, and with it what is being typed.
  const [last, setLast] = useState<ComboboxOption>();
  const listed = box.options.find(({ value }) => value === field.value);
  if (listed && listed.value !== last?.value) setLast(listed);
  return (
    <Combobox
      autoHighlight
      {...box}
      error={error ?? fieldState.error?.message}
      value={listed ?? (last !== undefined && last.value === field.value ? last : null)}
      onChange={(option) => {
        setLast(option ?? undefined);
        field.onChange(option?.value ?? '');
      }}
      onBlur={field.onBlur}
      inputRef={field.ref}
    />
  );
}
