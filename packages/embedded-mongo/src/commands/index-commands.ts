import { performance } from 'node:perf_hooks';
import { type Collection, type Index, readyIndexes } from '../catalog/collection.js';
import { indexDocument } from '../catalog/document-writer.js';
import { findSame, normalizeIndex } from '../catalog/index-specification.js';
import { decode, type Document } from '../query/bson.js';
import { ErrorCode, MongoError } from '../query/error.js';
import { recordIdOfKey, recordKey, recordRange } from '../store/key-layout.js';
import type { Entry, WriteView } from '../store/view.js';
import { TURN_MILLISECONDS } from '../store/writer.js';
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

const BATCH_SIZE = 1000;
const INDEX_BUILD_ABORTED = 276;

/**
 * Builds the indexes that do not exist on a collection that stays in use. New writes update the indexes from the start;
 * existing documents are added in batches; queries use the indexes once all documents are in. If another command is
 * building one of them, waits for it first.
 * @throws DuplicateKeyError when a unique index cannot be built; all of the indexes are then removed.
 */
async function buildIndexes(call: Call, collection: Collection, specifications: readonly Document[]): Promise<void> {
  for (;;) {
    const same = specifications.map((specification) => findSame(collection.indexes, specification));
    if (same.every((index) => index?.ready)) return;
    const other = same.find((index) => index && !index.ready);
    if (other) await othersBuild(collection, other);
    else await buildNew(call, collection, specifications);
  }
}

async function othersBuild(collection: Collection, index: Index): Promise<void> {
  await index.built;
  if (index.ready || !collection.indexes.includes(index)) return;
  throw new MongoError(INDEX_BUILD_ABORTED, `The build of the index ${index.name} on ${collection.namespace} failed`);
}

async function buildNew(call: Call, collection: Collection, specifications: readonly Document[]): Promise<void> {
  let end = (): void => undefined;
  const built = new Promise<void>((resolve) => (end = resolve));
  try {
    await fill(call, collection, await call.engine.catalog.addIndexes(collection, specifications, built));
  } finally {
    end();
  }
}

async function fill(call: Call, collection: Collection, building: readonly Index[]): Promise<void> {
  const { catalog } = call.engine;
  try {
    for (let from: number | undefined = 0; from !== undefined;) {
      const start: number = from;
      from = await call.write((view) => buildBatch(view, collection, building, start));
      await call.yieldTurn();
    }
  } catch (error) {
    await catalog.removeIndexes(collection, building);
    throw error;
  }
  await catalog.publishIndexes(collection, building);
}

/** Indexes a batch of documents, starting at a record id. Returns where to continue, or undefined at the end. */
function buildBatch(
  view: WriteView,
  collection: Collection,
  indexes: readonly Index[],
  from: number,
): number | undefined {
  if (collection.dropped) return undefined;
  const started = performance.now();
  const batch = readBatch(view, collection, from);
  for (const { key, value } of batch) {
    const recordId = recordIdOfKey(key);
    if (performance.now() - started > TURN_MILLISECONDS) return recordId;
    const document = decode(value);
    for (const index of indexes) indexDocument(view, collection, index, recordId, document);
  }
  const last = batch.at(-1);
  return last && recordIdOfKey(last.key) + 1;
}

// Read before the first write, which would make the walk read its look-ahead again.
function readBatch(view: WriteView, collection: Collection, from: number): Entry[] {
  const entries: Entry[] = [];
  for (const entry of view.range({ start: recordKey(collection.id, from), end: recordRange(collection.id).end })) {
    entries.push(entry);
    if (entries.length === BATCH_SIZE) break;
  }
  return entries;
}
