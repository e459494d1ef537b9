import { ObjectId } from 'bson';
import type { Collection } from '../catalog/collection.js';
import { insertDocument, removeDocument, replaceDocument } from '../catalog/document-writer.js';
import { Execution, FoundDocument } from '../planner/execution.js';
import { encode, type Document } from '../query/bson.js';
import { failedToParse } from '../query/error.js';
import { compileFilter, parseFilter, type Filter } from '../query/filter.js';
import { compileUpdate, upsertBase, type Update } from '../query/update.js';
import { recordKey } from '../store/key-layout.js';
import type { WriteView } from '../store/view.js';

export interface ChangeRequest {
  filter: Document;
  /** Undefined to remove the documents. */
  update: unknown;
  /** Whether all matches are changed, not only the first. */
  multi: boolean;
  /** Whether a document is inserted if none match. */
  upsert: boolean;
}

/** One changed document: `before` is missing if it was inserted, `after` if it was removed. */
export interface Changed {
  before?: Document;
  after?: Document;
}

/** A change or removal of the documents that match a filter. */
export class DocumentChange {
  readonly #filter: Filter;
  readonly #update: Update | undefined;
  readonly #recordIds = new Set<number>();
  #search: Iterator<FoundDocument | undefined> | undefined;
  /** The matches that are still to be changed, last one first. */
  #pending: number[] | undefined;
  #matched = false;

  constructor(private readonly request: ChangeRequest) {
    this.#filter = parseFilter(request.filter);
    this.#update = request.update === undefined ? undefined : compileUpdate(request.update);
    if (request.multi && this.#update?.replaces) {
      throw failedToParse('multi update is not supported for replacement-style update');
    }
  }

  /**
   * Changes documents until the time slice is used up.
   * @param report is called with each match that was changed, or would be if the update changed anything.
   * @returns whether all are done; if not, the next call continues where this one stopped.
   */
  run(view: WriteView, collection: Collection, isLate: () => boolean, report: (changed: Changed) => void): boolean {
    const change = (found: FoundDocument): void => {
      this.#matched = true;
      report(this.#apply(view, collection, found));
    };
    if (this.request.multi) {
      if (!this.#each(view, collection, isLate, change)) return false;
    } else {
      const found = this.#execution(view, collection, 1).first();
      if (found) change(found);
    }
    if (!this.#matched && this.request.upsert && this.#update) {
      report({ after: this.#insert(view, collection, this.#update) });
    }
    return true;
  }

  // Visits all matches once, even if a change would make one match again.
  #each(
    view: WriteView,
    collection: Collection,
    isLate: () => boolean,
    visit: (found: FoundDocument) => void,
  ): boolean {
    if (!this.#pending && !this.#find(view, collection, isLate)) return false;
    const matches = compileFilter(this.#filter);
    this.#pending ??= [...this.#recordIds].reverse();
    for (let recordId = this.#pending.at(-1); recordId !== undefined; recordId = this.#pending.at(-1)) {
      if (isLate()) return false;
      const bytes = view.get(recordKey(collection.id, recordId));
      const found = bytes && new FoundDocument(recordId, bytes);
      if (found && matches(found.document)) visit(found);
      this.#pending.pop();
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
    return new Execution(collection, { filter: this.#filter, sort: {}, limit }, view);
  }

  #apply(view: WriteView, collection: Collection, { recordId, document: before }: FoundDocument): Changed {
    if (!this.#update) {
      removeDocument(view, collection, recordId, before);
      return { before };
    }
    const after = this.#update.apply(before);
    if (after !== before) replaceDocument(view, collection, recordId, before, after);
    return { before, after };
  }

  /** Inserts the document that the filter and the update describe. */
  #insert(view: WriteView, collection: Collection, update: Update): Document {
    const base = upsertBase(this.#filter, update.replaces);
    const { _id, ...rest } = update.apply(base, { insert: true });
    const document = { _id: _id === undefined ? new ObjectId() : _id, ...rest };
    insertDocument(view, collection, document, encode(document));
    return document;
  }
}
