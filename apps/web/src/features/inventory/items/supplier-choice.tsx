import Link from '@mui/material/Link';
import {
  type CreateInventoryItemBody,
  type InventoryItem,
  supplierStatusLabels,
  type UpdateInventoryItemBody,
} from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Control } from 'react-hook-form';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { pageQuery, queryOf } from '../../../data/queries';
import { usePermission } from '../../../data/use-session';
import { FormChoice } from '../../../ui/fields/form-choice';
import { newOn } from '../../../ui/use-new-by-link';
import type { ItemValues } from '../inventory.fields';

type SupplierChoiceProps = {
  control: Control<ItemValues, unknown, CreateInventoryItemBody | UpdateInventoryItemBody>;
  stored: InventoryItem | undefined;
  laboratoryId: string | undefined;
};

/** One of the suppliers that the laboratory uses, found by typing. */
export function SupplierChoice({ control, stored, laboratoryId }: SupplierChoiceProps) {
  const sees = usePermission('suppliers.view').allowed;
  const creates = usePermission('suppliers.create').allowed;
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState(false);
  const search = typed.trim() === '' ? undefined : typed.trim();
  const filter = { search, limit: 20, ...(laboratoryId !== undefined && { laboratoryId: [laboratoryId] }) };
  const { data } = useQuery({
    ...pageQuery(api.suppliers.list, { query: filter }),
    placeholderData: keepPreviousData,
    enabled: sees && opened,
  });
  const chosen = stored?.supplierId ?? null;
  const { data: current } = useQuery({
    ...queryOf(api.suppliers.get, { params: { id: chosen ?? '' } }),
    enabled: sees && chosen !== null,
  });
  if (!sees) return null;
  const listed = data?.data ?? [];
  const isMissing = current && search === undefined && !listed.some(({ _id }) => _id === current._id);
  return (
    <FormChoice
      control={control}
      name="supplierId"
      label="Supplier"
      optional
      help={
        creates && (
          <>
            Not in the list?{' '}
            <Link component={RouterLink} to={newOn(paths.suppliers)}>
              Create supplier
            </Link>
          </>
        )
      }
      options={(isMissing ? [current, ...listed] : listed).map(({ _id, name, code, status }) => ({
        value: _id,
        label: name,
        secondary: code,
        words: `${name} ${code}`,
        disabledReason: status === 'approved' || _id === chosen ? undefined : supplierStatusLabels[status],
      }))}
      onOpen={() => setOpened(true)}
      onText={(text, reason) => setTyped(reason === 'input' ? text : '')}
      foundFor={search}
    />
  );
}
