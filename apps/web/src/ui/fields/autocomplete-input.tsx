import type { AutocompleteRenderInputParams } from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { Ref } from 'react';
import type { FieldControl } from './field';

type AutocompleteInputProps = Pick<AutocompleteRenderInputParams, 'fullWidth' | 'slotProps'> &
  Omit<FieldControl, 'id'> & {
    inputRef?: Ref<unknown>;
    maxLength?: number;
  };

/** What is typed into an `Autocomplete` that stands in a `Field`: without the select that `TextField` brings along. */
export function AutocompleteInput({
  fullWidth,
  slotProps,
  error,
  inputRef,
  maxLength,
  ...described
}: AutocompleteInputProps) {
  return (
    <OutlinedInput
      {...slotProps.input}
      fullWidth={fullWidth}
      inputProps={{ ...slotProps.htmlInput, ...described, maxLength }}
      inputRef={inputRef}
      error={error}
    />
  );
}
