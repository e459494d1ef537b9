import { formatQuantity, type InventoryItem, type InventoryListItem } from '@shifa/contract';
import {
  MOST_FOUND,
  type PaletteEntry,
  type PaletteSearch,
  type PaletteSource,
  searchOf,
} from '../../screens/palette-source';
import { newOn } from '../../ui/use-new-by-link';
import { paths } from '../../config/paths';
import { api } from '../../data/api';
import { containsTyped } from '../../lib/contains-typed';
import { formatDay } from '../../lib/format';
import { keyOf, keyOfAll } from '../../data/queries';
import { withQuery } from '../../lib/with-query';
import { inventoryPages } from './inventory.pages';
import { inventoryResource } from './inventory.resource';
import { transferResource } from './transfers/transfer.resource';

/** Of how many items the batches are read. */
const MOST_ITEMS = 3;

function batchesOf({ _id, name, batches }: InventoryItem): PaletteEntry[] {
  return batches.map((batch) => ({
    id: batch._id,
    label: `Batch ${batch.batchNumber}`,
    detail: [name, batch.expiryDate !== null && `expires ${formatDay(batch.expiryDate)}`].filter(Boolean).join(' · '),
    path: withQuery(paths.inventoryItem(_id), { batch: batch._id }),
  }));
}

const textOf = ({ name, itemCode, manufacturer }: InventoryListItem) => `${name} ${itemCode} ${manufacturer ?? ''}`;

/** The list finds items by the numbers of their batches, which its rows do not have. */
const batchSearch: PaletteSearch = {
  kind: 'batches',
  label: 'Batches',
  permission: 'inventory.view',
  known: (queryClient) =>
    queryClient
      .getQueriesData<InventoryItem>({ queryKey: keyOf(api.inventory.get) })
      .flatMap(([, item]) => (item ? batchesOf(item) : [])),
  found: (search) => ({
    queryKey: [...keyOfAll('inventory'), { batches: search }],
    queryFn: async ({ client, signal }) => {
      // The same request as that of the items.
      const { data } = await client.query(inventoryResource.page({ search, limit: MOST_FOUND }));
      const byBatch = data.filter((item) => !containsTyped(textOf(item), search)).slice(0, MOST_ITEMS);
      signal.throwIfAborted();
      const items = await Promise.all(byBatch.map(({ _id }) => client.query(inventoryResource.detail(_id))));
      return items.flatMap(batchesOf);
    },
  }),
};

export const inventoryPalette: PaletteSource = {
  title: 'Inventory',
  permission: 'inventory.view',
  pages: ({ permissions }) => inventoryPages(permissions),
  actions: () => [
    { label: 'New item', path: newOn(paths.inventory), permission: 'inventory.create' },
    { label: 'Count stock', path: paths.stockCount, permission: 'inventory.stock' },
    { label: 'Scan a code', path: paths.scanLabel },
  ],
  searches: [
    searchOf(inventoryResource, {
      kind: 'items',
      label: 'Items',
      permission: 'inventory.view',
      entryOf: ({ _id, name, itemCode, usableQuantity, unit, laboratoryId, manufacturer }) => ({
        id: _id,
        label: name,
        detail: `${itemCode} · ${formatQuantity(usableQuantity, unit)} usable · ${laboratoryId.code}`,
        path: paths.inventoryItem(_id),
        also: [manufacturer],
      }),
    }),
    batchSearch,
    searchOf(transferResource, {
      kind: 'transfers',
      label: 'Transfers',
      permission: 'inventory.view',
      entryOf: ({ _id, number, from, to, lines }) => ({
        id: _id,
        label: number,
        detail: `${from.name} to ${to.name}`,
        path: paths.transfer(_id),
        also: lines.flatMap(({ item, batchNumber }) => [item.name, item.itemCode, batchNumber]),
      }),
    }),
  ],
};
