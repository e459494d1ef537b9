import type { InventoryUnit } from '@shifa/contract';

/** Compares texts that people typed regardless of case and spacing. */
export function normalizedText(text: string | null): string {
  return (text ?? '').normalize('NFC').trim().toLowerCase().replaceAll(/\s+/g, ' ');
}

/** An item that was renamed more often is no longer the same product. */
export const MAX_PRODUCT_KEYS = 20;

export const TOO_MANY_NAMES = `An item can have at most ${MAX_PRODUCT_KEYS} names in its life. Create a new item instead.`;

/** The same for items of the same product in any laboratory. Codes are not compared: each laboratory has its own. */
export function productKeyOf(item: { name: string; manufacturer: string | null; unit: InventoryUnit }): string {
  return [normalizedText(item.name), normalizedText(item.manufacturer), item.unit].join('|');
}

/**
 * The keys of everything that an item has been. They are only ever added to, so that a rename or another manufacturer
 * takes nothing out of a recall.
 */
export function productKeysOf(item: Parameters<typeof productKeyOf>[0] & { productKeys: readonly string[] }): string[] {
  return [...new Set([...item.productKeys, productKeyOf(item)])];
}
