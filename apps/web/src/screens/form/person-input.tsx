import { type Role, type StaffOption, staffStatuses } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Combobox, type ComboboxOption, type ComboboxProps } from '../../ui/fields/combobox';
import { api } from '../../data/api';
import { pageQuery, queryOf } from '../../data/queries';
import { useDebounced } from '../../lib/use-debounced';

/** How many people are offered; the others are found by typing. */
const OFFERED = 20;

const present = staffStatuses.filter((status) => status !== 'exited');

export const personQuery = (id: string) => queryOf(api.staff.get, { params: { id } });

type PersonInputProps = Pick<ComboboxProps, 'disabled' | 'error' | 'help' | 'inputRef' | 'onBlur' | 'optional'> & {
  label?: string;
  /** The id; empty for no one. */
  value: string;
  onChange: (id: string) => void;
  /** Who cannot be chosen. */
  except?: string;
  /** Only people of this laboratory; without it, all within the viewer's reach. */
  laboratoryId?: string | undefined;
  role?: Role | undefined;
};

/** One person within the viewer's reach, found on the server by name or employee code. */
export function PersonInput(props: PersonInputProps) {
  const { value, onChange, except, laboratoryId, role, label = 'Person', ...field } = props;
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
  const people = (found.data?.data ?? []).filter(({ _id }) => _id !== except).map(optionOf);
  const [picked, setPicked] = useState<ComboboxOption | null>(null);
  const known = [...(picked ? [picked] : []), ...people].find((option) => option.value === value);
  const stored = useQuery({ ...personQuery(value), enabled: value !== '' && known === undefined });
  return (
    <Combobox
      {...field}
      label={label}
      options={people}
      value={known ?? (value !== '' && stored.data ? optionOf(stored.data) : null)}
      onChange={(option) => {
        setPicked(option);
        onChange(option?.value ?? '');
      }}
      // What is set is no text to search for.
      onText={(text, reason) => setTyped(reason === 'input' ? text : '')}
      foundFor={found.isPlaceholderData ? undefined : search}
      loading={found.isFetching}
      autoHighlight
      openOnFocus
    />
  );
}

function optionOf({ _id, name, employeeCode }: Pick<StaffOption, '_id' | 'name' | 'employeeCode'>): ComboboxOption {
  return { value: _id, label: `${name} (${employeeCode})` };
}
