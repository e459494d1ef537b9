import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { ListFilter } from '../../../screens/list/list-filters';
import { lazyPart } from '../../../ui/lazy-part';
import { supplierResource } from '../suppliers/supplier.resource';

// A list is complete without the search for a supplier.
const SupplierChoice = lazyPart(async () => (await import('./supplier-choice')).SupplierChoice);

type State = { supplierId?: string | undefined };

/** The orders with one supplier. */
export const supplierFilter: ListFilter<State> = {
  isSet: ({ supplierId }) => supplierId !== undefined,
  cleared: { supplierId: undefined },
  control: useSupplierControl,
};

function useSupplierControl({ state, change }: Parameters<ListFilter<State>['control']>[0]) {
  const { supplierId } = state;
  const { data } = useQuery({ ...supplierResource.detail(supplierId ?? ''), enabled: supplierId !== undefined });
  return {
    label: 'Supplier',
    summary: supplierId === undefined ? undefined : (data?.name ?? 'one supplier'),
    onClear: () => change({ supplierId: undefined }),
    fields: (
      <Suspense fallback={null}>
        <SupplierChoice
          label="Supplier"
          laboratoryId={undefined}
          offersAll
          value={data ?? null}
          onChange={(supplier) => change({ supplierId: supplier?._id })}
        />
      </Suspense>
    ),
  };
}
