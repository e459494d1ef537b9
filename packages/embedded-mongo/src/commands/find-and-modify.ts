import { removeDocument } from '../catalog/document-writer.js';
import type { Collection } from '../catalog/collection.js';
import type { Document } from '../query/bson.js';
import { failedToParse } from '../query/error.js';
import { parseFilter } from '../query/filter.js';
import { compileProjection } from '../query/project.js';
import { compileSort } from '../query/sort.js';
import type { WriteView } from '../store/view.js';
import type { Call, Command } from './command.js';
import { DocumentChange } from './document-change.js';
import { booleanField, documentField } from './fields.js';
import { Selection } from './selection.js';

/** Changes or removes one document and returns it as it was before or after the change. */
export const findAndModify: Command = {
  inTransaction: true,
  retryable: true,
  async run(call) {
    const known = call.retry?.resultOf(0);
    if (known) return known;
    const step = readStep(call);
    for (;;) {
      if (booleanField(call.body, 'upsert')) await call.ensureCollection();
      const reply = await call.write((view) => {
        const collection = call.collection(true);
        const result = collection ? step(view, collection) : NOTHING;
        if (!collection && booleanField(call.body, 'upsert')) return undefined;
        call.retry?.record(0, result);
        call.retry?.save(view);
        return result;
      });
      // If undefined, the collection was dropped between its creation and the write.
      if (reply) return reply;
    }
  },
};

const NOTHING: Document = { lastErrorObject: { n: 0, updatedExisting: false }, value: null };

function readStep(call: Call): (view: WriteView, collection: Collection) => Document {
  const { body } = call;
  const filter = parseFilter(documentField(body, 'query'));
  const sort = documentField(body, 'sort');
  compileSort(sort);
  const remove = booleanField(body, 'remove');
  const upsert = booleanField(body, 'upsert');
  const wantsNew = booleanField(body, 'new');
  const { update } = body;
  if (remove === (update !== undefined))
    throw failedToParse("Either an 'update' or 'remove=true' must be specified, not both");
  if (remove && wantsNew)
    throw failedToParse("Cannot specify both new=true and remove=true; 'remove' always returns the deleted document");
  if (remove && upsert) throw failedToParse('Cannot specify both upsert=true and remove=true');
  const selection = new Selection(filter, sort);
  const project = compileProjection(documentField(body, 'fields'));
  const change = remove ? undefined : new DocumentChange(call, { filter, update, multi: false });
  return (view, collection) => {
    const found = selection.first(view, collection);
    if (!change) {
      if (!found) return { lastErrorObject: { n: 0 }, value: null };
      removeDocument(view, collection, found.recordId, found.document);
      return { lastErrorObject: { n: 1 }, value: project(found.document) };
    }
    if (found) {
      const before = project(found.document);
      const after = change.apply(view, collection, found);
      const value = wantsNew ? project(after ?? found.document) : before;
      return { lastErrorObject: { n: 1, updatedExisting: true }, value };
    }
    if (!upsert) return NOTHING;
    const inserted = change.upsert(view, collection);
    return {
      lastErrorObject: { n: 1, updatedExisting: false, upserted: inserted._id },
      value: wantsNew ? project(inserted) : null,
    };
  };
}
