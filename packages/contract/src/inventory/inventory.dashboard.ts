import { InventoryStatsSchema } from './stock.schema.js';

export const InventorySummarySchema = InventoryStatsSchema.pick({
  low: true,
  out: true,
  expiredBatches: true,
  valuePaise: true,
});
