import { z } from 'zod';
import { changedBy, eventsTo } from '../common/event.js';
import { IdSchema, VersionSchema } from '../common/id.js';
import { InventoryUnitSchema, StockStatusSchema } from './inventory-item.schema.js';

const InventoryEvent = z.object({
  _id: IdSchema,
  itemCode: z.string(),
  name: z.string(),
  unit: InventoryUnitSchema,
  quantity: z.number().int(),
  usableQuantity: z.number().int(),
  minQuantity: z.number().int(),
  stockStatus: StockStatusSchema,
  laboratoryId: IdSchema,
  version: VersionSchema,
  /** The person behind the change, so that their own screens need not notify them. */
  ...changedBy,
});
export type InventoryEvent = z.infer<typeof InventoryEvent>;

/**
 * Sent to everyone who may view the item. `inventory:low-stock` means that the change took the item from `ok` to `low`
 * or to `out`, or from `low` to `out`; `inventory:updated` covers everything else.
 */
export const inventoryEvents = eventsTo(
  { permission: 'inventory.view' },
  {
    'inventory:updated': InventoryEvent,
    'inventory:low-stock': InventoryEvent,
  },
);
