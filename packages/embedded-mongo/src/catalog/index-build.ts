import { decode, type Document } from '../query/bson.js';
import type { Call } from '../commands/command.js';
import { performance } from 'node:perf_hooks';
import { recordIdOfKey, recordKey, recordRange } from '../store/key-layout.js';
import type { Entry, WriteView } from '../store/view.js';
import { TURN_MILLISECONDS } from '../store/writer.js';
import type { Catalog } from './catalog.js';
import type { Collection, Index } from './collection.js';
import { indexDocument } from './document-writer.js';

const PORTION = 1000;

/**
 * Builds indexes on a collection that stays in use: new writes keep them up from the beginning, the documents that
 * were there before follow a portion at a time, and queries use them when all are in.
 * @throws DuplicateKeyError when a unique index cannot hold; then none of the indexes is left.
 */
export async function buildIndexes(
  call: Call,
  collection: Collection,
  specifications: readonly Document[],
): Promise<void> {
  const { catalog } = call.engine;
  const building = await catalog.addIndexes(collection, specifications);
  try {
    for (let from: number | undefined = 0; from !== undefined;) {
      const start: number = from;
      from = await call.write((view) => buildPortion(catalog, view, collection, building, start));
      await call.breathe();
    }
  } catch (error) {
    await catalog.removeIndexes(collection, building);
    throw error;
  }
  await catalog.publishIndexes(collection, building);
}

/** Puts the documents from a record id on into the indexes; answers where to go on, undefined at the end. */
function buildPortion(
  catalog: Catalog,
  view: WriteView,
  collection: Collection,
  indexes: readonly Index[],
  from: number,
): number | undefined {
  if (collection.dropped) return undefined;
  const started = performance.now();
  const portion = readPortion(view, collection, from);
  for (const { key, value } of portion) {
    const recordId = recordIdOfKey(key);
    if (performance.now() - started > TURN_MILLISECONDS) return recordId;
    const document = decode(value);
    for (const index of indexes) indexDocument(catalog, view, collection, index, recordId, document);
  }
  const last = portion.at(-1);
  return last && recordIdOfKey(last.key) + 1;
}

// Read before the first write, which would make the walk look again at what it has read ahead.
function readPortion(view: WriteView, collection: Collection, from: number): Entry[] {
  const entries: Entry[] = [];
  for (const entry of view.range({ start: recordKey(collection.id, from), end: recordRange(collection.id).end })) {
    entries.push(entry);
    if (entries.length === PORTION) break;
  }
  return entries;
}
