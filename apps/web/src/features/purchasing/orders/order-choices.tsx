import type { InventoryListItem, SupplierName } from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../data/api';
import { pageQuery } from '../../../data/queries';
import { useDebounced } from '../../../lib/use-debounced';
import { Combobox } from '../../../ui/fields/combobox';
import type { FieldProps } from '../../../ui/fields/field';

const OFFERED = 20;

type Labels = Pick<FieldProps, 'label' | 'error'>;

type ItemChoiceProps = Labels & {
  laboratoryId: string | undefined;
  /** The ids of items that are not offered. */
  without: readonly string[];
  onChoose: (item: InventoryListItem) => void;
};

/** Finds an item by its name or code. */
export function ItemChoice({ laboratoryId, without, onChoose, ...labels }: ItemChoiceProps) {
  const search = useSearch();
  const query = { status: ['active' as const], laboratoryId: laboratoryId === undefined ? undefined : [laboratoryId] };
  const { data, isFetching, isPlaceholderData } = useQuery({
    ...pageQuery(api.inventory.list, { query: { ...query, search: search.asked, limit: OFFERED } }),
    placeholderData: keepPreviousData,
    enabled: search.open,
  });
  const offered = (data?.data ?? []).filter(({ _id }) => !without.includes(_id));
  return (
    <Combobox
      {...labels}
      {...search.box}
      options={offered.map(({ _id, name, itemCode, laboratoryId: { code } }) => ({
        value: _id,
        label: `${name} · ${itemCode} · ${code}`,
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

type Supplier = Pick<SupplierName, '_id' | 'name'>;

type SupplierChoiceProps = Labels & {
  laboratoryId: string | undefined;
  value: Supplier | null;
  onChange: (supplier: Supplier | null) => void;
  /** Whether those on hold or blocked can be chosen, to look for what was ordered before. */
  offersAll?: boolean;
};

/** Finds a supplier by name or code. One on hold or blocked is shown with that, and cannot be ordered from. */
export function SupplierChoice({ laboratoryId, value, onChange, offersAll = false, ...labels }: SupplierChoiceProps) {
  const search = useSearch();
  const query = {
    laboratoryId: laboratoryId === undefined ? undefined : [laboratoryId],
    search: search.asked,
    limit: OFFERED,
  };
  const { data, isFetching, isPlaceholderData } = useQuery({
    ...pageQuery(api.suppliers.list, { query }),
    placeholderData: keepPreviousData,
    enabled: search.open,
  });
  const offered = data?.data ?? [];
  return (
    <Combobox
      {...labels}
      {...search.box}
      text={undefined}
      options={offered.map(({ _id, name, code, status, statusReason }) => ({
        value: _id,
        label: name,
        secondary: code,
        disabledReason:
          offersAll || status === 'approved'
            ? undefined
            : `${supplierStates[status]}: ${statusReason ?? 'no reason given'}`,
      }))}
      foundFor={isPlaceholderData ? undefined : (search.asked ?? '')}
      loading={isFetching}
      noOptionsText="No supplier found"
      value={value && { value: value._id, label: value.name }}
      onChange={(option) => onChange(option && { _id: option.value, name: option.label })}
    />
  );
}

const supplierStates = { approved: 'Approved', on_hold: 'On hold', blocked: 'Blocked' } as const;

function useSearch() {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed).trim();
  return {
    open,
    asked: search === '' ? undefined : search,
    box: {
      open,
      onOpen: () => setOpen(true),
      onClose: () => setOpen(false),
      text: typed,
      onText: (text: string, reason: string) => setTyped(reason === 'input' ? text : ''),
      loadingText: 'Searching …',
      maxLength: 100,
    },
  };
}
