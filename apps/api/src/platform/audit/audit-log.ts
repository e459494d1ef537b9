import type { AuditEntry } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { Actor } from '../http/actor';
import { requestContext } from '../http/request-context';
import { currentSession } from '../mongo/transactions';
import { Clock } from '../time/clock';
import { AUDIT_MODEL, type AuditRow } from './audit.document';
import { changesBetween } from './changes';

type Written = {
  /** Null where the system acts by itself. */
  actor: Actor | null;
  action: string;
  entity: string;
  entityId: Types.ObjectId;
  laboratoryId: Types.ObjectId | null;
  before: object | null;
  after: object | null;
};

/** Who did what, when, with each field before and after; written in the transaction of the fact. */
@Injectable()
export class AuditLog {
  constructor(
    @InjectModel(AUDIT_MODEL) private readonly rows: Model<AuditRow>,
    private readonly clock: Clock,
  ) {}

  async record({ actor, before, after, ...entry }: Written): Promise<void> {
    const row = {
      ...entry,
      _id: new Types.ObjectId(),
      at: this.clock.now(),
      by: actor && { _id: new Types.ObjectId(actor.userId), name: actor.name },
      changes: changesBetween(before as Record<string, unknown> | null, after as Record<string, unknown> | null),
      requestId: requestContext.getStore()?.requestId ?? null,
    };
    await this.rows.insertMany([row], { session: currentSession() ?? undefined, lean: true });
  }

  /** The story of one document, newest first. Whether the reader may see it is the caller's to have checked. */
  async storyOf(
    entity: string,
    entityId: string,
    page: number,
    limit: number,
  ): Promise<{ entries: AuditEntry[]; total: number }> {
    const filter = { entity, entityId: new Types.ObjectId(entityId) };
    const [rows, total] = await Promise.all([
      this.rows
        .find(filter, { at: 1, by: 1, action: 1, changes: 1 })
        .sort({ at: -1, _id: -1 })
        .skip((page - 1) * limit)
        .limit(limit)
        .lean<AuditRow[]>(),
      this.rows.countDocuments(filter),
    ]);
    return { entries: rows.map(toAuditEntry), total };
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
