import type { AuditEntry, Page } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../http/actor';
import { requestContext } from '../http/request-context';
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

  /** The history of one document, newest first. The caller must check that the reader may see the document. */
  async history(entity: string, id: string, { page, limit }: PageRequest): Promise<Page<AuditEntry>> {
    const { items, total } = await this.rows.page(entity, objectId(id), page, limit);
    return { items: items.map(toAuditEntry), total };
  }
}

function toAuditEntry({ _id, at, by, action, changes }: AuditRow): AuditEntry {
  return {
    _id: _id.toHexString(),
    at: at.toISOString(),
    by: by && { _id: by._id.toHexString(), name: by.name },
    action,
    changes,
  };
}
