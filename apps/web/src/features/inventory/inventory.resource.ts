import {
  formatQuantity,
  type InventoryItem,
  InventoryItemSchema,
  InventoryItemStatusSchema,
  type InventoryListItem,
  InventoryListQuery,
} from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { paths } from '../../config/paths';
import type { UseSuggestions } from '../../ui/fields/suggested-text';
import { api } from '../../data/api';
import { live, type LiveNotices } from '../../data/live';
import { keyOf, queryOf, type QueryOf } from '../../data/queries';
import { defineResource } from '../../data/resource';

/** What the list, the form, the actions and the page of items have in common. */
export const inventoryResource = defineResource({
  noun: 'item',
  plural: 'items',
  entity: 'inventory',
  list: api.inventory.list,
  get: api.inventory.get,
  summaries: [
    ...[api.inventory.stats, api.inventory.lowStock, api.inventory.expiring, api.inventory.movements],
    ...[api.stockAlerts.list, api.stockAlerts.reorder, api.stockAlerts.reorderTotals],
  ],
  schema: InventoryItemSchema,
  nameOf: ({ name }: Pick<InventoryListItem | InventoryItem, 'name'>) => name,
  describeChange: ({ usableQuantity, unit }) => `changed this item: ${formatQuantity(usableQuantity, unit)} usable`,
});

export const inventoryLive = live({
  'inventory:*': ({ _id }) => inventoryResource.staleKeys(_id),
  'stock-alert:updated': () => [keyOf(api.stockAlerts.list)],
});

const viewInventory = { label: 'View Inventory', path: paths.inventory };

export const inventoryNotices: LiveNotices = {
  'inventory:low-stock': {
    one: ({ name, usableQuantity, unit, minQuantity }) => ({
      type: 'warning',
      title: 'Low Stock Alert',
      message: `${name}: ${formatQuantity(usableQuantity, unit)} usable, minimum ${formatQuantity(minQuantity, unit)}`,
      action: viewInventory,
    }),
    many: (count) => ({ message: `${count} items are low on stock`, action: viewInventory }),
  },
};

/** What the address bar holds of the list: active items unless it says otherwise. */
export const InventoryListState = InventoryListQuery.extend({
  status: z
    .union([z.array(InventoryItemStatusSchema).min(1), InventoryItemStatusSchema.transform((status) => [status])])
    .default(['active']),
  expired: z.literal('true').optional(),
  blocked: z.literal('true').optional(),
  inStock: z.literal('true').optional(),
});
export type InventoryListState = z.output<typeof InventoryListState>;

/** The most items that are changed together. */
export const MAX_ITEMS = 200;

/** Counts of the one laboratory that is chosen; of all that the viewer sees if none or several are. */
export const inventoryStats = (chosen: readonly string[] = []) => ({
  ...queryOf(api.inventory.stats, { query: chosen.length === 1 ? { laboratoryId: chosen[0] } : {} }),
  placeholderData: keepPreviousData,
});

type SuggestionField = NonNullable<QueryOf<typeof api.inventory.suggestions>>['field'];

/** Values that other items have in a field, of one laboratory or of all in the viewer's scope. */
export function suggestionsOf(field: SuggestionField, laboratoryId?: string): UseSuggestions {
  return function useSuggestions(typed, open) {
    const query = { field, search: typed === '' ? undefined : typed, laboratoryId };
    const { data = [] } = useQuery({
      ...queryOf(api.inventory.suggestions, { query }),
      placeholderData: keepPreviousData,
      enabled: open,
    });
    return data;
  };
}
