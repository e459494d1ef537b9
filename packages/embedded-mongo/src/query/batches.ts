/** So many documents are passed on at a time. */
const BATCH = 128;

/** Items one by one; `undefined` marks a point at which other commands may get a turn. */
export type Source<T> = Iterable<T | undefined>;

/** Items in arrays. After each array, which may be empty, other commands may get a turn. */
export type Batches<T> = Iterable<readonly T[]>;

/** Collects items in arrays, each of which ends where its source may pause. */
export function* inBatches<T>(source: Source<T>): Generator<readonly T[]> {
  let batch: T[] = [];
  for (const item of source) {
    if (item !== undefined) batch.push(item);
    if (item !== undefined && batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** The items of arrays one by one, with a pause point after each array. */
export function* oneByOne<T>(batches: Batches<T>): Generator<T | undefined> {
  for (const batch of batches) {
    yield* batch;
    yield undefined;
  }
}
