import type { Page } from '@shifa/contract';
import { Inject, Optional } from '@nestjs/common';
import { type Model, type mongo, type PipelineStage, type QueryFilter, Types } from 'mongoose';
import { DomainError } from '../domain/domain-error';
import { LabScope } from '../domain/lab-scope';
import { assertWithinLimits } from './list-limits';
import { ListTotals } from './list-totals';
import { escapedForRegex, isSearch } from './search-words';
import { currentSession, readAll, written } from './unit-of-work';

/** The fields of every mutable document. */
export type Stored = { _id: Types.ObjectId; version: number; createdAt: Date; updatedAt: Date };

export type Filter = Record<string, unknown>;

export type Projection = Record<string, 0 | 1>;

export type PageRequest = {
  filter: Filter;
  sort: Record<string, 1 | -1>;
  page: number;
  limit: number;
  projection?: Projection;
  /** No two documents are equal in the sort fields, so that no tie has to be broken. */
  uniqueSort?: true;
  /** The number of matches, where it is known without counting them. */
  total?: number | undefined;
};

export type StreamRequest = Pick<PageRequest, 'filter' | 'projection'> & {
  sort: PageRequest['sort'] | null;
  limit?: number;
};

/** The owner of documents that every laboratory uses, those to come included. No laboratory has this id. */
export const EVERY_LABORATORY = new Types.ObjectId('0'.repeat(24));

/**
 * The fields that refer to the owning laboratory and, optionally, the owning person. `shared` documents can belong to
 * {@link EVERY_LABORATORY}.
 */
type Ownership = { laboratory: string; person?: string; shared?: true };

const STREAM_BATCH = 500;

/** More documents than anything reads at once; what can have more is read page by page or streamed. */
const MOST_AT_ONCE = 100_000;

/** Matches of a text search are counted exactly up to this number: counting them means reading them. */
const MAX_COUNTED = 10_000;

/**
 * The only access to a collection whose documents belong to laboratories. Each method takes a scope and puts it first
 * in its query. Documents outside the scope are treated as if they did not exist. Reads go directly to the driver,
 * because building mongoose's queries took up to a tenth of the time of a request; they need values of the stored types.
 */
export abstract class ScopedRepository<Row extends Stored> {
  /** Without them, as where a repository is created by hand, the matches of every page are counted. */
  @Optional()
  @Inject(ListTotals)
  private readonly totals?: ListTotals;

  protected constructor(
    protected readonly model: Model<Row>,
    private readonly ownership: Ownership,
  ) {}

  /** Where the documents are stored; see `Caches.create`. */
  get collectionName(): string {
    return this.model.collection.collectionName;
  }

  async findById(scope: LabScope, id: string): Promise<Row | null> {
    return this.findOne(scope, { _id: new Types.ObjectId(id) });
  }

  async findOne(scope: LabScope, filter: Filter): Promise<Row | null> {
    const all = this.within(scope, filter) as mongo.Filter<mongo.Document>;
    await this.written();
    return this.model.collection.findOne<Row>(all, { session: currentSession() ?? undefined });
  }

  /** The first matches. A limit of 0 means none, not all as in the database; see `findAll`. */
  async find(
    scope: LabScope,
    filter: Filter,
    options: { sort?: Record<string, 1 | -1>; limit: number; projection?: Projection | undefined; batchSize?: number },
  ): Promise<Row[]> {
    const { sort = { _id: 1 }, limit, projection = {}, batchSize } = options;
    const all = this.within(scope, filter) as mongo.Filter<mongo.Document>;
    if (limit === 0) return [];
    await this.written();
    const session = currentSession() ?? undefined;
    return this.model.collection.find<Row>(all, { projection, sort, limit, batchSize, session }).toArray();
  }

  /**
   * All matches of a filter that has few of them by its nature, such as the people of a laboratory. Nothing is left out
   * silently.
   * @throws DomainError TOO_MANY_AT_ONCE where there are more than `most`.
   */
  async findAll(
    scope: LabScope,
    filter: Filter,
    { most = MOST_AT_ONCE, ...options }: { most?: number; sort?: Record<string, 1 | -1>; projection?: Projection } = {},
  ): Promise<Row[]> {
    const rows = await this.find(scope, filter, { ...options, limit: most + 1 });
    if (rows.length <= most) return rows;
    const message = `The selection includes more than ${most.toLocaleString('en-IN')} ${this.collectionName}. Narrow it and try again.`;
    throw new DomainError('TOO_MANY_AT_ONCE', { message });
  }

  /**
   * A page and the total number of matches; of a text search, at most {@link MAX_COUNTED} or those up to the page. The
   * order is stable, because ties are broken by `_id`.
   */
  async page(
    scope: LabScope,
    { filter, sort, uniqueSort, page, limit, projection = {}, total: known }: PageRequest,
  ): Promise<Page<Row>> {
    const all = this.within(scope, filter) as mongo.Filter<mongo.Document>;
    await this.written();
    const { collection } = this.model;
    const session = currentSession() ?? undefined;
    const skip = (page - 1) * limit;
    const order = uniqueSort ? sort : withTieBreak(sort);
    const read = () => collection.find<Row>(all, { projection, sort: order, skip, limit, session }).toArray();
    if (known === undefined && isSearch(filter)) {
      const items = await read();
      return { items, ...(await this.countUpTo(Math.max(MAX_COUNTED, skip + limit), all, { skip, limit, items })) };
    }
    const [items, total] = await readAll(read, async () => known ?? this.readTotal(all));
    return { items, total };
  }

  /**
   * All matches one by one, in the same order as `page`, for results that are too large for memory. Without a sort, in
   * the order in which the database finds them.
   */
  async *stream(scope: LabScope, { filter, sort, projection = {}, limit = 0 }: StreamRequest): AsyncIterable<Row> {
    const all = this.within(scope, filter) as mongo.Filter<mongo.Document>;
    await this.written();
    yield* this.model.collection.find<Row>(all, {
      projection,
      ...(sort && { sort: withTieBreak(sort) }),
      limit,
      batchSize: STREAM_BATCH,
      session: currentSession() ?? undefined,
    });
  }

  async count(scope: LabScope, filter: Filter): Promise<number> {
    await this.written();
    return this.countMatches(this.within(scope, filter) as mongo.Filter<mongo.Document>);
  }

  /** The number of matches, but not more than `most`. */
  async countAtMost(scope: LabScope, filter: Filter, most: number): Promise<number> {
    await this.written();
    const all = this.within(scope, filter) as mongo.Filter<mongo.Document>;
    return this.model.collection.countDocuments(all, { limit: most, session: currentSession() ?? undefined });
  }

  async insert(row: Row): Promise<Row> {
    assertWithinLimits(this.model.schema, row);
    await new this.model(row).save({ session: currentSession() ?? undefined });
    return row;
  }

  /** Writes only if the document still has the given version. Returns `null` if it has not, or is out of scope. */
  async updateAt(scope: LabScope, id: string, version: number, changes: Filter, at: Date): Promise<Row | null> {
    assertWithinLimits(this.model.schema, changes);
    await this.written();
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
    for (const row of rows) assertWithinLimits(this.model.schema, row);
    await this.model.insertMany(rows, { session: currentSession() ?? undefined, lean: true });
  }

  /**
   * Writes many documents within the current transaction, each only if it still has its version.
   * @returns whether all of them were written; if not, the caller must roll back the transaction.
   */
  async updateEachAt(scope: LabScope, writes: { row: Row; changes: Filter }[], at: Date): Promise<boolean> {
    if (writes.length === 0) return true;
    for (const { changes } of writes) assertWithinLimits(this.model.schema, changes);
    await this.written();
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

  /** @throws Error where a pipeline does not group, count or limit, as it would return as many documents as there are. */
  async aggregate<Result>(scope: LabScope, pipeline: PipelineStage[]): Promise<Result[]> {
    const isBounded = pipeline.some((stage) => '$group' in stage || '$limit' in stage || '$count' in stage);
    if (!isBounded) throw new Error('A pipeline groups, counts or limits');
    const [first, ...rest] = pipeline;
    // Combined with the scope in one stage, so that one index can serve both.
    const [filter, stages] = first && '$match' in first ? [first.$match, rest] : [{}, pipeline];
    await this.written();
    const scoped: PipelineStage[] = [{ $match: this.within(scope, filter) }, ...stages];
    return this.model.aggregate<Result>(scoped).session(currentSession());
  }

  /** The distinct texts of a field that start as given, in any case, in alphabetical order. */
  protected async distinctTexts(
    scope: LabScope,
    field: string,
    { filter = {}, start = '', limit }: { filter?: Filter; start?: string | undefined; limit: number },
  ): Promise<string[]> {
    const literal = escapedForRegex(start);
    const matching = start === '' ? { $type: 'string' } : { $regex: `^${literal}`, $options: 'i' };
    const found = await this.aggregate<{ _id: string }>(scope, [
      { $match: { ...filter, [field]: matching } },
      { $group: { _id: `$${field}` } },
      { $sort: { _id: 1 } },
      { $limit: limit },
    ]);
    return found.map(({ _id }) => _id);
  }

  /** Within a transaction, what it has deferred to this collection is sent before it is read. */
  private written(): Promise<void> {
    return written(this.collectionName);
  }

  /** Nothing is counted if the page shows that it is the last one. */
  private async countUpTo(
    most: number,
    filter: mongo.Filter<mongo.Document>,
    { skip, limit, items }: { skip: number; limit: number; items: readonly unknown[] },
  ): Promise<Omit<Page<Row>, 'items'>> {
    if (items.length < limit && (items.length > 0 || skip === 0)) return { total: skip + items.length };
    const session = currentSession() ?? undefined;
    const count = await this.model.collection.countDocuments(filter, { limit: most + 1, session });
    return count > most ? { total: most, totalIsAtLeast: true } : { total: count };
  }

  private async readTotal(filter: mongo.Document): Promise<number> {
    const count = () => this.countMatches(filter);
    return this.totals ? this.totals.of(this.collectionName, filter, count) : count();
  }

  /** Never estimated, also of all documents: after a crash of MongoDB, the metadata can differ from the list. */
  private async countMatches(filter: mongo.Filter<mongo.Document>): Promise<number> {
    return this.model.collection.countDocuments(filter, { session: currentSession() ?? undefined });
  }

  private within(scope: LabScope, filter: Filter): QueryFilter<Row> {
    const { laboratoryId, userId } = scope;
    const bounds: Filter[] = [];
    if (laboratoryId !== null) {
      const owner = new Types.ObjectId(laboratoryId);
      bounds.push({ [this.ownership.laboratory]: this.ownership.shared ? { $in: [owner, EVERY_LABORATORY] } : owner });
    }
    if (userId !== null) {
      const { person } = this.ownership;
      // Without the person, the scope would fall through to the whole laboratory.
      if (person === undefined) throw new Error(`${this.collectionName} can't be limited to a person`);
      bounds.push({ [person]: new Types.ObjectId(userId) });
    }
    if (bounds.length === 0) return filter;
    // With `$and`, a filter on the same field narrows the scope instead of replacing it.
    return { $and: [...bounds, filter] };
  }
}

function withTieBreak(sort: Record<string, 1 | -1>): Record<string, 1 | -1> {
  const direction = Object.values(sort)[0] ?? 1;
  return { ...sort, _id: direction };
}
