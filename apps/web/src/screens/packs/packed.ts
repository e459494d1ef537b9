import { type EnteredPacks, formatPack, isSamePack, type ItemPackage, type Scan } from '@shifa/contract';

type Pack = Pick<ItemPackage, 'name' | 'factor'>;

/**
 * A quantity as it is typed: in units or, with a pack, in packs of it. The pack is a copy, so that what was typed keeps
 * its meaning when the packs of the item change meanwhile; the API then asks to choose again.
 */
export type Packed = { quantity: number | null; pack: Pack | null };

/** The units of what was typed; null while nothing is, `NaN` while it is no number. */
export function unitsOf({ quantity, pack }: Packed): number | null {
  return quantity === null ? null : quantity * (pack?.factor ?? 1);
}

/** How it was entered, as the API keeps it; nothing for units. */
export function enteredIn({ quantity, pack }: Packed): EnteredPacks | undefined {
  return pack && quantity !== null ? { name: pack.name, factor: pack.factor, quantity } : undefined;
}

/** Units in packs where they fill them, else in units. */
export function packedAs(units: number, pack: Pack | null | undefined): Packed {
  return pack && units % pack.factor === 0 ? { quantity: units / pack.factor, pack } : { quantity: units, pack: null };
}

/** The same units in another pack, for a number that no one has typed; blank where they do not fill the packs. */
export function inOtherPack(before: Packed, pack: Pack | null): Packed {
  const units = unitsOf(before);
  if (units === null || !pack) return { quantity: units, pack };
  return { quantity: units % pack.factor === 0 ? units / pack.factor : null, pack };
}

/** One pack more, or as many as the outer box contains; in units where packs differ. Nothing if a code says no pack. */
export function withScanned(
  { quantity, pack: counted }: Packed,
  { code, package: pack }: Pick<Scan, 'code' | 'package'>,
): Packed | undefined {
  const known = Number.isInteger(quantity) ? (quantity ?? 0) : 0;
  const units = known * (counted?.factor ?? 1);
  if (code?.count != null) return { quantity: units + code.count, pack: null };
  if (!pack) return undefined;
  const more = code?.contained ?? 1;
  const scanned = pack.factor === 1 ? null : { name: pack.name, factor: pack.factor };
  const isSame = scanned === null ? counted === null : counted !== null && isSamePack(scanned, counted);
  if (known === 0 || isSame) return { quantity: known + more, pack: scanned };
  return { quantity: units + more * pack.factor, pack: null };
}

/** The packs to choose from, each once, and the chosen one also where the item no longer has it. */
export function packChoices(packs: readonly Pack[], chosen: Pack | null): Map<string, Pack> {
  return new Map([...packs, ...(chosen ? [chosen] : [])].map((pack) => [formatPack(pack), pack]));
}
