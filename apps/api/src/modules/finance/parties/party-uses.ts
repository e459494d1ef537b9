import type { TransactionType } from '@shifa/contract';
import type { ObjectId } from '../../../platform/mongo/object-id';
import type { Change } from '../../../platform/records/records';
import type { TransactionRow } from '../entry/entry.document';
import type { LastUse, PartyRow } from './party.document';

export const MAX_SUGGESTIONS = 10;

/** The entries in which a party is used. */
export type PartyKind = 'all' | TransactionType;

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

/** Parties of several laboratories, each once, most used first. */
export function mergedParties(rows: readonly PartyRow[], kind: PartyKind): PartyRow[] {
  const merged = new Map<string, PartyRow>();
  for (const row of rows) {
    const known = merged.get(row.partyKey);
    merged.set(row.partyKey, known ? sumOf(known, row) : row);
  }
  return [...merged.values()]
    .toSorted((a, b) => b.uses[kind] - a.uses[kind] || (a.partyKey < b.partyKey ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS);
}

function sumOf(a: PartyRow, b: PartyRow): PartyRow {
  const uses = {
    all: a.uses.all + b.uses.all,
    income: a.uses.income + b.uses.income,
    expense: a.uses.expense + b.uses.expense,
  };
  const last = {
    income: latestOf([a.last.income, b.last.income]),
    expense: latestOf([a.last.expense, b.last.expense]),
  };
  return { ...a, uses, last };
}

function orderOf({ date, entry }: LastUse): string {
  return `${date} ${entry.toHexString()}`;
}

function isSame(a: PartyUse | null, b: PartyUse | null): boolean {
  if (!a || !b) return a === b;
  return (['type', 'date', 'party', 'category', 'paymentMethod'] as const).every((field) => a[field] === b[field]);
}
