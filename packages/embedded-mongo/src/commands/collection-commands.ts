import { Long } from 'bson';
import type { Document } from '../query/bson.js';
import { ErrorCode, MongoError } from '../query/error.js';
import { compileFilter } from '../query/filter.js';
import { recordRange } from '../store/key-layout.js';
import { type Collection, checkNamespace } from '../catalog/collection.js';
import { ID_INDEX } from '../catalog/index-specification.js';
import type { Command } from './call.js';
import { booleanField, documentField, stringField } from './fields.js';
import { openList } from './find.js';

export const create: Command = {
  async run(call) {
    // Since 7.0, creating an existing collection with the same options is not an error; no options exist that could
    // differ.
    await call.ensureCollection();
    return {};
  },
};

export const drop: Command = {
  async run(call) {
    const collection = call.collection();
    if (!collection) return {};
    await call.engine.catalog.drop(collection);
    return { nIndexesWas: collection.indexes.length, ns: collection.namespace };
  },
};

export const dropDatabase: Command = {
  async run({ engine, database }) {
    const collections = engine.catalog.list(database);
    for (const collection of collections) await engine.catalog.drop(collection);
    return collections.length > 0 ? { dropped: database } : {};
  },
};

/** Renames a collection, also into another database. */
export const renameCollection: Command = {
  adminOnly: true,
  async run(call) {
    const from = stringField(call.body, 'renameCollection');
    const to = stringField(call.body, 'to');
    for (const namespace of [from, to]) checkNamespace(namespace);
    const { catalog } = call.engine;
    const source = catalog.find(from);
    if (!source) throw new MongoError(ErrorCode.NamespaceNotFound, `Source collection ${from} does not exist`);
    if (from === to) throw new MongoError(ErrorCode.IllegalOperation, "Can't rename a collection to itself");
    const dropTarget = booleanField(call.body, 'dropTarget');
    await call.whenFree(() => catalog.rename(source, to, dropTarget));
    return {};
  },
};

export const listCollections: Command = {
  run(call) {
    const matches = compileFilter(documentField(call.body, 'filter'));
    const nameOnly = booleanField(call.body, 'nameOnly');
    const described = call.engine.catalog.list(call.database).map(describeCollection).filter(matches);
    const answers = nameOnly ? described.map(({ name, type }) => ({ name, type })) : described;
    return openList(call, `${call.database}.$cmd.listCollections`, answers);
  },
};

function describeCollection({ name, uuid }: Collection): Document {
  return {
    name,
    type: 'collection',
    options: {},
    info: { readOnly: false, uuid },
    idIndex: { ...ID_INDEX },
  };
}

/** The databases: those that have collections. */
export const listDatabases: Command = {
  adminOnly: true,
  run({ engine }) {
    const names = [...new Set(engine.catalog.list().map(({ database }) => database))].sort();
    const databases = names.map((name): Document => {
      const empty = engine.catalog.list(name).every(({ id }) => engine.store.count(recordRange(id)) === 0);
      // All databases share one file, whose size cannot be attributed to each.
      return { name, sizeOnDisk: Long.fromNumber(empty ? 0 : engine.store.bytesUsed), empty };
    });
    return { databases, totalSize: Long.fromNumber(engine.store.bytesUsed) };
  },
};
