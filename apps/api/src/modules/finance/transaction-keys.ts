/** A party as filters and suggestions compare it: upper and lower case are alike. */
export function partyKeyOf(party: string): string {
  return party.trim().normalize('NFC').toLowerCase();
}

/** A reference as duplicates are told: neither case nor spaces make it another. */
export function referenceKeyOf(reference: string): string {
  return reference.normalize('NFC').toLowerCase().replaceAll(/\s+/g, '');
}
