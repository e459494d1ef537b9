import type { Collection, Index } from '../catalog/collection.js';
import { buildIndexes } from '../catalog/index-build.js';
import { findSame, makeIndex, normalizeIndex } from '../catalog/index-specification.js';
import { valuesEqual } from '../query/compare.js';
import { encode, type Document } from '../query/bson.js';
import { ErrorCode, MongoError } from '../query/error.js';
import type { Call } from './call.js';
import type { Command } from './command.js';
import { documentField, listField } from './fields.js';
import { Cursor } from './cursors.js';
import { batchSizeOf, openCursor } from './find.js';

const MAX_INDEXES = 64;

/** Creates indexes, and the collection if it does not exist. */
export const createIndexes: Command = {
  inTransaction: true,
  async run(call) {
    const wanted = listField(call, 'indexes').map(normalizeIndex);
    if (wanted.length === 0) throw new MongoError(ErrorCode.BadValue, 'Must specify at least one index to create');
    const createdCollectionAutomatically = call.collection() === undefined;
    const collection = await call.ensureCollection();
    const numIndexesBefore = collection.indexes.filter(({ ready }) => ready).length;
    const fresh = wanted.filter((specification) => findSame(collection.indexes, specification)?.ready !== true);
    if (numIndexesBefore + fresh.length > MAX_INDEXES) {
      throw new MongoError(
        ErrorCode.CannotCreateIndex,
        `add index fails, too many indexes for ${collection.namespace}; the most is ${MAX_INDEXES}`,
      );
    }
    if (fresh.length > 0) await make(call, collection, fresh);
    const answer = { numIndexesBefore, numIndexesAfter: collection.indexes.length, createdCollectionAutomatically };
    return fresh.length > 0 ? answer : { ...answer, note: 'all indexes already exist' };
  },
};

async function make(call: Call, collection: Collection, specifications: readonly Document[]): Promise<void> {
  const { catalog } = call.engine;
  if (!call.transaction) {
    await buildIndexes(call, collection, specifications);
    return;
  }
  if (call.transaction.created.get(collection.namespace) !== collection) {
    throw new MongoError(
      ErrorCode.OperationNotSupportedInTransaction,
      `Cannot create new indexes on existing collection ${collection.namespace} in a multi-document transaction.`,
    );
  }
  const indexes = specifications.map((specification) =>
    makeIndex(catalog.nextId(), specification, { multikey: false, ready: true }),
  );
  catalog.setIndexesOfNew(call.transaction, collection, [...collection.indexes, ...indexes]);
}

/** Drops indexes: by name, by key, several, or all except the one on `_id`. */
export const dropIndexes: Command = {
  async run(call) {
    const collection = existing(call);
    const nIndexesWas = collection.indexes.length;
    const dropped = indexesNamed(collection, call.body.index);
    if (dropped.length > 0) await call.engine.catalog.removeIndexes(collection, dropped);
    return { nIndexesWas };
  },
};

function indexesNamed(collection: Collection, wanted: unknown): Index[] {
  const [idIndex, ...others] = collection.indexes;
  if (wanted === '*') return others;
  const names: unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  return names.map((name) => {
    const index = findIndex(collection, name);
    if (index === idIndex) throw new MongoError(ErrorCode.InvalidOptions, 'cannot drop _id index');
    return index;
  });
}

function findIndex(collection: Collection, wanted: unknown): Index {
  const index = collection.indexes.find(({ name, specification }) =>
    typeof wanted === 'string' ? name === wanted : valuesEqual(specification.key, wanted),
  );
  if (index) return index;
  const what = typeof wanted === 'string' ? `name [${wanted}]` : `key ${JSON.stringify(wanted)}`;
  throw new MongoError(ErrorCode.IndexNotFound, `can't find index with ${what}`);
}

/** The indexes of a collection. */
export const listIndexes: Command = {
  run(call) {
    const collection = existing(call);
    const answers = collection.indexes.filter(({ ready }) => ready).map(({ specification }) => encode(specification));
    const cursor = new Cursor(collection.namespace, answers.values(), undefined, call.sent.sessionId, undefined);
    return openCursor(call, cursor, { batchSize: batchSizeOf(documentField(call.body, 'cursor')) });
  },
};

function existing(call: Call): Collection {
  const collection = call.collection();
  if (collection) return collection;
  throw new MongoError(ErrorCode.NamespaceNotFound, `ns does not exist: ${call.namespace}`);
}
