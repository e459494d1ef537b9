import type { AuditEntity, AuditEntry, Page, Permission } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../domain/actor';
import { requestContext } from '../request-context';
import type { LabScope } from '../domain/lab-scope';
import type { Filter } from '../mongo/scoped-repository';
import { isFields } from '../mongo/canonical-bson';
import { isObjectId, newId, type ObjectId, objectId } from '../domain/object-id';
import { Clock } from '../time/clock';
import type { AuditRow } from './audit.document';
import { shownChanges } from './audited-fields';
import { AuditRepository, type LatestChange } from './audit.repository';
import { changesBetween } from './changes';

/** Who reads, within which scope, and by which permission the document was already opened for them. */
type Reader = { viewer: Actor; scope: LabScope; permission?: Permission };

type Change = AuditRow['changes'][number];

export type PageRequest = { page: number; limit: number };

export type AuditFilter = {
  by?: string;
  entity?: string;
  entityId?: string;
  action?: string;
  laboratoryId?: string;
  from: Date;
  until: Date;
};

export type AuditedWrite = {
  /** Null if the system itself made the change. */
  actor: Pick<Actor, 'userId' | 'name'> | null;
  action: string;
  entity: AuditEntity;
  entityId: ObjectId;
  /** Null if the document belongs to the whole network. */
  laboratoryId: ObjectId | null;
  before: object | null;
  after: object | null;
  /** The current time, except for the past of the demo network. */
  at?: Date;
};

/** Records who did what and when, with each changed field before and after, in the transaction of the change. */
@Injectable()
export class AuditLog {
  constructor(
    private readonly rows: AuditRepository,
    private readonly clock: Clock,
  ) {}

  async record(...entries: AuditedWrite[]): Promise<void> {
    const requestId = requestContext.getStore()?.requestId ?? null;
    const rows = entries.map(({ actor, before, after, at = this.clock.now(), ...entry }) => ({
      ...entry,
      _id: newId(),
      at,
      by: actor && { _id: objectId(actor.userId), name: actor.name },
      changes: changesBetween(before, after),
      requestId,
    }));
    if (rows.length > 0) await this.rows.insert(rows);
  }

  /**
   * The history of one document, newest first, as far as it took place within the scope: a document that has moved does
   * not bring its past in another laboratory along. The caller must check that the reader can see the document.
   */
  async history(reader: Reader, entity: string, id: string, { page, limit }: PageRequest): Promise<Page<AuditEntry>> {
    const { items, total } = await this.rows.page(entity, objectId(id), page, limit, reader.scope.laboratoryId);
    return { items: items.map((row) => toAuditEntry(row, reader)), total };
  }

  /**
   * The latest changes that are wanted, without the fields, newest first. The caller must check that the reader can see
   * each document.
   */
  async recent(
    laboratoryId: string | null,
    isWanted: (row: Pick<AuditRow, 'entity' | 'action'>) => boolean,
    limit: number,
  ): Promise<Omit<AuditRow, 'changes'>[]> {
    return this.rows.recent(laboratoryId === null ? null : objectId(laboratoryId), isWanted, limit);
  }

  /** What took place within the scope, newest first; at most `most` rows are counted. */
  async search(
    reader: Reader,
    filter: AuditFilter,
    { page, limit }: PageRequest,
    most: number,
  ): Promise<Page<AuditRow>> {
    const { items, total } = await this.rows.search(within(reader.scope, filter), { page, limit }, most);
    return { items: items.map((row) => ({ ...row, changes: visibleChanges(row, reader) })), total };
  }

  /** As `search`, all rows one by one, newest first. */
  async *each(reader: Reader, filter: AuditFilter): AsyncIterable<AuditRow> {
    for await (const row of this.rows.each(within(reader.scope, filter))) {
      yield { ...row, changes: visibleChanges(row, reader) };
    }
  }

  count(scope: LabScope, filter: AuditFilter, most: number): Promise<number> {
    return this.rows.count(within(scope, filter), most);
  }

  /** Who last changed each of these fields of a document, as far as the log knows, and when. */
  latestChanges(entity: string, id: string, fields: readonly string[]): Promise<Map<string, LatestChange>> {
    return this.rows.latestChanges(entity, objectId(id), fields);
  }

  /** When something was last done in the laboratory. */
  async findLast(laboratoryId: string): Promise<Date | null> {
    return this.rows.findLast(objectId(laboratoryId));
  }
}

function toAuditEntry(row: AuditRow, reader: Reader): AuditEntry {
  const { _id, at, by, action } = row;
  return {
    _id: _id.toHexString(),
    at: at.toISOString(),
    by: by && { _id: by._id.toHexString(), name: by.name },
    action,
    changes: visibleChanges(row, reader),
  };
}

/** The only way by which changes leave the log. */
function visibleChanges(row: AuditRow, { viewer, scope, permission }: Reader): AuditRow['changes'] {
  const shown = shownChanges(viewer, row, permission).flatMap((change) => withinScope(scope, change));
  return scope.reachesAll || !isArrival(row.changes) ? shown : shown.flatMap(withoutBefore);
}

/** The filter never widens the scope: of a scope and another laboratory, nothing is found. */
function within({ laboratoryId, userId }: LabScope, filter: AuditFilter): Filter {
  const { by, entity, entityId, action, laboratoryId: requested, from, until } = filter;
  return {
    $and: [
      ...[laboratoryId, requested].flatMap((id) => (id ? [{ laboratoryId: objectId(id) }] : [])),
      ...[userId, by].flatMap((id) => (id ? [{ 'by._id': objectId(id) }] : [])),
      { at: { $gte: from, $lt: until } },
    ],
    ...(entity !== undefined && { entity }),
    ...(entityId !== undefined && { entityId: objectId(entityId) }),
    ...(action !== undefined && { action }),
  };
}

/** A document of several laboratories lists something of each; readers see the entries of those within their scope. */
function withinScope(scope: LabScope, change: Change): Change[] {
  const isReached = (entry: unknown) =>
    !isFields(entry) || !isObjectId(entry.laboratoryId) || scope.reaches(entry.laboratoryId.toHexString());
  const { before, after } = change;
  const all = [before, after].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  if (all.every(isReached)) return [change];
  if (!all.some(isReached)) return [];
  const reached = (value: unknown) => (Array.isArray(value) ? value.filter(isReached) : value);
  return [{ ...change, before: reached(before), after: reached(after) }];
}

/** Whether the change brought the document from another laboratory. */
function isArrival(changes: AuditRow['changes']): boolean {
  return changes.some(({ field, before }) => field === 'laboratoryId' && before !== undefined);
}

/** What the document was before its arrival belongs to the other laboratory. */
function withoutBefore({ before: _, ...change }: Change): Change[] {
  return change.after === undefined ? [] : [change];
}
