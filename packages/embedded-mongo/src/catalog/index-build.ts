import { decode, type Document } from '../query/bson.js';
import type { Call } from '../commands/call.js';
import { MongoError } from '../query/error.js';
import { performance } from 'node:perf_hooks';
import { recordIdOfKey, recordKey, recordRange } from '../store/key-layout.js';
import type { Entry, WriteView } from '../store/view.js';
import { TURN_MILLISECONDS } from '../store/writer.js';
import type { Collection, Index } from './collection.js';
import { indexDocument } from './document-writer.js';
import { findSame } from './index-specification.js';

const BATCH_SIZE = 1000;
const INDEX_BUILD_ABORTED = 276;

/**
 * Builds the indexes that do not exist on a collection that stays in use. New writes update the indexes from the start;
 * existing documents are added in batches; queries use the indexes once all documents are in. If another command is
 * building one of them, waits for it first.
 * @throws DuplicateKeyError when a unique index cannot be built; all of the indexes are then removed.
 */
export async function buildIndexes(
  call: Call,
  collection: Collection,
  specifications: readonly Document[],
): Promise<void> {
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
