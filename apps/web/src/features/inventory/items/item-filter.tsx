import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { ListFilter } from '../../../screens/list/list-filters';
import { lazyPart } from '../../../ui/lazy-part';
import { inventoryResource } from '../inventory.resource';

// A list is complete without the search for an item.
const ItemChoice = lazyPart(async () => (await import('../../../screens/choices/item-choice')).ItemChoice);

type State = { itemId?: string | undefined };

/** One item, for lists of what concerns many. */
export const itemFilter: ListFilter<State> = {
  isSet: ({ itemId }) => itemId !== undefined,
  cleared: { itemId: undefined },
  control: useItemControl,
};

function useItemControl({ state, change }: Parameters<ListFilter<State>['control']>[0]) {
  const { itemId } = state;
  const { data } = useQuery({ ...inventoryResource.detail(itemId ?? ''), enabled: itemId !== undefined });
  return {
    label: 'Item',
    summary: itemId === undefined ? undefined : (data?.name ?? 'one item'),
    onClear: () => change({ itemId: undefined }),
    fields: (
      <Suspense fallback={null}>
        <ItemChoice
          label="Item"
          help="By name, code or batch number."
          onChoose={({ _id }) => change({ itemId: _id })}
        />
      </Suspense>
    ),
  };
}
