import type { Collection } from '../catalog/collection.js';
import { Execution, FoundDocument } from '../planner/execution.js';
import type { Document } from '../query/bson.js';
import { compileFilter, type Filter } from '../query/filter.js';
import { recordKey } from '../store/key-layout.js';
import type { WriteView } from '../store/view.js';

/** The documents that a statement changes. */
export class Selection {
  readonly #matches: (document: Document) => boolean;
  readonly #recordIds = new Set<number>();
  #search: Iterator<FoundDocument | undefined> | undefined;
  #pending: number[] | undefined;
  #at = 0;

  constructor(
    private readonly filter: Filter,
    private readonly sort: Document = {},
  ) {
    this.#matches = compileFilter(filter);
  }

  /** The first match. */
  first(view: WriteView, collection: Collection): FoundDocument | undefined {
    return this.#execution(view, collection, 1).first();
  }

  /**
   * Visits all matches once, even if a change would make one match again. Returns false when the time slice is used
   * up; the next call continues where this one stopped.
   */
  each(view: WriteView, collection: Collection, isLate: () => boolean, visit: (found: FoundDocument) => void): boolean {
    if (!this.#pending && !this.#find(view, collection, isLate)) return false;
    this.#pending ??= [...this.#recordIds];
    while (this.#at < this.#pending.length) {
      if (isLate()) return false;
      const recordId = this.#pending[this.#at] ?? 0;
      const bytes = view.get(recordKey(collection.id, recordId));
      const found = bytes && new FoundDocument(recordId, bytes);
      if (found && this.#matches(found.document)) visit(found);
      this.#at += 1;
    }
    return true;
  }

  // All matches are found before the first one is changed. A search that continues in another turn may see a document
  // again.
  #find(view: WriteView, collection: Collection, isLate: () => boolean): boolean {
    this.#search ??= this.#execution(view, collection, 0).results();
    for (let step = this.#search.next(); !step.done; step = this.#search.next()) {
      if (step.value) this.#recordIds.add(step.value.recordId);
      else if (isLate()) return false;
    }
    return true;
  }

  #execution(view: WriteView, collection: Collection, limit: number): Execution {
    return new Execution(collection, { filter: this.filter, sort: this.sort, limit }, view);
  }
}
