import Autocomplete from '@mui/material/Autocomplete';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AutocompleteInput } from '../../../components/form/autocomplete-input';
import { Field } from '../../../components/form/field';
import { useDebounced } from '../../../lib/use-debounced';
import { partySuggestions } from '../transaction.resource';

type PartyFilterProps = { value: string | undefined; onChange: (party: string | undefined) => void };

/** A party by its full name, with suggestions from earlier entries. */
export function PartyFilter({ value: party, onChange }: PartyFilterProps) {
  const [typed, setTyped] = useState(party ?? '');
  const search = useDebounced(typed).trim();
  const { data = [] } = useQuery(partySuggestions(search === '' ? {} : { search }));
  const names = [...new Set(data.map((suggestion) => suggestion.party))];
  const commit = (name: string | null) => {
    const next = name?.trim() ? name.trim() : undefined;
    if (next !== party) onChange(next);
  };
  return (
    <Field label="Party" help="The full name, as entered.">
      {({ id, error, ...described }) => (
        <Autocomplete
          freeSolo
          fullWidth
          id={id}
          options={names}
          filterOptions={(options) => options}
          value={party ?? null}
          inputValue={typed}
          onInputChange={(_, text) => setTyped(text)}
          onChange={(_, name) => commit(name)}
          onBlur={() => commit(typed)}
          renderInput={({ fullWidth, slotProps }) => (
            <AutocompleteInput
              {...described}
              fullWidth={fullWidth}
              slotProps={slotProps}
              error={error}
              maxLength={120}
            />
          )}
        />
      )}
    </Field>
  );
}
