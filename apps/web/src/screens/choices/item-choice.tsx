import type { InventoryListItem } from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../data/api';
import { pageQuery, type QueryOf } from '../../data/queries';
import { Combobox } from '../../ui/fields/combobox';
import type { FieldProps } from '../../ui/fields/field';
import { useSearch } from './use-search';

const OFFERED = 20;

type ItemChoiceProps = FieldProps & {
  /** Narrows what is offered. */
  filter?: QueryOf<typeof api.inventory.list>;
  /** The ids of items that are not offered. */
  without?: readonly string[];
  onChoose: (item: InventoryListItem) => void;
};

/** Finds an item by its name, code or batch number. */
export function ItemChoice({ filter, without = [], onChoose, ...labels }: ItemChoiceProps) {
  const search = useSearch();
  const { data, isFetching, isPlaceholderData } = useQuery({
    ...pageQuery(api.inventory.list, { query: { ...filter, search: search.asked, limit: OFFERED } }),
    placeholderData: keepPreviousData,
    enabled: search.open,
  });
  const offered = (data?.data ?? []).filter(({ _id }) => !without.includes(_id));
  return (
    <Combobox
      {...labels}
      {...search.box}
      options={offered.map(({ _id, name, itemCode, laboratoryId }) => ({
        value: _id,
        label: `${name} · ${itemCode} · ${laboratoryId.code}`,
      }))}
      foundFor={isPlaceholderData ? undefined : (search.asked ?? '')}
      loading={isFetching}
      noOptionsText="No item found"
      // What is chosen is shown by the caller.
      value={null}
      onChange={(option) => {
        const item = offered.find(({ _id }) => _id === option?.value);
        if (item) onChoose(item);
      }}
    />
  );
}
