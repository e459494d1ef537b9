import Autocomplete from '@mui/material/Autocomplete';
import type { StaffOption } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { AutocompleteInput } from '../../components/form/autocomplete-input';
import { Field } from '../../components/form/field';
import { api } from '../../lib/api';
import { queryOf } from '../../lib/queries';

export const peopleOptions = queryOf(api.staff.options);

type PersonInputProps = {
  /** The id; empty for nobody. */
  value: string;
  onChange: (id: string) => void;
  onBlur?: () => void;
  inputRef?: Ref<unknown>;
  /** Who cannot be chosen. */
  except?: string;
  error?: string;
};

/** One person within the viewer's reach, found by name or employee code. */
export function PersonInput({ value, onChange, onBlur, inputRef, except, error: fault }: PersonInputProps) {
  const { data = [] } = useQuery(peopleOptions);
  const people = data.filter(({ _id }) => _id !== except);
  return (
    <Field label="Person" error={fault}>
      {({ id, error, ...described }) => (
        <Autocomplete<StaffOption>
          id={id}
          options={people}
          value={people.find(({ _id }) => _id === value) ?? null}
          onChange={(_, person) => onChange(person?._id ?? '')}
          onBlur={onBlur}
          autoHighlight
          openOnFocus
          getOptionLabel={({ name, employeeCode }) => `${name} (${employeeCode})`}
          getOptionKey={({ _id }) => _id}
          isOptionEqualToValue={(option, chosen) => option._id === chosen._id}
          renderInput={({ fullWidth, slotProps }) => (
            <AutocompleteInput
              {...described}
              fullWidth={fullWidth}
              slotProps={slotProps}
              error={error}
              inputRef={inputRef}
            />
          )}
        />
      )}
    </Field>
  );
}
