import { z } from 'zod';
import { BusinessDaySchema } from '../common/day.js';
import { IdSchema } from '../common/id.js';
import { TotalPaiseSchema } from '../common/money.js';
import { InventoryUnitSchema } from './inventory-item.schema.js';
import { TransferLaboratorySchema } from './stock-transfer.schema.js';

/** Batches that expire later than this many days from today are not yet in danger. */
export const RESCUE_HORIZON_DAYS = 180;

/** A transfer that saves stock: the same product expires unused in one laboratory and is short in another. */
export const RescueSchema = z.object({
  name: z.string(),
  manufacturer: z.string().nullable(),
  unit: InventoryUnitSchema,
  from: z.object({
    laboratory: TransferLaboratorySchema,
    itemId: IdSchema,
    itemCode: z.string(),
    batchId: IdSchema,
    batchNumber: z.string(),
    lastUsableDay: BusinessDaySchema,
    /** Days on which the batch may still be used, today included. */
    daysLeft: z.number().int(),
    quantity: z.number().int(),
    usedIn90Days: z.number().int(),
    /** Of the batch, what average use leaves over on its last day, batches that expire earlier being used first. */
    surplus: z.number().int(),
  }),
  to: z.object({
    laboratory: TransferLaboratorySchema,
    itemId: IdSchema,
    itemCode: z.string(),
    usableQuantity: z.number().int(),
    inTransitQuantity: z.number().int(),
    orderedQuantity: z.number().int(),
    minQuantity: z.number().int(),
    leadTimeDays: z.number().int(),
    usedIn90Days: z.number().int(),
    /** Average use × lead time + minimum − usable − in transit − ordered. */
    shortage: z.number().int(),
    /** What average use takes of the batch by its last day, after batches that expire earlier. */
    usableInTime: z.number().int(),
  }),
  /** The least of surplus, shortage and what can be used in time, after better matches of the same stock. */
  quantity: z.number().int(),
  valuePaise: TotalPaiseSchema,
});
export type Rescue = z.infer<typeof RescueSchema>;
