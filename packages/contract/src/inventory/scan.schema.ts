import { z } from 'zod';
import { BusinessDaySchema } from '../common/day.js';
import { IdSchema } from '../common/id.js';
import { anyOf } from '../common/page.js';
import { MAX_CODE_LENGTH, ProductCodeSchema } from './codes/product-code.js';
import { BatchSchema, InventoryItemSchema, InventoryListItemSchema } from './inventory-item.schema.js';
import { ItemPackageSchema } from './item-package.js';

/** The most codes of one box. */
export const MAX_CODES = 3;
/** The most items that an answer offers. */
export const MAX_SCAN_CHOICES = 20;

export const ScanQuery = z.object({
  /** What a decoder or a hand scanner read: one code or several codes of one box, which complete each other. */
  code: anyOf(z.string().min(1, 'Code is required').max(MAX_CODE_LENGTH, 'This code is too long for a label')).refine(
    (codes) => codes.length <= MAX_CODES,
    `At most ${MAX_CODES} codes of one box`,
  ),
  /** Looks in one laboratory instead of all in the viewer’s scope. */
  laboratoryId: IdSchema.optional(),
  /** The item that the box is of, where the code does not say it. */
  itemId: IdSchema.optional(),
});
export type ScanQuery = z.infer<typeof ScanQuery>;

/** What a scanned box is here. */
export const ScanSchema = z.object({
  /** What the codes say together; null for a label of this product. */
  code: ProductCodeSchema.nullable(),
  /** Null if no one has said yet which item it is, or if there are `choices`. */
  item: InventoryItemSchema.nullable(),
  /** The pack that has the GTIN; null if the code names none. */
  package: ItemPackageSchema.nullable(),
  /** The batch with the number; of several with the same number the one with the same expiry date, or the next to use. */
  batch: BatchSchema.nullable(),
  /** The expiry date of that batch in stock, where the code states another one. */
  otherExpiry: z.object({ stored: BusinessDaySchema.nullable(), scanned: BusinessDaySchema }).nullable(),
  /** The batch to use next by expiry; null if nothing is usable. */
  next: BatchSchema.nullable(),
  /** The items that the code may mean, where several laboratories or several items have it. */
  choices: z.array(InventoryListItemSchema).max(MAX_SCAN_CHOICES),
});
export type Scan = z.infer<typeof ScanSchema>;
