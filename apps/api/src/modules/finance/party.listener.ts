import { type TransactionType, transactionTypes } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../platform/events/domain-events';
import { LabScope } from '../../platform/mongo/lab-scope';
import { newId, type ObjectId } from '../../platform/mongo/object-id';
import { searchWords } from '../../platform/mongo/search-words';
import { Clock } from '../../platform/time/clock';
import { latestOf, movesOf, type PartyMoves, type PartyUse, useIn } from './party-uses';
import type { LastUse, PartyRow } from './party.document';
import { PartyRepository } from './party.repository';
import { transactionsChanged } from './transaction.events';
import { TransactionRepository } from './transaction.repository';

/** Keeps the suggested parties equal to the entries, in the transaction that moves these. */
@Injectable()
export class PartyListener implements OnModuleInit {
  constructor(
    private readonly events: DomainEvents,
    private readonly parties: PartyRepository,
    private readonly entries: TransactionRepository,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.events.within(transactionsChanged, async ({ changes }) => {
      const moves = movesOf(changes);
      // One after the other, as a transaction takes its questions; the network's as one place more.
      for (const place of placesOf(moves)) await this.keep(place, within(place, moves));
    });
  }

  private async keep(place: ObjectId | null, { gone, come }: PartyMoves): Promise<void> {
    const keys = [...new Set([...gone, ...come].map(({ partyKey }) => partyKey))].sort();
    const known = await this.parties.known(LabScope.everywhere(), place, keys);
    const byKey = new Map(known.map((row) => [row.partyKey, row]));
    const rows: PartyRow[] = [];
    for (const partyKey of keys) {
      const of = (uses: PartyUse[]) => uses.filter((use) => use.partyKey === partyKey);
      const row = byKey.get(partyKey) ?? this.newParty(place, partyKey);
      rows.push(await this.moved(row, { gone: of(gone), come: of(come) }));
    }
    await this.parties.keep(rows);
  }

  private async moved(row: PartyRow, { gone, come }: PartyMoves): Promise<PartyRow> {
    const uses = { ...row.uses };
    const last = { ...row.last };
    for (const type of transactionTypes) {
      const [less, more] = [gone, come].map((moves) => moves.filter((use) => use.type === type)) as [
        PartyUse[],
        PartyUse[],
      ];
      uses[type] += more.length - less.length;
      uses.all += more.length - less.length;
      const isLastGone = less.some(({ entry }) => last[type]?.entry.equals(entry));
      last[type] = isLastGone ? await this.lastOf(row, type) : latestOf([last[type], ...more.map(toLastUse)]);
    }
    const newest = latestOf([last.income, last.expense]);
    return {
      ...row,
      uses,
      last,
      searchWords: searchWords(newest?.party),
      version: row.version + 1,
      updatedAt: this.clock.now(),
    };
  }

  /** By the entries themselves, which stand there as they are after the write. */
  private async lastOf({ laboratoryId, partyKey }: PartyRow, type: TransactionType): Promise<LastUse | null> {
    const scope = laboratoryId ? LabScope.ofLaboratory(laboratoryId.toHexString()) : LabScope.everywhere();
    const entry = await this.entries.lastOfParty(scope, type, partyKey);
    const use = entry && useIn(entry);
    return use && toLastUse(use);
  }

  private newParty(laboratoryId: ObjectId | null, partyKey: string): PartyRow {
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

function placesOf({ gone, come }: PartyMoves): (ObjectId | null)[] {
  const laboratories = new Map([...gone, ...come].map(({ laboratoryId: id }) => [id.toHexString(), id]));
  const inOrder = [...laboratories].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, id]) => id);
  return inOrder.length === 0 ? [] : [...inOrder, null];
}

function within(place: ObjectId | null, { gone, come }: PartyMoves): PartyMoves {
  const here = (uses: PartyUse[]) => uses.filter(({ laboratoryId }) => !place || laboratoryId.equals(place));
  return { gone: here(gone), come: here(come) };
}

function toLastUse({ entry, date, party, category, paymentMethod }: PartyUse): LastUse {
  return { entry, date, party, category, paymentMethod };
}
