import type { InventoryListItem, InventoryListQuery } from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AutocompleteInput } from '../../../ui/fields/autocomplete-input';
import { Field, type FieldProps } from '../../../ui/fields/field';
import { Offer } from '../../../ui/fields/offer';
import { useDebounced } from '../../../lib/use-debounced';
import { inventoryResource } from '../inventory.resource';

const OFFERED = 20;

type ItemChoiceProps = Pick<FieldProps, 'label' | 'help' | 'optional'> & {
  /** Narrows what is offered. */
  filter?: Partial<InventoryListQuery>;
  /** The ids of items that are not offered. */
  without?: readonly string[];
  onChoose: (item: InventoryListItem) => void;
};

/** Finds an item by its name, code or batch number. */
export function ItemChoice({ filter, without = [], onChoose, ...labels }: ItemChoiceProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed).trim();
  const { data, isFetching, isPlaceholderData } = useQuery({
    ...inventoryResource.page({ ...filter, search: search === '' ? undefined : search, limit: OFFERED }),
    placeholderData: keepPreviousData,
    enabled: open,
  });
  const offered = (data?.data ?? []).filter(({ _id }) => !without.includes(_id));
  return (
    <Field {...labels}>
      {({ id, ...described }) => (
        <Offer
          id={id}
          open={open}
          onOpen={() => setOpen(true)}
          onClose={() => setOpen(false)}
          options={offered}
          foundFor={isPlaceholderData ? undefined : search}
          getOptionKey={({ _id }) => _id}
          getOptionLabel={({ name, itemCode, laboratoryId }) => `${name} · ${itemCode} · ${laboratoryId.code}`}
          loading={isFetching}
          loadingText="Searching …"
          noOptionsText="No item found"
          // What is chosen is shown by the caller.
          value={null}
          inputValue={typed}
          onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
          onChange={(_, item) => {
            if (item) onChoose(item);
          }}
          renderInput={({ fullWidth, slotProps }) => (
            <AutocompleteInput {...described} fullWidth={fullWidth} slotProps={slotProps} maxLength={100} />
          )}
        />
      )}
    </Field>
  );
}
