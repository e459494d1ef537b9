import { encode, type Document } from '../query/bson.js';
import { ErrorCode, MongoError } from '../query/error.js';
import { compileFilter } from '../query/match.js';
import type { Collection } from '../catalog/collection.js';
import { ID_INDEX } from '../catalog/index-specification.js';
import type { Command } from './command.js';
import { Cursor } from './cursors.js';
import { booleanField, documentField } from './fields.js';
import { batchSizeOf, openCursor } from './find.js';
import { changeExpiry } from './index-commands.js';

/** Creates a collection. */
export const create: Command = {
  names: ['create'],
  fields: ['idIndex', 'autoIndexId', 'storageEngine'],
  unsupported: [
    'capped',
    'size',
    'max',
    'timeseries',
    'expireAfterSeconds',
    'clusteredIndex',
    'changeStreamPreAndPostImages',
    'validator',
    'validationLevel',
    'validationAction',
    'indexOptionDefaults',
    'viewOn',
    'pipeline',
    'encryptedFields',
  ],
  inTransaction: true,
  async run(call) {
    const name = call.collectionName();
    if (call.collection()) {
      // Since 7.0, creating an existing collection with the same options is not an error; no options exist that could
      // differ.
      if (!call.transaction) return {};
      throw new MongoError(ErrorCode.NamespaceExists, `Collection ${call.database}.${name} already exists.`);
    }
    await call.ensureCollection();
    return {};
  },
};

/** Drops a collection. */
export const drop: Command = {
  names: ['drop'],
  fields: [],
  async run(call) {
    const collection = call.collection();
    if (!collection) return {};
    await call.engine.catalog.drop(collection);
    return { nIndexesWas: collection.indexes.length, ns: collection.namespace };
  },
};

/** Drops all collections of a database. */
export const dropDatabase: Command = {
  names: ['dropDatabase'],
  fields: [],
  async run({ engine, database }) {
    const collections = engine.catalog.list(database);
    for (const collection of collections) await engine.catalog.drop(collection);
    return collections.length > 0 ? { dropped: database } : {};
  },
};

/** The collections of a database. */
export const listCollections: Command = {
  names: ['listCollections'],
  fields: ['filter', 'nameOnly', 'cursor', 'authorizedCollections'],
  run(call) {
    const matches = compileFilter(documentField(call.body, 'filter'));
    const nameOnly = booleanField(call.body, 'nameOnly');
    const described = call.engine.catalog.list(call.database).map(describeCollection).filter(matches);
    const answers = described.map(({ name, type, ...rest }) =>
      encode(nameOnly ? { name, type } : { name, type, ...rest }),
    );
    const namespace = `${call.database}.$cmd.listCollections`;
    const cursor = new Cursor(namespace, answers.values(), undefined, call.sessionId, undefined);
    return openCursor(call, cursor, {
      batchSize: batchSizeOf(documentField(call.body, 'cursor')) ?? answers.length + 1,
    });
  },
};

function describeCollection({ name, options, uuid }: Collection): Document {
  return {
    name,
    type: 'collection',
    options,
    info: { readOnly: false, uuid },
    idIndex: { ...ID_INDEX },
  };
}

/** Changes the expiry of a TTL index. */
export const collMod: Command = {
  names: ['collMod'],
  fields: ['index'],
  unsupported: [
    'validator',
    'validationLevel',
    'validationAction',
    'viewOn',
    'pipeline',
    'expireAfterSeconds',
    'timeseries',
    'changeStreamPreAndPostImages',
    'cappedSize',
    'cappedMax',
    'dryRun',
  ],
  run: changeExpiry,
};
