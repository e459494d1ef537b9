import type { Page } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { type ObjectId, objectId } from '../mongo/object-id';
import { currentSession, readAll } from '../mongo/unit-of-work';
import { AUDIT_MODEL, type AuditRow } from './audit.document';

@Injectable()
export class AuditRepository {
  constructor(@InjectModel(AUDIT_MODEL) private readonly model: Model<AuditRow>) {}

  async insert(rows: AuditRow[]): Promise<void> {
    // Directly through the driver: the rows are complete, and mongoose would take longer than the database.
    await this.model.collection.insertMany(rows, { session: currentSession() ?? undefined });
  }

  /** The audit rows of one document, newest first; of one laboratory only, where one is given. */
  async page(
    entity: string,
    entityId: ObjectId,
    page: number,
    limit: number,
    laboratoryId: string | null = null,
  ): Promise<Page<AuditRow>> {
    const filter = { entity, entityId, ...(laboratoryId !== null && { laboratoryId: objectId(laboratoryId) }) };
    const [items, total] = await readAll(
      () =>
        this.model
          .find(filter, { at: 1, by: 1, action: 1, changes: 1 })
          .sort({ at: -1, _id: -1 })
          .skip((page - 1) * limit)
          .limit(limit)
          .session(currentSession())
          .lean<AuditRow[]>(),
      () => this.model.countDocuments(filter).session(currentSession()),
    );
    return { items, total };
  }

  async lastOf(laboratoryId: ObjectId): Promise<Date | null> {
    const last = await this.model
      .findOne({ laboratoryId }, { at: 1 })
      .sort({ at: -1, _id: -1 })
      .session(currentSession())
      .lean<AuditRow>();
    return last?.at ?? null;
  }
}
