import type { TransactionType } from '@shifa/contract';
import type { ObjectId } from '../../platform/mongo/object-id';
import type { LastUse } from './party.document';
import type { TransactionRow } from './transaction.document';
import type { TransactionChange } from './transaction.events';

/** That an entry names a party. */
export type PartyUse = LastUse & { laboratoryId: ObjectId; type: TransactionType; partyKey: string };

/** What a write moves: the uses that are no more, and those that are new. */
export type PartyMoves = { gone: PartyUse[]; come: PartyUse[] };

/** What changes do to the uses of parties; nothing where an entry is merely decided. */
export function movesOf(changes: readonly TransactionChange[]): PartyMoves {
  const moved = changes
    .map(({ before, after }) => ({ gone: before && useIn(before), come: useIn(after) }))
    .filter(({ gone, come }) => !isSame(gone, come));
  return { gone: moved.flatMap(({ gone }) => gone ?? []), come: moved.flatMap(({ come }) => come ?? []) };
}

/** None in what was cancelled or takes another entry back: nobody would enter that again. */
export function useIn(entry: TransactionRow): PartyUse | null {
  const { _id, laboratoryId, type, date, party, partyKey, category, paymentMethod, status, reversalOf } = entry;
  if (party === null || partyKey === null || status === 'cancelled' || reversalOf !== null) return null;
  return { entry: _id, laboratoryId, type, date, party, partyKey, category, paymentMethod };
}

/** The one that is dated last, and of those of a day the one that was entered last. */
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
