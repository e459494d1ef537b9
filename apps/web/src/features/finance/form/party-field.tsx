import { type PartySuggestion, paymentMethodLabels, transactionCategoryLabels } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { Combobox } from '../../../ui/fields/combobox';
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
    <Combobox
      label="Party"
      optional
      error={fieldState.error?.message}
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      options={suggestions.map((one) => ({ value: one.party, label: one.party, secondary: describe(one) }))}
      value={null}
      onChange={(option) => {
        const chosen = suggestions.find(({ party }) => party === option?.value);
        if (chosen) onChoose(chosen);
      }}
      // A name that is no suggestion fills in nothing else.
      onEnter={() => undefined}
      text={field.value}
      onText={(text, reason) => {
        if (reason !== 'reset') field.onChange(text);
      }}
      onBlur={field.onBlur}
      inputRef={field.ref}
    />
  );
}

/** `Test fees · UPI · 12 entries, last on Nov 20, 2026` */
function describe({ category, paymentMethod, uses, lastUsedOn }: PartySuggestion): string {
  const usual = [transactionCategoryLabels[category], paymentMethodLabels[paymentMethod]];
  return [...usual, `${formatEntryCount(uses)}, last on ${formatDay(lastUsedOn)}`].join(' · ');
}
