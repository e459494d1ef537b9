import { ObjectId } from 'bson';
import { insertDocument, withLeadingId } from '../catalog/document-writer.js';
import { encode, isDocument, type Document } from '../query/bson.js';
import { badValue, ErrorCode, failedToParse, MongoError, typeMismatch } from '../query/error.js';
import { refused } from '../supported.js';
import type { Call, Command } from './call.js';
import { type Changed, DocumentChange } from './document-change.js';
import { booleanField, checkEntries, documentField, integerField, listField, stringField } from './fields.js';
import { type Statement, type Step, WriteRun, writeError } from './write-run.js';

const MAX_STATEMENTS = 100_000;

export const insert: Command = {
  inTransaction: true,
  retryable: true,
  async run(call) {
    const list: unknown = call.sent.sequences.get('documents') ?? call.body.documents;
    if (!Array.isArray(list)) throw typeMismatch("BSON field 'insert.documents' is missing but a required field");
    const run = await runAll(call, list.map(insertion));
    return { n: run.sum('n'), ...run.fields() };
  },
};

/** Changes one or all matching documents, or inserts one if none match. */
export const update: Command = {
  inTransaction: true,
  retryable: true,
  async run(call) {
    const entries = listField(call, 'updates');
    checkEntries('update.updates', entries);
    if (call.retry && entries.some((entry) => booleanField(entry, 'multi'))) {
      throw new MongoError(ErrorCode.InvalidOptions, 'Cannot use (or request) retryable writes with multi=true');
    }
    const run = await runAll(call, entries.map(change));
    const upserted = [...run.results].flatMap(([index, { upserted: id }]) =>
      id === undefined ? [] : [{ index, ...(id as Document) }],
    );
    return {
      n: run.sum('n'),
      nModified: run.sum('nModified'),
      ...(upserted.length > 0 ? { upserted } : {}),
      ...run.fields(),
    };
  },
};

/** Removes one or all matching documents. */
export const deleteCommand: Command = {
  inTransaction: true,
  retryable: true,
  async run(call) {
    const entries = listField(call, 'deletes');
    checkEntries('delete.deletes', entries);
    for (const entry of entries) checkLimit(entry, call.retry !== undefined);
    const run = await runAll(
      call,
      entries.map((entry) => removal(entry, integerField(entry, 'limit', 0) === 0)),
    );
    return { n: run.sum('n'), ...run.fields() };
  },
};

function checkLimit(entry: Document, retryable: boolean): void {
  const limit = integerField(entry, 'limit', -1, -Infinity);
  if (limit !== 0 && limit !== 1) {
    throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${limit}`);
  }
  if (retryable && limit === 0) {
    throw new MongoError(ErrorCode.InvalidOptions, 'Cannot use (or request) retryable writes with limit=0');
  }
}

/** Changes one document and returns it as it was before or after the change. */
export const findAndModify: Command = {
  inTransaction: true,
  retryable: true,
  async run(call) {
    const { body } = call;
    const step = modification(call);
    const statement = { creates: booleanField(body, 'upsert'), prepare: () => step };
    const { results, errors } = await WriteRun.of(call, [statement], true);
    for (const { error } of errors) throw error;
    return results.get(0) ?? NOT_FOUND;
  },
};

const NOT_FOUND: Document = { lastErrorObject: { n: 0, updatedExisting: false }, value: null };

function modification({ body }: Call): Step {
  // The driver sends it with every update.
  if (booleanField(body, 'remove')) throw refused('option', 'findAndModify.remove: true');
  if (body.update === undefined) throw failedToParse("An 'update' must be specified");
  const wantsNew = booleanField(body, 'new');
  const upsert = booleanField(body, 'upsert');
  const request = { filter: documentField(body, 'query'), update: body.update, multi: false, upsert };
  const change = new DocumentChange(request);
  return (view, collection, isLate) => {
    let reply = NOT_FOUND;
    change.run(view, collection, isLate, ({ before, after }) => {
      const inserted = before ? {} : { upserted: after?._id };
      const lastErrorObject = { n: 1, updatedExisting: before !== undefined, ...inserted };
      reply = { lastErrorObject, value: (wantsNew ? after : before) ?? null };
    });
    return reply;
  };
}

/** Writes to several collections in one command, in order; in transactions only. A command of MongoDB 8. */
export const bulkWrite: Command = {
  inTransaction: true,
  adminOnly: true,
  async run(call) {
    const namespaces = listField(call, 'nsInfo').map((entry) => stringField(entry, 'ns'));
    const operations = listField(call, 'ops');
    const statements = operations.map((operation) => bulkStatement(operation, namespaces));
    checkBatchSize(statements.length);
    if (!call.transaction) throw refused('option', 'bulkWrite outside of a transaction');
    if (!booleanField(call.body, 'ordered', true)) throw refused('option', 'bulkWrite.ordered: false');
    if (!booleanField(call.body, 'errorsOnly')) throw refused('option', 'bulkWrite.errorsOnly: false');
    const { results, errors } = await WriteRun.of(call, statements, true);
    const counts = { nInserted: 0, nMatched: 0, nModified: 0, nUpserted: 0, nDeleted: 0 };
    for (const [idx, { n, nModified = 0, upserted }] of results) {
      const operation = operations[idx] ?? {};
      if ('insert' in operation) counts.nInserted += Number(n);
      else if ('delete' in operation) counts.nDeleted += Number(n);
      else if (upserted) counts.nUpserted += 1;
      else counts.nMatched += Number(n);
      counts.nModified += Number(nModified);
    }
    const firstBatch = errors.map(({ index, error }) => ({ ok: 0, ...writeError({ index, error }), idx: index, n: 0 }));
    return { cursor: { id: 0, ns: 'admin.$cmd.bulkWrite', firstBatch }, nErrors: errors.length, ...counts };
  },
};

function bulkStatement(operation: Document, namespaces: readonly string[]): Statement {
  const kind = Object.keys(operation)[0] ?? '';
  const namespace = namespaces[integerField(operation, kind, -1)];
  if (namespace === undefined) throw badValue(`BulkWrite names no namespace of '${kind}'`);
  const { [kind]: _, document, filter: q, updateMods: u, ...options } = operation;
  if (kind === 'insert') return { ...insertion(document), namespace };
  checkEntries('update.updates', [options]);
  if (kind === 'update') return { ...change({ q, u, ...options }), namespace };
  if (kind === 'delete') return { ...removal({ q }, booleanField(options, 'multi')), namespace };
  throw badValue(`Unrecognized operation in bulkWrite: '${kind}'`);
}

function runAll(call: Call, statements: readonly Statement[]): Promise<WriteRun> {
  checkBatchSize(statements.length);
  return WriteRun.of(call, statements, booleanField(call.body, 'ordered', true));
}

/** @throws InvalidLength (16) for an empty or too long list of statements. */
function checkBatchSize(length: number): void {
  if (length >= 1 && length <= MAX_STATEMENTS) return;
  throw new MongoError(ErrorCode.InvalidLength, `A batch has 1 to ${MAX_STATEMENTS} writes, not ${length}.`);
}

/** The result of an insertion, one object for all: thousands of results are compared and kept. */
const INSERTED: Document = { n: 1 };

/** @param entry a document, or its bytes. */
function insertion(entry: unknown): Statement {
  if (!(entry instanceof Uint8Array) && !isDocument(entry)) {
    throw typeMismatch("BSON field 'insert.documents' is the wrong type, expected type 'object'");
  }
  const prepare = (): Step => (view, collection) => {
    const sent = entry instanceof Uint8Array ? entry : encode(entry);
    const { document, bytes } = withLeadingId(sent, () => new ObjectId());
    insertDocument(view, collection, document, bytes);
    return INSERTED;
  };
  return { creates: true, prepare };
}

function change(entry: Document): Statement {
  const prepare = (): Step => {
    const [multi, upsert] = [booleanField(entry, 'multi'), booleanField(entry, 'upsert')];
    const request = { filter: documentField(entry, 'q'), update: entry.u ?? null, multi, upsert };
    const result: { n: number; nModified: number; upserted?: Document } = { n: 0, nModified: 0 };
    return stepOf(new DocumentChange(request), result, ({ before, after }) => {
      result.n += 1;
      if (!before) result.upserted = { _id: after?._id };
      else if (after !== before) result.nModified += 1;
    });
  };
  return { creates: entry.upsert === true, prepare };
}

function removal(entry: Document, multi: boolean): Statement {
  const prepare = (): Step => {
    const request = { filter: documentField(entry, 'q'), update: undefined, multi, upsert: false };
    const result = { n: 0 };
    return stepOf(new DocumentChange(request), result, () => (result.n += 1));
  };
  return { creates: false, prepare };
}

function stepOf(change: DocumentChange, result: Document, report: (changed: Changed) => void): Step {
  return (view, collection, isLate) => (change.run(view, collection, isLate, report) ? result : undefined);
}
