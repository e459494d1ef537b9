import ListItemText from '@mui/material/ListItemText';
import { type Control, useController } from 'react-hook-form';
import { AutocompleteInput } from '../../../ui/fields/autocomplete-input';
import { Field } from '../../../ui/fields/field';
import { Offer } from '../../../ui/fields/offer';
import type { CreateValues, NotificationToSend } from './create-values';
import type { Recipient } from './recipients';

type RecipientChoiceProps = {
  control: Control<CreateValues, unknown, NotificationToSend>;
  name: 'recipientId' | 'laboratoryId';
  label: string;
  options: readonly Recipient[];
  loading: boolean;
  /** The options could not be loaded. */
  failed: boolean;
  onSearch?: (text: string) => void;
};

/** One person or laboratory, found by name, code or place. */
export function RecipientChoice({ control, name, label, options, loading, failed, onSearch }: RecipientChoiceProps) {
  const { field, fieldState } = useController({ control, name });
  const fault = failed ? "Couldn't load the list. Close the form and open it again." : fieldState.error?.message;
  return (
    <Field label={label} {...(fault !== undefined && { error: fault })}>
      {({ id, error, ...described }) => (
        <Offer
          id={id}
          options={options}
          loading={loading}
          value={options.find(({ value }) => value === field.value) ?? null}
          onChange={(_, option) => field.onChange(option?.value ?? '')}
          onInputChange={(_, text, reason) => reason === 'input' && onSearch?.(text)}
          onBlur={field.onBlur}
          autoHighlight
          openOnFocus
          textOf={({ label, detail }) => `${label} ${detail}`}
          getOptionLabel={(option) => option.label}
          getOptionKey={({ value }) => value}
          getOptionDisabled={({ disabledReason }) => disabledReason !== undefined}
          isOptionEqualToValue={(option, chosen) => option.value === chosen.value}
          slotProps={{ listbox: { sx: { maxHeight: '16rem' } } }}
          renderOption={({ key, ...props }, option) => (
            <li key={key} {...props}>
              <ListItemText primary={option.label} secondary={option.disabledReason ?? option.detail} sx={{ my: 0 }} />
            </li>
          )}
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
