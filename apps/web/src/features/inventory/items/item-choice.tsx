import type { InventoryListItem, InventoryListQuery } from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Combobox } from '../../../ui/fields/combobox';
import type { FieldProps } from '../../../ui/fields/field';
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
    <Combobox
      {...labels}
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      options={offered.map(({ _id, name, itemCode, laboratoryId }) => ({
        value: _id,
        label: `${name} · ${itemCode} · ${laboratoryId.code}`,
      }))}
      foundFor={isPlaceholderData ? undefined : search}
      loading={isFetching}
      loadingText="Searching …"
      noOptionsText="No item found"
      // What is chosen is shown by the caller.
      value={null}
      text={typed}
      onText={(text, reason) => setTyped(reason === 'input' ? text : '')}
      onChange={(option) => {
        const item = offered.find(({ _id }) => _id === option?.value);
        if (item) onChoose(item);
      }}
      maxLength={100}
    />
  );
}
