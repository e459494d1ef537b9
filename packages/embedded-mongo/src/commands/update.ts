import type { Collection } from '../catalog/collection.js';
import type { Document } from '../query/bson.js';
import { ErrorCode, MongoError } from '../query/error.js';
import { parseFilter } from '../query/filter.js';
import type { WriteView } from '../store/view.js';
import { BulkWrite, type Step } from './bulk-write.js';
import type { Call, Command } from './command.js';
import { DocumentChange } from './document-change.js';
import { booleanField, checkEntries, documentField, listField } from './fields.js';
import { checkBatchSize } from './insert.js';
import { Selection } from './selection.js';

/** Changes one or all matching documents, or inserts one if none match. */
export const update: Command = {
  inTransaction: true,
  retryable: true,
  async run(call) {
    const statements = listField(call, 'updates');
    checkBatchSize(statements.length);
    checkEntries('update.updates', statements);
    if (call.retry && statements.some((statement) => booleanField(statement, 'multi'))) {
      throw new MongoError(ErrorCode.InvalidOptions, 'Cannot use (or request) retryable writes with multi=true');
    }
    const bulk = new BulkWrite(call, statements.length, booleanField(call.body, 'ordered', true));
    await bulk.run(
      (statement) => updateStep(call, statements[statement] ?? {}),
      (statement) => statements[statement]?.upsert === true,
    );
    const upserted = [...bulk.results].flatMap(([index, { upserted: id }]) =>
      id === undefined ? [] : [{ index, ...(id as Document) }],
    );
    return {
      n: bulk.sum('n'),
      nModified: bulk.sum('nModified'),
      ...(upserted.length > 0 ? { upserted } : {}),
      ...bulk.fields(),
    };
  },
};

function updateStep(call: Call, statement: Document): Step {
  const filter = parseFilter(documentField(statement, 'q'));
  const multi = booleanField(statement, 'multi');
  const upsert = booleanField(statement, 'upsert');
  const selection = new Selection(filter);
  const documents = new DocumentChange(call, { filter, update: statement.u, multi });
  const result = { n: 0, nModified: 0 };
  const insertNew = (view: WriteView, collection: Collection): Document => {
    const { _id } = documents.upsert(view, collection);
    return { n: 1, nModified: 0, upserted: { _id } };
  };
  return (view, collection, isLate) => {
    if (multi) {
      const done = selection.each(view, collection, isLate, (found) => {
        result.nModified += documents.apply(view, collection, found) ? 1 : 0;
        result.n += 1;
      });
      if (!done) return undefined;
    } else {
      const found = selection.first(view, collection);
      if (found) {
        result.nModified = documents.apply(view, collection, found) ? 1 : 0;
        result.n = 1;
      }
    }
    return result.n === 0 && upsert ? insertNew(view, collection) : result;
  };
}
