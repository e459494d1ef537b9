import type { SupplierName } from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../data/api';
import { pageQuery } from '../../../data/queries';
import { useSearch } from '../../../screens/choices/use-search';
import { Combobox } from '../../../ui/fields/combobox';
import type { FieldProps } from '../../../ui/fields/field';

const OFFERED = 20;

type Supplier = Pick<SupplierName, '_id' | 'name'>;

type SupplierChoiceProps = FieldProps & {
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
