import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type PartySuggestion, paymentMethodLabels, transactionCategoryLabels } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { AutocompleteInput } from '../../../ui/fields/autocomplete-input';
import { Field } from '../../../ui/fields/field';
import { Offer } from '../../../ui/fields/offer';
import { formatDay } from '../../../lib/format';
import { useDebounced } from '../../../lib/use-debounced';
import { formatEntryCount } from '../transaction.format';
import { partySuggestions } from '../transaction.resource';
import type { TransactionForm } from './entry-form';

type PartyFieldProps = { form: TransactionForm; onChoose: (suggestion: PartySuggestion) => void };

/** The person or company that paid or was paid: any name, with suggestions from earlier entries. */
export function PartyField({ form: { control }, onChoose }: PartyFieldProps) {
  const { field, fieldState } = useController({ control, name: 'party' });
  const [type, laboratoryId] = useWatch({ control, name: ['type', 'laboratoryId'] });
  const [open, setOpen] = useState(false);
  const search = useDebounced(field.value).trim();
  const query = { type, search: search || undefined, laboratoryId: laboratoryId || undefined };
  const { data: suggestions = [] } = useQuery({ ...partySuggestions(query), enabled: open });
  return (
    <Field label="Party" optional error={fieldState.error?.message}>
      {({ id, error, ...described }) => (
        <Offer<PartySuggestion, false, true>
          freeSolo
          id={id}
          open={open}
          onOpen={() => setOpen(true)}
          onClose={() => setOpen(false)}
          options={suggestions}
          value={null}
          onChange={(_, chosen) => {
            if (chosen !== null && typeof chosen !== 'string') onChoose(chosen);
          }}
          inputValue={field.value}
          onInputChange={(_, text, reason) => {
            if (reason !== 'reset') field.onChange(text);
          }}
          onBlur={field.onBlur}
          getOptionLabel={(option) => (typeof option === 'string' ? option : option.party)}
          renderOption={({ key, ...item }, suggestion) => (
            <Box key={key} component="li" {...item} sx={{ display: 'block !important' }}>
              {suggestion.party}
              <Typography variant="caption" component="div" color="textSecondary" className="tabular">
                {describe(suggestion)}
              </Typography>
            </Box>
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

/** `Test fees · UPI · 12 entries, last on Nov 20, 2026` */
function describe({ category, paymentMethod, uses, lastUsedOn }: PartySuggestion): string {
  const usual = [transactionCategoryLabels[category], paymentMethodLabels[paymentMethod]];
  return [...usual, `${formatEntryCount(uses)}, last on ${formatDay(lastUsedOn)}`].join(' · ');
}
