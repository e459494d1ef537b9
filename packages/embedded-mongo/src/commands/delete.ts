import { removeDocument } from '../catalog/document-writer.js';
import type { Document } from '../query/bson.js';
import { ErrorCode, failedToParse, MongoError } from '../query/error.js';
import { parseFilter } from '../query/filter.js';
import { BulkWrite, type Step } from './bulk-write.js';
import type { Command } from './command.js';
import { booleanField, checkEntries, documentField, integerField, listField } from './fields.js';
import { checkBatchSize } from './insert.js';
import { Selection } from './selection.js';

/** Removes documents: one or all that match. */
export const deleteCommand: Command = {
  inTransaction: true,
  retryable: true,
  async run(call) {
    const statements = listField(call, 'deletes');
    checkBatchSize(statements.length);
    checkEntries('delete.deletes', statements);
    for (const statement of statements) checkLimit(statement, call.retry !== undefined);
    const bulk = new BulkWrite(call, statements.length, booleanField(call.body, 'ordered', true));
    await bulk.run(
      (statement) => deleteStep(statements[statement] ?? {}),
      () => false,
    );
    return { n: bulk.sum('n'), ...bulk.fields() };
  },
};

function checkLimit(statement: Document, retryable: boolean): void {
  const limit = integerField(statement, 'limit', -1, -Infinity);
  if (limit !== 0 && limit !== 1) {
    throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${limit}`);
  }
  if (retryable && limit === 0) {
    throw new MongoError(ErrorCode.InvalidOptions, 'Cannot use (or request) retryable writes with limit=0');
  }
}

function deleteStep(statement: Document): Step {
  const limit = integerField(statement, 'limit', 0);
  const selection = new Selection(parseFilter(documentField(statement, 'q')));
  const result = { n: 0 };
  return (view, collection, isLate) => {
    if (limit === 0) {
      const done = selection.each(view, collection, isLate, (found) => {
        removeDocument(view, collection, found.recordId, found.document);
        result.n += 1;
      });
      return done ? result : undefined;
    }
    const found = selection.first(view, collection);
    if (found) removeDocument(view, collection, found.recordId, found.document);
    return { n: found ? 1 : 0 };
  };
}
