import { removeDocument } from '../catalog/document-writer.js';
import type { Document } from '../query/bson.js';
import { ErrorCode, failedToParse, MongoError } from '../query/error.js';
import { BulkWrite, type Step } from './bulk-write.js';
import type { Call, Command } from './command.js';
import { booleanField, checkEntry, documentField, integerField, listField } from './fields.js';
import { variablesOf } from './find.js';
import { checkBatchSize } from './insert.js';
import { Selection } from './selection.js';

const ENTRY_FIELDS = ['q', 'limit', 'hint', 'collation'];

/** Removes documents: one or all that match. */
export const deleteCommand: Command = {
  names: ['delete'],
  fields: ['deletes', 'ordered', 'let', 'stmtId', 'stmtIds'],
  inTransaction: true,
  retryable: true,
  async run(call) {
    const statements = listField(call, 'deletes');
    checkBatchSize(statements.length);
    for (const statement of statements) {
      checkEntry('delete.deletes', statement, ENTRY_FIELDS);
      checkLimit(statement, call.retry !== undefined);
    }
    const bulk = new BulkWrite(call, statements.length, booleanField(call.body, 'ordered', true));
    await bulk.run(
      (statement) => deleteStep(call, statements[statement] ?? {}),
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

function deleteStep(call: Call, statement: Document): Step {
  const limit = integerField(statement, 'limit', 0);
  const variables = variablesOf(call, call.body);
  const selection = new Selection(call, { filter: documentField(statement, 'q'), hint: statement.hint, variables });
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
