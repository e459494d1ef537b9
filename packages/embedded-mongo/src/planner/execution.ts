import type { Collection, Index } from '../catalog/collection.js';
import { decode, type Document } from '../query/bson.js';
import { MongoError } from '../query/error.js';
import { compileFilter } from '../query/match.js';
import { compileSort } from '../query/sort.js';
import { decodeRecordId, recordIdOfKey, recordKey, recordRange } from '../store/key-layout.js';
import type { ReadView } from '../store/view.js';
import type { Stretch } from './index-ranges.js';
import { choosePlan, type Plan, type Question } from './plan.js';

/** A document as it lies in the store, decoded when first looked into. */
export class Found {
  #document: Document | undefined;

  constructor(
    readonly recordId: number,
    readonly bytes: Buffer,
  ) {}

  get document(): Document {
    return (this.#document ??= decode(this.bytes));
  }
}

/** What `explain` tells of a run. */
export interface Statistics {
  keysExamined: number;
  docsExamined: number;
  returned: number;
}

export interface Query extends Question {
  skip?: number;
  /** 0 or undefined for all. */
  limit?: number;
  /** Used instead of compiling `filter` again. */
  matches?: (document: Document) => boolean;
}

const QUERY_PLAN_KILLED = 175;

/** After so many documents without a result a run gives its caller the chance to let others work. */
const PAUSE_EVERY = 256;

/** One run of a query. */
export class Execution {
  readonly plan: Plan;
  readonly statistics: Statistics = { keysExamined: 0, docsExamined: 0, returned: 0 };
  readonly #matches: (document: Document) => boolean;

  constructor(
    private readonly collection: Collection,
    private readonly query: Query,
    private readonly view: ReadView,
  ) {
    this.#matches = query.matches ?? compileFilter(query.filter);
    this.plan = choosePlan(collection, query, view);
  }

  /** The results in order; `undefined` in between is no result but a place to pause. */
  *results(): Generator<Found | undefined> {
    const { skip = 0, limit = 0 } = this.query;
    const end = limit > 0 ? skip + limit : Infinity;
    let at = 0;
    for (const found of this.plan.sorted ? this.#matching() : this.#sorted(end)) {
      if (!found) {
        yield undefined;
        continue;
      }
      at += 1;
      if (at > skip) {
        this.statistics.returned += 1;
        yield found;
      }
      if (at >= end) return;
    }
  }

  /** The results without the places to pause. */
  *all(): Generator<Found> {
    for (const found of this.results()) if (found) yield found;
  }

  /** The first result. */
  first(): Found | undefined {
    for (const found of this.results()) if (found) return found;
    return undefined;
  }

  /** How many documents match, read from the index alone where that suffices. */
  *counting(): Generator<number | undefined> {
    const { plan } = this;
    if (plan.exact && plan.kind === 'collection') {
      yield this.view.count(recordRange(this.collection.id));
      return;
    }
    if (plan.exact && plan.kind === 'index') {
      let count = 0;
      for (const stretch of plan.access.stretches) count += this.view.count(stretch);
      this.statistics.keysExamined += count;
      yield count;
      return;
    }
    for (const found of this.#matching()) yield found ? 1 : undefined;
  }

  *#sorted(end: number): Generator<Found | undefined> {
    const found = new Map<Document, Found>();
    for (const one of this.#matching()) {
      if (one) found.set(one.document, one);
      else yield undefined;
    }
    for (const document of compileSort(this.query.sort).sort(found.keys(), end)) yield found.get(document);
  }

  *#matching(): Generator<Found | undefined> {
    let since = 0;
    for (const found of this.plan.kind === 'index' ? this.#scanIndex() : this.#scanCollection(this.plan.reverse)) {
      this.statistics.docsExamined += 1;
      since += 1;
      if ((this.plan.exact && !this.#isMultikey()) || this.#matches(found.document)) {
        since = 0;
        yield found;
      } else if (since >= PAUSE_EVERY) {
        since = 0;
        yield undefined;
      }
    }
  }

  *#scanCollection(reverse: boolean): Generator<Found> {
    for (const { key, value } of this.view.range(recordRange(this.collection.id), reverse)) {
      yield new Found(recordIdOfKey(key), value);
    }
  }

  *#scanIndex(): Generator<Found> {
    const seen = new Set<number>();
    for (const recordId of this.#recordIds()) {
      this.statistics.keysExamined += 1;
      if (this.#isMultikey()) {
        if (seen.has(recordId)) continue;
        seen.add(recordId);
      }
      const bytes = this.view.get(recordKey(this.collection.id, recordId));
      if (bytes) yield new Found(recordId, bytes);
    }
  }

  // Asked at each entry, as the first array may come into the index while a cursor is open on it.
  #isMultikey(): boolean {
    return this.plan.kind === 'index' && this.plan.index.multikey;
  }

  *#recordIds(): Generator<number> {
    if (this.plan.kind !== 'index') return;
    const { access, index, reverse } = this.plan;
    for (const stretch of reverse ? [...access.stretches].reverse() : access.stretches) {
      for (const recordId of this.#entries(stretch, reverse)) {
        assertKept(index);
        yield recordId;
      }
      assertKept(index);
    }
  }

  *#entries(stretch: Stretch, reverse: boolean): Generator<number> {
    if (stretch.point) {
      const value = this.view.get(stretch.point);
      if (value) yield decodeRecordId(value);
      return;
    }
    for (const { value } of this.view.range(stretch, reverse)) yield decodeRecordId(value);
  }
}

// The entries go with the index, so that what a cursor has not read yet would be missing from its results.
function assertKept(index: Index): void {
  if (index.dropped) throw new MongoError(QUERY_PLAN_KILLED, `index '${index.name}' was dropped during the query`);
}
