import type { SupplierLink } from '@shifa/contract';
import { api } from '../../../data/api';
import { keyOf, keyOfAll, send } from '../../../data/queries';
import { useWrite } from '../../../data/use-write';

/** What shows items, their texts or their suppliers. */
export const staleAfterLink = [keyOfAll('suppliers'), keyOf(api.inventory.list), keyOf(api.inventory.get)];

/** Gives the items of a link back what they had. */
export function useUndoLink() {
  return useWrite({
    send: ({ _id, version }: SupplierLink, given) =>
      send(api.suppliers.undoLink, { params: { id: _id }, body: { version } }, given),
    success: ({ items, kept, supplier }) =>
      kept > 0
        ? `The link to ${supplier.name} was undone for ${items - kept} of ${items} items. The others were changed since.`
        : `The link to ${supplier.name} was undone`,
    toastsFailure: true,
    stale: staleAfterLink,
  });
}
