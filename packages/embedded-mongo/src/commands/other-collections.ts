import type { Collection } from '../catalog/collection.js';
import { Execution } from '../planner/execution.js';
import type { Source } from '../query/batches.js';
import type { Document } from '../query/bson.js';
import { parseFilter } from '../query/filter.js';
import { recordRange } from '../store/key-layout.js';
import type { Call } from './call.js';

/** The number of documents that can be read sequentially in the time of one index search. */
const DOCUMENTS_PER_SEARCH = 10;

/** A pipeline's access to other collections: the same snapshot, by index if that is faster. */
export class OtherCollections {
  /** How many more searches of each collection are cheaper than reading all of it once. */
  readonly #searchesLeft = new Map<Collection, number>();

  constructor(private readonly call: Call) {}

  /** All documents of a collection. */
  all(name: string): Source<Document> {
    const collection = this.#find(name);
    return collection ? documentsOf(new Execution(collection, { filter: [], sort: {} }, this.call.view)) : [];
  }

  /** The matching documents, found through an index; undefined if reading all documents is faster. */
  find(name: string, filter: Document): Source<Document> | undefined {
    const collection = this.#find(name);
    if (!collection) return [];
    const left = this.#searchesLeft.get(collection) ?? this.#searches(collection);
    if (left <= 0) return undefined;
    this.#searchesLeft.set(collection, left - 1);
    const execution = new Execution(collection, { filter: parseFilter(filter), sort: {} }, this.call.view);
    return execution.plan.kind === 'collection' ? undefined : documentsOf(execution);
  }

  #searches(collection: Collection): number {
    return Math.ceil(this.call.view.count(recordRange(collection.id)) / DOCUMENTS_PER_SEARCH);
  }

  #find(name: string): Collection | undefined {
    return this.call.engine.catalog.find(`${this.call.database}.${name}`, this.call.transaction);
  }
}

/** The decoded results of a run. */
export function* documentsOf(execution: Execution): Generator<Document | undefined> {
  for (const found of execution.results()) yield found?.document;
}
