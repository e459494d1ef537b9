import { useState } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { AutocompleteInput } from './autocomplete-input';
import { Field } from './field';
import type { Option } from './form-select';
import { Offer } from './offer';
import type { BoundFieldProps } from './form-text';

type FormChoiceProps<Values extends FieldValues> = BoundFieldProps<Values> & {
  options: readonly Option[];
};

/** One of many known choices, found by typing a part of its name; leaving the field takes the one that was found. */
export function FormChoice<Values extends FieldValues>(props: FormChoiceProps<Values>) {
  const { control, name, options, ...labels } = props;
  const { field, fieldState } = useController({ control, name });
  const [searching, setSearching] = useState(false);
  return (
    <Field {...labels} error={fieldState.error?.message}>
      {({ id, error, ...described }) => (
        <Offer
          id={id}
          options={options}
          value={options.find(({ value }) => value === field.value) ?? null}
          onChange={(_, option) => field.onChange(option?.value ?? '')}
          onInputChange={(_, text, reason) => setSearching(reason === 'input' && text !== '')}
          onBlur={field.onBlur}
          autoHighlight
          // Only what was typed for: a list that was merely looked at chooses nothing.
          autoSelect={searching}
          getOptionLabel={({ label }) => label}
          getOptionKey={({ value }) => value}
          isOptionEqualToValue={(option, chosen) => option.value === chosen.value}
          renderInput={({ fullWidth, slotProps }) => (
            <AutocompleteInput
              {...described}
              fullWidth={fullWidth}
              slotProps={slotProps}
              error={error}
              inputRef={field.ref}
            />
          )}
        />
      )}
    </Field>
  );
}
