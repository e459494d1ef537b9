import {
  indexRange,
  indexRangeFrom,
  ownerIdOfKey,
  recordRange,
  recordRangeFrom,
  type KeyRange,
} from '../store/key-layout.js';
import type { Store } from '../store/store.js';
import type { Change, WriteView } from '../store/view.js';
import type { Collection } from './collection.js';

const BATCH_SIZE = 5000;

export async function purge(store: Store, ranges: readonly KeyRange[]): Promise<void> {
  for (const range of ranges) {
    let left = true;
    while (left) left = await store.writer.run((view) => purgeBatch(view, range));
  }
}

function purgeBatch(view: WriteView, range: KeyRange): boolean {
  const changes: Change[] = [];
  for (const { key } of view.range(range)) {
    changes.push({ key, value: undefined });
    if (changes.length === BATCH_SIZE) break;
  }
  view.write(changes);
  return changes.length === BATCH_SIZE;
}

export function rangesOf({ id, indexes }: Collection): KeyRange[] {
  return [recordRange(id), ...indexes.map((index) => indexRange(index.id))];
}

/** The documents and index entries that belong to none of the collections: the remains of an interrupted drop. */
export function orphans(store: Store, collections: readonly Collection[]): KeyRange[] {
  const indexes = collections.flatMap((collection) => collection.indexes);
  return [
    ...foreignEntries(store, idsOf(collections), recordRangeFrom, recordRange),
    ...foreignEntries(store, idsOf(indexes), indexRangeFrom, indexRange),
  ];
}

function idsOf(owners: readonly { id: number }[]): ReadonlySet<number> {
  return new Set(owners.map(({ id }) => id));
}

function foreignEntries(
  store: Store,
  known: ReadonlySet<number>,
  from: (id: number) => KeyRange,
  rangeOf: (id: number) => KeyRange,
): KeyRange[] {
  const ranges: KeyRange[] = [];
  for (let next = 0; ;) {
    const [entry] = store.range(from(next));
    if (!entry) return ranges;
    const id = ownerIdOfKey(entry.key);
    if (!known.has(id)) ranges.push(rangeOf(id));
    next = id + 1;
  }
}
