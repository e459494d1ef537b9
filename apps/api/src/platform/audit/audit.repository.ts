import type { Page } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter } from 'mongoose';
import { type ObjectId, objectId } from '../domain/object-id';
import { currentSession, readAll, writeLater } from '../mongo/unit-of-work';
import { AUDIT_MODEL, type AuditRow } from './audit.document';

export type LatestChange = Pick<AuditRow, 'at' | 'by'>;

/** Bounds what is read where almost all rows are of other kinds, as on a morning of clock-ins. */
const MOST_LOOKED_THROUGH = 500;
const STREAM_BATCH = 100;

@Injectable()
export class AuditRepository {
  constructor(@InjectModel(AUDIT_MODEL) private readonly model: Model<AuditRow>) {}

  async insert(rows: AuditRow[]): Promise<void> {
    // Directly through the driver: the rows are complete, and mongoose would take longer than the database.
    await writeLater(
      this.model,
      rows.map((row) => ({ insertOne: row })),
    );
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
          .find(filter, { at: 1, by: 1, action: 1, entity: 1, laboratoryId: 1, changes: 1 })
          .sort({ at: -1, _id: -1 })
          .skip((page - 1) * limit)
          .limit(limit)
          .session(currentSession())
          .lean<AuditRow[]>(),
      () => this.model.countDocuments(filter).session(currentSession()),
    );
    return { items, total };
  }

  /** The latest rows that are wanted, newest first, among the last 500 of the laboratory or the network. */
  async recent(
    laboratoryId: ObjectId | null,
    isWanted: (row: AuditRow) => boolean,
    limit: number,
  ): Promise<AuditRow[]> {
    const cursor = this.model
      .find(laboratoryId ? { laboratoryId } : {}, { changes: 0 })
      .sort({ at: -1, _id: -1 })
      .limit(MOST_LOOKED_THROUGH)
      .session(currentSession())
      .lean<AuditRow[]>()
      .cursor({ batchSize: 50 });
    const found: AuditRow[] = [];
    for await (const row of cursor as AsyncIterable<AuditRow>) {
      if (isWanted(row)) found.push(row);
      if (found.length === limit) break;
    }
    return found;
  }

  /** Newest first; counts and returns at most so many, so that a long log stays cheap. */
  async search(
    filter: QueryFilter<AuditRow>,
    { page, limit }: { page: number; limit: number },
    most: number,
  ): Promise<Page<AuditRow>> {
    const skip = (page - 1) * limit;
    const read = () =>
      this.model
        .find(filter)
        .sort({ at: -1, _id: -1 })
        .skip(skip)
        .limit(Math.min(limit, most - skip))
        .session(currentSession())
        .lean<AuditRow[]>();
    const [items, total] = await readAll(
      async () => (skip < most ? read() : []),
      () => this.model.countDocuments(filter, { limit: most }).session(currentSession()),
    );
    return { items, total };
  }

  /** Newest first, one by one, so that a long log is never held as a whole. */
  each(filter: QueryFilter<AuditRow>): AsyncIterable<AuditRow> {
    const rows = this.model.find(filter).sort({ at: -1, _id: -1 }).session(currentSession()).lean<AuditRow[]>();
    return rows.cursor({ batchSize: STREAM_BATCH }) as AsyncIterable<AuditRow>;
  }

  async count(filter: QueryFilter<AuditRow>, most: number): Promise<number> {
    return this.model.countDocuments(filter, { limit: most }).session(currentSession());
  }

  async latestChanges(
    entity: string,
    entityId: ObjectId,
    fields: readonly string[],
  ): Promise<Map<string, LatestChange>> {
    const latest = new Map<string, LatestChange>();
    const remaining = new Set(fields);
    if (remaining.size === 0) return latest;
    const rows = this.model
      .find({ entity, entityId, 'changes.field': { $in: fields } }, { at: 1, by: 1, 'changes.field': 1 })
      .sort({ at: -1, _id: -1 })
      .session(currentSession())
      .lean<(LatestChange & Pick<AuditRow, 'changes'>)[]>()
      .cursor({ batchSize: STREAM_BATCH });
    for await (const { at, by, changes } of rows as AsyncIterable<LatestChange & Pick<AuditRow, 'changes'>>) {
      for (const { field } of changes) if (remaining.delete(field)) latest.set(field, { at, by });
      if (remaining.size === 0) break;
    }
    return latest;
  }

  async findLast(laboratoryId: ObjectId): Promise<Date | null> {
    const last = await this.model
      .findOne({ laboratoryId }, { at: 1 })
      .sort({ at: -1, _id: -1 })
      .session(currentSession())
      .lean<AuditRow>();
    return last?.at ?? null;
  }
}
