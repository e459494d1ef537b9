import type { Collection } from '../catalog/collection.js';
import { Execution } from '../planner/execution.js';
import type { Flow } from '../query/aggregate.js';
import type { Document } from '../query/bson.js';
import { recordRange } from '../store/key-layout.js';
import type { Call } from './command.js';

/** So many documents are read in a row in the time of one search by an index. */
const DOCUMENTS_PER_SEARCH = 10;

/** What a pipeline reads beside its own collection: the same state, by index where that is better. */
export class OtherCollections {
  /** How often each collection may still be searched before reading all of it once is better. */
  readonly #searchesLeft = new Map<Collection, number>();

  constructor(private readonly call: Call) {}

  /** All documents of a collection. */
  all(name: string): Flow {
    const collection = this.#find(name);
    return collection ? documentsOf(new Execution(collection, { filter: {}, sort: {} }, this.call.view)) : [];
  }

  /** The documents that match, by way of an index; undefined when reading all documents is better. */
  find(name: string, filter: Document): Flow | undefined {
    const collection = this.#find(name);
    if (!collection) return [];
    const left = this.#searchesLeft.get(collection) ?? this.#searches(collection);
    if (left <= 0) return undefined;
    this.#searchesLeft.set(collection, left - 1);
    const execution = new Execution(collection, { filter, sort: {} }, this.call.view);
    return execution.plan.kind === 'collection' ? undefined : documentsOf(execution);
  }

  #searches(collection: Collection): number {
    return Math.ceil(this.call.view.count(recordRange(collection.id)) / DOCUMENTS_PER_SEARCH);
  }

  #find(name: string): Collection | undefined {
    const collection = this.call.engine.catalog.find(this.call.database, name, this.call.transaction);
    if (collection) this.call.transaction?.use(collection, false);
    return collection;
  }
}

/** What a run finds, decoded. */
export function* documentsOf(execution: Execution): Flow {
  for (const found of execution.results()) yield found?.document;
}
