import { transactionFlags, type TransactionFlag } from '@shifa/contract';

/** A party as filters and suggestions compare it: upper and lower case are alike. */
export function partyKeyOf(party: string): string {
  return party.trim().normalize('NFC').toLowerCase();
}

/** A reference as duplicates are told: neither case nor spaces make it another. */
export function referenceKeyOf(reference: string): string {
  return reference.normalize('NFC').toLowerCase().replaceAll(/\s+/g, '');
}

/** The flags as one text, so that an index on it is in the order of the days; null where there are none. */
export function flagSetOf(flags: readonly TransactionFlag[]): string | null {
  return transactionFlags.filter((flag) => flags.includes(flag)).join('+') || null;
}

/** Every set of flags that has one of these in it. */
export function flagSetsWith(wanted: readonly TransactionFlag[]): string[] {
  const sets = transactionFlags.reduce<TransactionFlag[][]>(
    (all, flag) => [...all, ...all.map((set) => [...set, flag])],
    [[]],
  );
  return sets.filter((set) => set.some((flag) => wanted.includes(flag))).flatMap((set) => flagSetOf(set) ?? []);
}
