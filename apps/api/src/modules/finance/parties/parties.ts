import { type PartyQuery, type PartySuggestion, type TransactionType, transactionTypes } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { LabScope } from '../../../platform/domain/lab-scope';
import { newId, type ObjectId, objectId } from '../../../platform/domain/object-id';
import { searchWords } from '../../../platform/mongo/search-words';
import { Clock } from '../../../platform/time/clock';
import { EntryRepository } from '../entry/entry.repository';
import type { Change } from '../../../platform/records/records';
import type { TransactionRow } from '../entry/entry.document';
import { type LastUse, MAX_SUGGESTIONS, type PartyKind, PartyRepository, type PartyRow } from './party.repository';

/** An entry that names a party. */
type PartyUse = LastUse & { laboratoryId: ObjectId; type: TransactionType; partyKey: string };

type PartyChanges = { removed: PartyUse[]; added: PartyUse[] };

/** Suggests parties of earlier entries. The suggestions are updated in the transaction that changes an entry. */
@Injectable()
export class Parties {
  constructor(
    private readonly parties: PartyRepository,
    private readonly transactions: EntryRepository,
    private readonly clock: Clock,
  ) {}

  /** Updates the suggestions in the transaction that changes entries. */
  async update(entries: readonly Change<TransactionRow>[]): Promise<void> {
    const changes = toPartyChanges(entries);
    // Sequentially, because a transaction runs one statement at a time.
    for (const laboratoryId of laboratoriesOf(changes)) await this.updateIn(laboratoryId, changes);
  }

  /** Parties of the given laboratory, by default of the viewer's own or, without one, of the whole network. */
  async suggest(actor: Actor, { search, type, laboratoryId }: PartyQuery): Promise<PartySuggestion[]> {
    const scope = actor.scope('transactions.view');
    const id = laboratoryId ?? scope.laboratoryId;
    const kind = type ?? 'all';
    const laboratory = id === null ? null : objectId(id);
    const rows = await this.parties.suggest(scope, { laboratoryId: laboratory, kind, search });
    return mergedParties(rows, kind).flatMap((row) => toPartySuggestion(row, type) ?? []);
  }

  private async updateIn(laboratoryId: ObjectId, { removed, added }: PartyChanges): Promise<void> {
    const isHere = (use: PartyUse) => use.laboratoryId.equals(laboratoryId);
    const uses = [...removed, ...added].filter(isHere);
    const keys = [...new Set(uses.map(({ partyKey }) => partyKey))].sort();
    const existing = await this.parties.findByKeys(LabScope.everywhere(), laboratoryId, keys);
    const byKey = new Map(existing.map((row) => [row.partyKey, row]));
    const rows: PartyRow[] = [];
    for (const partyKey of keys) {
      const isOfParty = (use: PartyUse) => isHere(use) && use.partyKey === partyKey;
      const row = byKey.get(partyKey) ?? this.newParty(laboratoryId, partyKey);
      rows.push(await this.changed(row, { removed: removed.filter(isOfParty), added: added.filter(isOfParty) }));
    }
    await this.parties.save(rows);
  }

  private async changed(row: PartyRow, { removed, added }: PartyChanges): Promise<PartyRow> {
    const uses = { ...row.uses };
    const last = { ...row.last };
    for (const type of transactionTypes) {
      const isOfType = (use: PartyUse) => use.type === type;
      const [less, more] = [removed.filter(isOfType), added.filter(isOfType)];
      uses[type] += more.length - less.length;
      uses.all += more.length - less.length;
      const isLastRemoved = less.some(({ entry }) => last[type]?.entry.equals(entry));
      last[type] = isLastRemoved ? await this.readLastUse(row, type) : findLatest([last[type], ...more.map(toLastUse)]);
    }
    const latest = findLatest([last.income, last.expense]);
    return {
      ...row,
      uses,
      last,
      searchWords: searchWords(latest?.party),
      version: row.version + 1,
      updatedAt: this.clock.now(),
    };
  }

  /** Reads the entries, which already contain the change. */
  private async readLastUse({ laboratoryId, partyKey }: PartyRow, type: TransactionType): Promise<LastUse | null> {
    const scope = LabScope.ofLaboratory(laboratoryId.toHexString());
    const entry = await this.transactions.findLatestOfParty(scope, type, partyKey);
    const use = entry && toUse(entry);
    return use && toLastUse(use);
  }

  private newParty(laboratoryId: ObjectId, partyKey: string): PartyRow {
    const now = this.clock.now();
    return {
      _id: newId(),
      laboratoryId,
      partyKey,
      searchWords: [],
      uses: { all: 0, income: 0, expense: 0 },
      last: { income: null, expense: null },
      version: 0,
      createdAt: now,
      updatedAt: now,
    };
  }
}

/** Sorted, so that concurrent transactions write in the same order. */
function laboratoriesOf({ removed, added }: PartyChanges): ObjectId[] {
  const laboratories = new Map([...removed, ...added].map(({ laboratoryId: id }) => [id.toHexString(), id]));
  return [...laboratories].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, id]) => id);
}

function toLastUse({ entry, date, party, category, paymentMethod }: PartyUse): LastUse {
  return { entry, date, party, category, paymentMethod };
}

function toPartySuggestion({ uses, last }: PartyRow, type: TransactionType | undefined): PartySuggestion | null {
  const latest = type ? last[type] : findLatest([last.income, last.expense]);
  if (!latest) return null;
  const { party, category, paymentMethod, date } = latest;
  return { party, category, paymentMethod, uses: uses[type ?? 'all'], lastUsedOn: date };
}

/** How changes to entries affect the uses of parties; a mere decision does not. */
function toPartyChanges(changes: readonly Change<TransactionRow>[]): PartyChanges {
  const uses = changes
    .map(({ before, after }) => ({ removed: before && toUse(before), added: toUse(after) }))
    .filter(({ removed, added }) => !isSame(removed, added));
  return { removed: uses.flatMap(({ removed }) => removed ?? []), added: uses.flatMap(({ added }) => added ?? []) };
}

/** Null for cancelled and contra entries, which no one would repeat. */
function toUse(entry: TransactionRow): PartyUse | null {
  const { _id, laboratoryId, type, date, party, partyKey, category, paymentMethod, status, reversalOf } = entry;
  if (party === null || partyKey === null || status === 'cancelled' || reversalOf !== null) return null;
  return { entry: _id, laboratoryId, type, date, party, partyKey, category, paymentMethod };
}

/** The latest by date and then by creation. */
export function findLatest(uses: readonly (LastUse | null)[]): LastUse | null {
  return uses.reduce((latest, use) => (latest && (!use || orderOf(use) <= orderOf(latest)) ? latest : use), null);
}

/** Parties of several laboratories, each once, most used first. */
function mergedParties(rows: readonly PartyRow[], kind: PartyKind): PartyRow[] {
  const merged = new Map<string, PartyRow>();
  for (const row of rows) {
    const known = merged.get(row.partyKey);
    merged.set(row.partyKey, known ? addUp(known, row) : row);
  }
  return [...merged.values()]
    .toSorted((a, b) => b.uses[kind] - a.uses[kind] || (a.partyKey < b.partyKey ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS);
}

function addUp(a: PartyRow, b: PartyRow): PartyRow {
  const uses = {
    all: a.uses.all + b.uses.all,
    income: a.uses.income + b.uses.income,
    expense: a.uses.expense + b.uses.expense,
  };
  const last = {
    income: findLatest([a.last.income, b.last.income]),
    expense: findLatest([a.last.expense, b.last.expense]),
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
