import { ObjectId } from 'bson';
import type { Catalog } from '../catalog/catalog.js';
import type { Collection } from '../catalog/collection.js';
import { insertDocument, replaceDocument } from '../catalog/document-writer.js';
import type { FoundDocument } from '../planner/execution.js';
import { encode, type Document } from '../query/bson.js';
import { failedToParse } from '../query/error.js';
import type { Filter } from '../query/filter.js';
import { compileUpdate, upsertBase, type Update } from '../query/update.js';
import type { WriteView } from '../store/view.js';
import type { Call } from './command.js';

export interface ChangeRequest {
  filter: Filter;
  update: unknown;
  multi: boolean;
}

/** An update to apply to documents, shared by `update` and `findAndModify`. */
export class DocumentChange {
  readonly #update: Update;
  readonly #catalog: Catalog;

  constructor(
    call: Call,
    private readonly request: ChangeRequest,
  ) {
    this.#catalog = call.engine.catalog;
    this.#update = compileUpdate(request.update);
    if (request.multi && this.#update.replaces) {
      throw failedToParse('multi update is not supported for replacement-style update');
    }
  }

  /** Changes a document; returns the new version, or undefined if nothing changed. */
  apply(view: WriteView, collection: Collection, found: FoundDocument): Document | undefined {
    const before = found.document;
    const after = this.#update.apply(before);
    if (after === before) return undefined;
    replaceDocument(this.#catalog, view, collection, found.recordId, before, after);
    return after;
  }

  /** Inserts the document that the filter and the update describe; returns it. */
  upsert(view: WriteView, collection: Collection): Document {
    const base = upsertBase(this.request.filter, this.#update.replaces);
    const { _id, ...rest } = this.#update.apply(base, { insert: true });
    const document = { _id: _id === undefined ? new ObjectId() : _id, ...rest };
    insertDocument(this.#catalog, view, collection, document, encode(document));
    return document;
  }
}
