import type { Page } from '@shifa/contract';
import { type Model, type mongo, type PipelineStage, type ProjectionType, type QueryFilter, Types } from 'mongoose';
import { LabScope } from './lab-scope';
import { currentSession } from './unit-of-work';

/** What every mutable document carries. */
export type Stored = { _id: Types.ObjectId; version: number; createdAt: Date; updatedAt: Date };

export type Filter = Record<string, unknown>;

type PageRequest = {
  filter: Filter;
  sort: Record<string, 1 | -1>;
  page: number;
  limit: number;
  projection?: Record<string, 0 | 1>;
};

/** The fields by which a document belongs to a laboratory and, where it does, to a person. */
type Ownership = { laboratory: string; person?: string };

const STREAM_BATCH = 500;

/**
 * The only way to a collection that laboratories own: each call takes the scope first, and it stands first in what is
 * sent. What lies outside the scope is as if it were not there.
 */
export abstract class ScopedRepository<Row extends Stored> {
  protected constructor(
    protected readonly model: Model<Row>,
    private readonly ownership: Ownership,
  ) {}

  async findById(scope: LabScope, id: string): Promise<Row | null> {
    return this.findOne(scope, { _id: new Types.ObjectId(id) });
  }

  async findOne(scope: LabScope, filter: Filter): Promise<Row | null> {
    return this.model.findOne(this.within(scope, filter)).session(currentSession()).lean<Row>();
  }

  async find(
    scope: LabScope,
    filter: Filter,
    options: { sort?: Record<string, 1 | -1>; limit: number; projection?: Record<string, 0 | 1> },
  ): Promise<Row[]> {
    const { sort = { _id: 1 }, limit, projection = {} } = options;
    return this.model
      .find(this.within(scope, filter), projection as ProjectionType<Row>)
      .sort(sort)
      .limit(limit)
      .session(currentSession())
      .lean<Row[]>();
  }

  /** A page, stable because ties are broken by `_id`, with the count of all that match. */
  async page(scope: LabScope, { filter, sort, page, limit, projection = {} }: PageRequest): Promise<Page<Row>> {
    const all = this.within(scope, filter) as mongo.Filter<mongo.Document>;
    // By the driver itself: on the hottest path of all, mongoose's query building was a tenth of the cost.
    const { collection } = this.model;
    const [items, total] = await Promise.all([
      collection
        .find<Row>(all, {
          projection,
          sort: withTieBreak(sort),
          skip: (page - 1) * limit,
          limit,
        })
        .toArray(),
      // The count of everything stands in the collection's own figures; no document is read for it.
      Object.keys(all).length === 0 ? collection.estimatedDocumentCount() : collection.countDocuments(all),
    ]);
    return { items, total };
  }

  /** All that match, one by one and as a page is ordered, for what is too much to hold at once. */
  stream(scope: LabScope, { filter, sort, projection = {} }: Omit<PageRequest, 'page' | 'limit'>): AsyncIterable<Row> {
    const all = this.within(scope, filter) as mongo.Filter<mongo.Document>;
    return this.model.collection.find<Row>(all, { projection, sort: withTieBreak(sort), batchSize: STREAM_BATCH });
  }

  async count(scope: LabScope, filter: Filter): Promise<number> {
    return this.model.countDocuments(this.within(scope, filter)).session(currentSession());
  }

  async insert(row: Row): Promise<Row> {
    await new this.model(row).save({ session: currentSession() ?? undefined });
    return row;
  }

  /** Writes only if the document is still at the version; `null` when it is not, or is out of scope. */
  async updateAt(scope: LabScope, id: string, version: number, changes: Filter, at: Date): Promise<Row | null> {
    return this.model
      .findOneAndUpdate(
        this.within(scope, { _id: new Types.ObjectId(id), version }),
        { $set: { ...changes, updatedAt: at }, $inc: { version: 1 } },
        { returnDocument: 'after', runValidators: false },
      )
      .session(currentSession())
      .lean<Row>();
  }

  async insertMany(rows: Row[]): Promise<void> {
    await this.model.insertMany(rows, { session: currentSession() ?? undefined, lean: true });
  }

  /**
   * Writes many within the transaction under way, each only if it is still at its version; whether all were. Where
   * not, the caller has to undo the transaction.
   */
  async updateEachAt(scope: LabScope, writes: { row: Row; changes: Filter }[], at: Date): Promise<boolean> {
    if (writes.length === 0) return true;
    const statements = writes.map(({ row: { _id, version }, changes }): mongo.AnyBulkWriteOperation => ({
      updateOne: {
        filter: this.within(scope, { _id, version }) as mongo.Filter<mongo.Document>,
        update: { $set: { ...changes, updatedAt: at }, $inc: { version: 1 } },
      },
    }));
    const { matchedCount } = await (this.model.collection as mongo.Collection).bulkWrite(statements, {
      session: currentSession() ?? undefined,
    });
    return matchedCount === writes.length;
  }

  async aggregate<Result>(scope: LabScope, pipeline: PipelineStage[]): Promise<Result[]> {
    const [first, ...rest] = pipeline;
    // In one stage with the scope, so that an index can serve both.
    const [filter, stages] = first && '$match' in first ? [first.$match, rest] : [{}, pipeline];
    const scoped: PipelineStage[] = [{ $match: this.within(scope, filter) }, ...stages];
    return this.model.aggregate<Result>(scoped).session(currentSession());
  }

  private within(scope: LabScope, filter: Filter): QueryFilter<Row> {
    const { laboratoryId, userId } = scope;
    const bounds: Filter[] = [];
    if (laboratoryId !== null) bounds.push({ [this.ownership.laboratory]: new Types.ObjectId(laboratoryId) });
    if (userId !== null && this.ownership.person) {
      bounds.push({ [this.ownership.person]: new Types.ObjectId(userId) });
    }
    if (bounds.length === 0) return filter;
    // `$and`, so that a filter on the same field narrows the scope instead of replacing it.
    return { $and: [...bounds, filter] };
  }
}

function withTieBreak(sort: Record<string, 1 | -1>): Record<string, 1 | -1> {
  const direction = Object.values(sort)[0] ?? 1;
  return { ...sort, _id: direction };
}
