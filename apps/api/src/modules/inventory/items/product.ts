import type { InventoryUnit } from '@shifa/contract';

/** Compares texts that people typed regardless of case and spacing. */
export function normalizedText(text: string | null): string {
  return (text ?? '').normalize('NFC').trim().toLowerCase().replaceAll(/\s+/g, ' ');
}

/** The same for items of the same product in any laboratory. Codes are not compared: each laboratory has its own. */
export function productKeyOf(item: { name: string; manufacturer: string | null; unit: InventoryUnit }): string {
  return [normalizedText(item.name), normalizedText(item.manufacturer), item.unit].join('|');
}
