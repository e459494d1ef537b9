import type { Role, StaffOption } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { AutocompleteInput } from '../../ui/fields/autocomplete-input';
import { Field } from '../../ui/fields/field';
import { Offer } from '../../ui/fields/offer';
import { api } from '../../data/api';
import { queryOf } from '../../data/queries';

export const peopleOptions = queryOf(api.staff.options);

const peopleOf = (laboratoryId: string) => queryOf(api.staff.options, { query: { laboratoryId } });

type PersonInputProps = {
  /** The id; empty for nobody. */
  value: string;
  onChange: (id: string) => void;
  onBlur?: () => void;
  inputRef?: Ref<unknown>;
  /** Who cannot be chosen. */
  except?: string;
  error?: string | undefined;
  label?: string;
  optional?: boolean;
  help?: string | undefined;
  disabled?: boolean;
  /** Only people of this laboratory; without it, all within the viewer's reach. */
  laboratoryId?: string | undefined;
  role?: Role | undefined;
};

/** One person within the viewer's reach, found by name or employee code. */
export function PersonInput(props: PersonInputProps) {
  const { value, onChange, onBlur, inputRef, except, laboratoryId, role, disabled = false } = props;
  const { label = 'Person', optional, help, error: fault } = props;
  const { data = [] } = useQuery(laboratoryId ? peopleOf(laboratoryId) : peopleOptions);
  const people = data.filter((person) => person._id !== except && (role === undefined || person.role === role));
  return (
    <Field label={label} optional={optional} help={help} error={fault}>
      {({ id, error, ...described }) => (
        <Offer<StaffOption>
          id={id}
          options={people}
          disabled={disabled}
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
