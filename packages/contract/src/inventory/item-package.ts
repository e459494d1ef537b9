import { z } from 'zod';
import { plural } from '../common/plural.js';
import { requiredText, wholeNumber } from '../common/text.js';
import { GtinSchema } from './codes/gtin.js';
import { formatQuantity, inventoryUnits, type InventoryUnit, unitNoun } from './inventory.category.js';

/** The most packages of one item. */
export const MAX_PACKAGES = 20;

export const PackNameSchema = requiredText('Pack name is required').max(40, 'Pack name must be at most 40 characters');
/** Whole units in a pack. */
export const PackFactorSchema = wholeNumber(1, 100_000);

/** How an item is packed: the box of 10 kits and the kit have a GTIN each. */
export const ItemPackageBody = z.object({
  /** Of 8, 12, 13 or 14 digits; stored with 14. One package of a laboratory has it. */
  gtin: GtinSchema.nullable().default(null),
  name: PackNameSchema,
  factor: PackFactorSchema,
});

export const ItemPackagesBody = z
  .array(ItemPackageBody)
  .max(MAX_PACKAGES, `An item can have at most ${MAX_PACKAGES} packs`)
  .superRefine((packages, context) => {
    for (const [index, { gtin, name, factor }] of packages.entries()) {
      const earlier = packages.slice(0, index);
      if (gtin !== null && earlier.some((one) => one.gtin === gtin)) {
        context.addIssue({ code: 'custom', path: [index, 'gtin'], message: 'Another pack of this item has this GTIN' });
      }
      if (gtin === null && earlier.some((one) => one.gtin === null && isSamePack(one, { name, factor }))) {
        context.addIssue({ code: 'custom', path: [index, 'name'], message: 'This item already has this pack' });
      }
    }
  });

export const ItemPackageSchema = z.object({
  /** 14 digits. */
  gtin: z.string().nullable(),
  name: z.string(),
  factor: z.number().int(),
});
export type ItemPackage = z.infer<typeof ItemPackageSchema>;

/** How a quantity was entered: so many packs of so many units. Later changes of the pack do not change it. */
export const EnteredPacksSchema = z.object({
  name: PackNameSchema,
  factor: PackFactorSchema,
  quantity: wholeNumber(0, 10_000_000),
});
export type EnteredPacks = z.infer<typeof EnteredPacksSchema>;

/** For `refine`: a quantity that was entered in packs is that of the units in them. */
export function agreesWithPacks({
  quantity,
  entered,
}: {
  quantity: number;
  entered?: EnteredPacks | undefined;
}): boolean {
  return !entered || entered.quantity * entered.factor === quantity;
}

export const packsDisagree = { path: ['quantity'], error: 'Must be the number of units in the packs' };

type Pack = Pick<ItemPackage, 'name' | 'factor'>;

/** Whether both mean the same pack, whatever GTIN it has. */
export function isSamePack(a: Pack, b: Pack): boolean {
  return a.factor === b.factor && a.name.toLowerCase() === b.name.toLowerCase();
}

/** `formatPack({ name: 'Box', factor: 50 })` → `Box of 50` */
export function formatPack({ name, factor }: Pack): string {
  return `${name} of ${factor.toLocaleString('en-US')}`;
}

/** `formatEntered({ name: 'Box', factor: 50, quantity: 3 }, 'test')` → `3 boxes of 50 = 150 tests` */
export function formatEntered(entered: EnteredPacks, unit: InventoryUnit): string {
  const { factor, quantity } = entered;
  return `${formatPacks(entered)} = ${formatQuantity(quantity * factor, unit)}`;
}

/** `3 boxes of 50`; a name that has no plural here is multiplied: `3 × Carton of 50`. */
export function formatPacks({ name, factor, quantity }: EnteredPacks): string {
  const count = quantity.toLocaleString('en-US');
  const known = inventoryUnits.find((one) => one === name.toLowerCase());
  const noun = known ? unitNoun(quantity, known) : plural(quantity, name, `× ${name}`);
  return `${count} ${noun} of ${factor.toLocaleString('en-US')}`;
}
