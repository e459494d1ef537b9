import type { TransactionType } from '@shifa/contract';
import type { ObjectId } from '../../../platform/mongo/object-id';
import type { Change } from '../../../platform/records/records';
import type { TransactionRow } from '../transactions/transaction.document';
import type { LastUse } from './party.document';

/** An entry that names a party. */
export type PartyUse = LastUse & { laboratoryId: ObjectId; type: TransactionType; partyKey: string };

export type PartyChanges = { removed: PartyUse[]; added: PartyUse[] };

/** How changes to entries affect the uses of parties; a mere decision does not. */
export function partyChangesOf(changes: readonly Change<TransactionRow>[]): PartyChanges {
  const uses = changes
    .map(({ before, after }) => ({ removed: before && useOf(before), added: useOf(after) }))
    .filter(({ removed, added }) => !isSame(removed, added));
  return { removed: uses.flatMap(({ removed }) => removed ?? []), added: uses.flatMap(({ added }) => added ?? []) };
}

/** Null for cancelled and contra entries, which nobody would repeat. */
export function useOf(entry: TransactionRow): PartyUse | null {
  const { _id, laboratoryId, type, date, party, partyKey, category, paymentMethod, status, reversalOf } = entry;
  if (party === null || partyKey === null || status === 'cancelled' || reversalOf !== null) return null;
  return { entry: _id, laboratoryId, type, date, party, partyKey, category, paymentMethod };
}

/** The latest by date and then by creation. */
export function latestOf(uses: readonly (LastUse | null)[]): LastUse | null {
  return uses.reduce((latest, use) => (latest && (!use || orderOf(use) <= orderOf(latest)) ? latest : use), null);
}

function orderOf({ date, entry }: LastUse): string {
  return `${date} ${entry.toHexString()}`;
}

function isSame(a: PartyUse | null, b: PartyUse | null): boolean {
  if (!a || !b) return a === b;
  return (['type', 'date', 'party', 'category', 'paymentMethod'] as const).every((field) => a[field] === b[field]);
}
