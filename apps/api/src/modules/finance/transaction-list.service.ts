import type {
  Duplicate,
  DuplicateQuery,
  PartyQuery,
  PartySuggestion,
  TransactionListItem,
  TransactionListQuery,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';
import type { LabScope } from '../../platform/mongo/lab-scope';
import { type ObjectId, objectId } from '../../platform/mongo/object-id';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { toPartySuggestion } from './party.mapper';
import { PartyRepository } from './party.repository';
import { PeriodLocks } from './period-lock.service';
import { filterOf } from './transaction-filter';
import { referenceKeyOf } from './transaction-keys';
import type { TransactionRow } from './transaction.document';
import { toListItem } from './transaction.mapper';
import { TransactionRepository } from './transaction.repository';

const DUPLICATES_SHOWN = 5;

/** The list of entries, and what an entry form asks of it. */
@Injectable()
export class TransactionListService {
  constructor(
    private readonly entries: TransactionRepository,
    private readonly partyRows: PartyRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly locks: PeriodLocks,
  ) {}

  async list(actor: Actor, query: TransactionListQuery): Promise<{ items: TransactionListItem[]; total: number }> {
    const scope = actor.scope('transactions.view');
    const lockedThrough = await this.locks.through();
    const { items: rows, total } = await this.entries.list(scope, filterOf(query, { actor, lockedThrough }), query);
    const laboratories = await this.laboratories.findAll(laboratoryIdsOf(rows));
    return { items: rows.map((row) => toListItem(row, actor, laboratories, lockedThrough)), total };
  }

  /** Of the laboratory, or of all within reach where none is named; none of one beyond reach. */
  async parties(actor: Actor, { search, type, laboratoryId }: PartyQuery): Promise<PartySuggestion[]> {
    const scope = actor.scope('transactions.view');
    const place = placeOf(scope, laboratoryId);
    const rows = await this.partyRows.suggest(scope, {
      laboratoryId: place === undefined ? null : objectId(place),
      kind: type ?? 'all',
      search,
    });
    return rows.flatMap((row) => toPartySuggestion(row, type) ?? []);
  }

  /** As `parties`. */
  async duplicates(actor: Actor, { reference, laboratoryId, except }: DuplicateQuery): Promise<Duplicate[]> {
    const scope = actor.scope('transactions.view');
    const sought = { referenceKey: referenceKeyOf(reference), laboratoryId: placeOf(scope, laboratoryId), except };
    const rows = await this.entries.withReference(scope, sought, DUPLICATES_SHOWN);
    return rows.map(toDuplicate);
  }
}

/** Of the laboratory that is named, or of the own one; `undefined` is all within reach. */
function placeOf(scope: LabScope, laboratoryId: string | undefined): string | undefined {
  return laboratoryId ?? scope.laboratoryId ?? undefined;
}

function laboratoryIdsOf(rows: readonly TransactionRow[]): ObjectId[] {
  return [...new Map(rows.map(({ laboratoryId: id }) => [id.toHexString(), id])).values()];
}

function toDuplicate({ _id, transactionNo, date, type, amountPaise, party, status }: TransactionRow): Duplicate {
  return { _id: _id.toHexString(), transactionNo, date, type, amountPaise, party, status };
}
