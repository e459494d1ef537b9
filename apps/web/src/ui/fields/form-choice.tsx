import { useState } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { Combobox, type ComboboxOption, type ComboboxProps } from './combobox';
import type { BoundFieldProps } from './form-text';

type FormChoiceProps<Values extends FieldValues> = BoundFieldProps<Values> & Omit<ComboboxProps, 'value' | 'onChange'>;

/** One of many choices in a form, found by typing a part of its name. What was chosen stays when others are found. */
export function FormChoice<Values extends FieldValues>(props: FormChoiceProps<Values>) {
  const { control, name, error, ...box } = props;
  const { field, fieldState } = useController({ control, name });
  const [picked, setPicked] = useState<ComboboxOption | null>(null);
  const known = picked ? [...box.options, picked] : box.options;
  return (
    <Combobox
      autoHighlight
      {...box}
      error={error ?? fieldState.error?.message}
      value={known.find(({ value }) => value === field.value) ?? null}
      onChange={(option) => {
        setPicked(option);
        field.onChange(option?.value ?? '');
      }}
      onBlur={field.onBlur}
      inputRef={field.ref}
    />
  );
}
