import type { AuditEntry, Page } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../http/actor';
import { requestContext } from '../http/request-context';
import type { LabScope } from '../mongo/lab-scope';
import { newId, type ObjectId, objectId } from '../mongo/object-id';
import { Clock } from '../time/clock';
import type { AuditRow } from './audit.document';
import { AuditRepository } from './audit.repository';
import { changesBetween } from './changes';

export type PageRequest = { page: number; limit: number };

export type AuditedWrite = {
  /** Null if the system itself made the change. */
  actor: Pick<Actor, 'userId' | 'name'> | null;
  action: string;
  entity: string;
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
   * not bring its past in another laboratory along. The caller must check that the reader may see the document.
   */
  async history(scope: LabScope, entity: string, id: string, { page, limit }: PageRequest): Promise<Page<AuditEntry>> {
    const { items, total } = await this.rows.page(entity, objectId(id), page, limit, scope.laboratoryId);
    return { items: items.map((row) => toAuditEntry(row, scope)), total };
  }

  /** When something was last done in the laboratory. */
  async lastOf(laboratoryId: string): Promise<Date | null> {
    return this.rows.lastOf(objectId(laboratoryId));
  }
}

function toAuditEntry({ _id, at, by, action, changes }: AuditRow, scope: LabScope): AuditEntry {
  return {
    _id: _id.toHexString(),
    at: at.toISOString(),
    by: by && { _id: by._id.toHexString(), name: by.name },
    action,
    changes: scope.reachesAll || !isArrival(changes) ? changes : changes.flatMap(withoutBefore),
  };
}

/** Whether the change brought the document from another laboratory. */
function isArrival(changes: AuditRow['changes']): boolean {
  return changes.some(({ field, before }) => field === 'laboratoryId' && before !== undefined);
}

/** What the document was before its arrival belongs to the other laboratory. */
function withoutBefore({ field, after }: AuditRow['changes'][number]): AuditRow['changes'] {
  return after === undefined ? [] : [{ field, after }];
}
