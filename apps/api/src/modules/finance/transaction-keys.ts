/** A party as filters and suggestions compare it: upper and lower case are alike. */
export function partyKeyOf(party: string): string;
export function partyKeyOf(party: string | null): string | null;
export function partyKeyOf(party: string | null): string | null {
  return party && party.trim().normalize('NFC').toLowerCase();
}

/** A reference as duplicates are told: neither case nor spaces make it another. */
export function referenceKeyOf(reference: string): string;
export function referenceKeyOf(reference: string | null): string | null;
export function referenceKeyOf(reference: string | null): string | null {
  return reference && reference.normalize('NFC').toLowerCase().replaceAll(/\s+/g, '');
}
