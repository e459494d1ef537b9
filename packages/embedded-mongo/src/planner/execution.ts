import type { Collection } from '../catalog/collection.js';
import { inBatches, oneByOne, type Source } from '../query/batches.js';
import { decode, type Document } from '../query/bson.js';
import { compileFilter } from '../query/filter.js';
import { ErrorCode, MongoError } from '../query/error.js';
import { measured, Memory } from '../query/memory.js';
import { partialDecoder } from '../query/partial.js';
import { compileSort } from '../query/sort.js';
import { keepsFew } from '../query/sort-runs.js';
import { recordIdOfKey, recordKey, recordRange } from '../store/key-layout.js';
import { countUpTo, type ReadView } from '../store/view.js';
import { IndexWalk, PAUSE_EVERY } from './index-walk.js';
import type { IndexScan, Plan } from './plan.js';
import { choosePlan, type QueryRequest } from './planner.js';

/** A stored document, decoded on first access. */
export class FoundDocument {
  #document: Document | undefined;

  constructor(
    readonly recordId: number,
    readonly bytes: Buffer,
    private readonly read: (bytes: Buffer) => Document = decode,
  ) {}

  get document(): Document {
    return (this.#document ??= this.read(this.bytes));
  }
}

/** What `explain` reports about a run. */
export interface Statistics {
  keysExamined: number;
  docsExamined: number;
  returned: number;
}

export interface Query extends QueryRequest {
  skip?: number;
  /** The only fields of the results that are needed, including those of the filter and the sort. */
  fields?: ReadonlySet<string> | undefined;
}

export class Execution {
  readonly plan: Plan;
  readonly #matches: (document: Document) => boolean;
  readonly #walks: readonly IndexWalk[];
  readonly #read: (bytes: Buffer) => Document;
  #docsExamined = 0;
  #returned = 0;
  /** How many of the next results to skip. */
  #toSkip = 0;

  constructor(
    private readonly collection: Collection,
    private readonly query: Query,
    private readonly view: ReadView,
  ) {
    this.#matches = compileFilter(query.filter);
    this.#read = query.fields ? partialDecoder(query.fields) : decode;
    this.plan = choosePlan(
      collection,
      { ...query, limit: (query.limit ?? 0) && (query.limit ?? 0) + (query.skip ?? 0) },
      view,
    );
    this.#walks = scansOf(this.plan).map((scan) => new IndexWalk(scan, view));
  }

  get statistics(): Statistics {
    return { keysExamined: examined(this.#walks), docsExamined: this.#docsExamined, returned: this.#returned };
  }

  /** The results in order; `undefined` marks a pause point. */
  *results(): Generator<FoundDocument | undefined> {
    const { skip = 0, limit = 0 } = this.query;
    const end = limit > 0 ? skip + limit : Infinity;
    this.#toSkip = skip - this.#skipAtOnce(skip);
    for (const found of this.plan.sorted ? this.#matching() : this.#sorted(end)) {
      if (!found) {
        yield undefined;
      } else if (this.#toSkip > 0) {
        this.#toSkip -= 1;
        if (this.#toSkip % PAUSE_EVERY === 0) yield undefined;
      } else {
        this.#returned += 1;
        yield found;
        if (this.#returned === limit) return;
      }
    }
  }

  first(): FoundDocument | undefined {
    for (const found of this.results()) if (found) return found;
    return undefined;
  }

  /**
   * The number of matching documents, in parts whose sum may exceed `most` only if there are more, from the index alone
   * if possible; `undefined` marks a pause point.
   */
  *counting(most = Infinity): Generator<number | undefined> {
    for (const number of this.#counting(most)) {
      this.#returned += number ?? 0;
      yield number;
      if (this.#returned >= most) return;
    }
  }

  *#counting(most: number): Generator<number | undefined> {
    const { plan } = this;
    if (plan.answersFilter && plan.kind === 'collection') {
      yield countUpTo(this.view, recordRange(this.collection.id), most);
    } else if (plan.answersFilter && plan.kind === 'index' && isPlainScan(plan)) {
      for (const scanRange of plan.access.scanRanges) {
        const count = countUpTo(this.view, scanRange, most);
        for (const walk of this.#walks) walk.keysExamined += count;
        yield count;
      }
    } else if (plan.answersFilter && !this.#isOutdated()) {
      for (const recordId of chained(this.#walks)) yield recordId === undefined ? undefined : 1;
    } else {
      for (const found of this.#matching()) yield found ? 1 : undefined;
    }
  }

  #sorted(end: number): Generator<FoundDocument | undefined> {
    const { sort } = this.query;
    const batches = inBatches(this.#matching());
    const memory = new Memory('The sort');
    const add = (batch: readonly FoundDocument[]): void => batch.forEach(({ bytes }) => memory.add(bytes.length));
    const found = keepsFew(end) ? batches : measured(batches, add);
    return oneByOne(compileSort(sort).sorting(found, ({ document }) => document, end));
  }

  *#matching(): Generator<FoundDocument | undefined> {
    for (const found of this.#candidates()) {
      this.#assertNotDropped();
      if (!found || (this.plan.answersFilter && !this.#isOutdated()) || this.#matches(found.document)) yield found;
    }
    this.#assertNotDropped();
  }

  #candidates(): Source<FoundDocument> {
    const { plan } = this;
    if (plan.kind === 'collection') return this.#scanCollection();
    if (plan.kind === 'index' || !plan.merged) return this.#fetched(chained(this.#walks));
    const sort = compileSort(this.query.sort);
    const branches = this.#walks.map((walk) => this.#fetched(walk.recordIds()));
    return merged(branches, (a, b) => sort.compare(a.document, b.document));
  }

  *#scanCollection(): Generator<FoundDocument | undefined> {
    for (const { key, value } of this.view.range(recordRange(this.collection.id))) {
      this.#docsExamined += 1;
      if (this.#docsExamined % PAUSE_EVERY === 0) yield undefined;
      yield new FoundDocument(recordIdOfKey(key), value, this.#read);
    }
  }

  *#fetched(recordIds: Source<number>): Generator<FoundDocument | undefined> {
    for (const recordId of recordIds) {
      if (recordId !== undefined && this.#toSkip > 0 && this.#skipsEntries()) {
        this.#toSkip -= 1;
        continue;
      }
      const bytes = recordId === undefined ? undefined : this.view.get(recordKey(this.collection.id, recordId));
      if (recordId === undefined) {
        yield undefined;
      } else if (bytes) {
        this.#docsExamined += 1;
        yield new FoundDocument(recordId, bytes, this.#read);
      }
    }
  }

  // An entry that is certain to be a result can be skipped without reading its document.
  #skipsEntries(): boolean {
    const { plan } = this;
    const inOrder = plan.kind === 'index' || (plan.kind === 'union' && !plan.merged);
    return inOrder && plan.sorted && plan.answersFilter && !this.#isOutdated();
  }

  // In one index, whose entries need not be compared with those of others, even without reading the entries.
  #skipAtOnce(count: number): number {
    const { plan } = this;
    const [walk] = this.#walks;
    if (count === 0 || !walk || plan.kind !== 'index' || !isPlainScan(plan) || !this.#skipsEntries()) return 0;
    return walk.skip(count);
  }

  // Dropping a collection removes its documents, so those not read yet would be missing from the results.
  #assertNotDropped(): void {
    const { dropped, namespace } = this.collection;
    if (dropped) throw new MongoError(ErrorCode.QueryPlanKilled, `collection dropped: ${namespace}`);
  }

  // Checked for every entry, because the first array may be added to the index while a cursor is open on it.
  #isOutdated(): boolean {
    return this.#walks.some(({ scan }) => scan.index.multikey && !scan.plannedAsMultikey);
  }
}

function examined(walks: readonly IndexWalk[]): number {
  return walks.reduce((sum, { keysExamined, intersectedWith }) => sum + keysExamined + examined(intersectedWith), 0);
}

/** Whether each entry of the scan is a different record that it finds. */
export function isPlainScan({ keyFilter, intersectedWith, plannedAsMultikey }: IndexScan): boolean {
  return !keyFilter && intersectedWith.length === 0 && !plannedAsMultikey;
}

function scansOf(plan: Plan): readonly IndexScan[] {
  switch (plan.kind) {
    case 'collection':
      return [];
    case 'index':
      return [plan];
    case 'union':
      return plan.branches;
  }
}

/** The results of the walks, one walk after the other, without duplicates. */
function* chained(walks: readonly { recordIds(): Source<number> }[]): Generator<number | undefined> {
  if (walks.length === 1) {
    for (const walk of walks) yield* walk.recordIds();
    return;
  }
  const seen = new Set<number>();
  for (const walk of walks) {
    for (const recordId of walk.recordIds()) {
      if (recordId !== undefined && seen.has(recordId)) continue;
      if (recordId !== undefined) seen.add(recordId);
      yield recordId;
    }
  }
}

/** Merges branches that are each sorted into one sorted list without duplicates. */
function* merged<T extends { recordId: number }>(
  branches: readonly Source<T>[],
  compare: (a: T, b: T) => number,
): Generator<T | undefined> {
  const seen = new Set<number>();
  const heads: { found: T; rest: Iterator<T | undefined> }[] = [];
  for (const branch of branches) {
    const rest = branch[Symbol.iterator]();
    const found = yield* next(rest);
    if (found) heads.push({ found, rest });
  }
  for (;;) {
    const [first, ...others] = heads;
    if (!first) return;
    const least = others.reduce((a, b) => (compare(b.found, a.found) < 0 ? b : a), first);
    if (!seen.has(least.found.recordId)) yield least.found;
    seen.add(least.found.recordId);
    const found = yield* next(least.rest);
    if (found) least.found = found;
    else heads.splice(heads.indexOf(least), 1);
  }
}

function* next<T>(rest: Iterator<T | undefined>): Generator<undefined, T | undefined> {
  for (;;) {
    const step = rest.next();
    if (step.done) return undefined;
    if (step.value) return step.value;
    yield undefined;
  }
}
