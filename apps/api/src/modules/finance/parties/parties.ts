import { type PartyQuery, type PartySuggestion, type TransactionType, transactionTypes } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../../platform/events/domain-events';
import type { Actor } from '../../../platform/http/actor';
import { LabScope } from '../../../platform/mongo/lab-scope';
import { newId, type ObjectId, objectId } from '../../../platform/mongo/object-id';
import { searchWords } from '../../../platform/mongo/search-words';
import { Clock } from '../../../platform/time/clock';
import { transactionsChanged } from '../entry/entries';
import { TransactionRepository } from '../entry/entry.repository';
import { latestOf, mergedParties, type PartyChanges, partyChangesOf, type PartyUse, useOf } from './party-uses';
import type { LastUse, PartyRow } from './party.document';
import { PartyRepository } from './party.repository';

/** Suggests parties of earlier entries. The suggestions are updated in the transaction that changes an entry. */
@Injectable()
export class PartyService implements OnModuleInit {
  constructor(
    private readonly events: DomainEvents,
    private readonly parties: PartyRepository,
    private readonly transactions: TransactionRepository,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.events.within(transactionsChanged, async ({ changes: entries }) => {
      const changes = partyChangesOf(entries);
      // Sequentially, because a transaction runs one statement at a time.
      for (const laboratoryId of laboratoriesOf(changes)) await this.update(laboratoryId, changes);
    });
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

  private async update(laboratoryId: ObjectId, { removed, added }: PartyChanges): Promise<void> {
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
      last[type] = isLastRemoved ? await this.lastUseOf(row, type) : latestOf([last[type], ...more.map(toLastUse)]);
    }
    const latest = latestOf([last.income, last.expense]);
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
  private async lastUseOf({ laboratoryId, partyKey }: PartyRow, type: TransactionType): Promise<LastUse | null> {
    const scope = LabScope.ofLaboratory(laboratoryId.toHexString());
    const entry = await this.transactions.findLatestOfParty(scope, type, partyKey);
    const use = entry && useOf(entry);
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
  const latest = type ? last[type] : latestOf([last.income, last.expense]);
  if (!latest) return null;
  const { party, category, paymentMethod, date } = latest;
  return { party, category, paymentMethod, uses: uses[type ?? 'all'], lastUsedOn: date };
}
