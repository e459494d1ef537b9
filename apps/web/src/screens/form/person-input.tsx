import { type Role, staffStatuses } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { AutocompleteInput } from '../../ui/fields/autocomplete-input';
import { Field } from '../../ui/fields/field';
import { Offer } from '../../ui/fields/offer';
import { api } from '../../data/api';
import { pageQuery, queryOf } from '../../data/queries';
import { useDebounced } from '../../lib/use-debounced';

/** How many people are offered; the others are found by typing. */
const OFFERED = 20;

const present = staffStatuses.filter((status) => status !== 'exited');

export const personQuery = (id: string) => queryOf(api.staff.get, { params: { id } });

type Person = { _id: string; name: string; employeeCode: string };

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

/** One person within the viewer's reach, found on the server by name or employee code. */
export function PersonInput(props: PersonInputProps) {
  const { value, onChange, onBlur, inputRef, except, laboratoryId, role, disabled = false } = props;
  const { label = 'Person', optional, help, error: fault } = props;
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const found = useQuery(
    pageQuery(api.staff.list, {
      query: {
        sort: 'name',
        limit: OFFERED,
        status: present,
        ...(search !== '' && { search }),
        ...(laboratoryId && { laboratoryId: [laboratoryId] }),
        ...(role && { role: [role] }),
      },
    }),
  );
  const people: Person[] = (found.data?.data ?? []).filter(({ _id }) => _id !== except);
  const [picked, setPicked] = useState<Person | null>(null);
  const known = [...(picked ? [picked] : []), ...people].find(({ _id }) => _id === value);
  const stored = useQuery({ ...personQuery(value), enabled: value !== '' && known === undefined });
  return (
    <Field label={label} optional={optional} help={help} error={fault}>
      {({ id, error, ...described }) => (
        <Offer<Person>
          id={id}
          options={people}
          disabled={disabled}
          value={known ?? (value === '' ? null : (stored.data ?? null))}
          onChange={(_, person) => {
            setPicked(person);
            onChange(person?._id ?? '');
          }}
          // What is set is no text to search for.
          onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
          foundFor={found.isPlaceholderData ? undefined : search}
          loading={found.isFetching}
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
