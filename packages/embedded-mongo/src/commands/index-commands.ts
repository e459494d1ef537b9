import { type Collection, readyIndexes } from '../catalog/collection.js';
import { buildIndexes } from '../catalog/index-build.js';
import { findSame, normalizeIndex } from '../catalog/index-specification.js';
import { ErrorCode, MongoError } from '../query/error.js';
import type { Call, Command } from './call.js';
import { listField, stringField } from './fields.js';
import { openList } from './find.js';

const MAX_INDEXES = 64;

export const createIndexes: Command = {
  async run(call) {
    const wanted = listField(call, 'indexes').map(normalizeIndex);
    if (wanted.length === 0) throw new MongoError(ErrorCode.BadValue, 'Must specify at least one index to create');
    const collection = await call.ensureCollection();
    const numIndexesBefore = readyIndexes(collection).length;
    const fresh = wanted.filter((specification) => findSame(collection.indexes, specification)?.ready !== true);
    if (numIndexesBefore + fresh.length > MAX_INDEXES) {
      throw new MongoError(ErrorCode.CannotCreateIndex, `${collection.namespace} may have ${MAX_INDEXES} indexes`);
    }
    await buildIndexes(call, collection, fresh);
    return { numIndexesBefore, numIndexesAfter: collection.indexes.length };
  },
};

/** Drops an index by its name, or all except the one on `_id`. */
export const dropIndexes: Command = {
  async run(call) {
    const collection = existing(call);
    const nIndexesWas = collection.indexes.length;
    const [idIndex, ...others] = collection.indexes;
    const name = stringField(call.body, 'index');
    const dropped = name === '*' ? others : collection.indexes.filter((index) => index.name === name);
    if (name !== '*' && dropped.length === 0) {
      throw new MongoError(ErrorCode.IndexNotFound, `can't find index with name [${name}]`);
    }
    if (dropped[0] === idIndex) throw new MongoError(ErrorCode.InvalidOptions, 'cannot drop _id index');
    if (dropped.length > 0) await call.engine.catalog.removeIndexes(collection, dropped);
    return { nIndexesWas };
  },
};

export const listIndexes: Command = {
  run(call) {
    const collection = existing(call);
    const answers = readyIndexes(collection).map(({ specification }) => specification);
    return openList(call, collection.namespace, answers);
  },
};

function existing(call: Call): Collection {
  const collection = call.collection();
  if (collection) return collection;
  throw new MongoError(ErrorCode.NamespaceNotFound, `ns does not exist: ${call.namespace}`);
}
