import type { Batches } from './batches.js';

/** The number of items sorted at a time, which takes a few milliseconds. */
const RUN = 1000;

/** True if a sort with the limit never keeps more than a few items. */
export function keepsFew(limit = Infinity): boolean {
  return limit <= RUN;
}

type Order<T> = (a: T, b: T) => number;

/** The items in order, or the first `limit` of them; equal items keep their original order. */
export function inOrder<T>(batches: Batches<T>, order: Order<T>, limit = Infinity): Generator<readonly T[]> {
  return keepsFew(limit) ? leastOf(batches, order, limit) : mergedRuns(batches, order, limit);
}

function* leastOf<T>(batches: Batches<T>, order: Order<T>, limit: number): Generator<readonly T[]> {
  let kept: T[] = [];
  let fresh: T[] = [];
  const settle = (): void => {
    kept = [...kept, ...fresh].sort(order).slice(0, limit);
    fresh = [];
  };
  for (const batch of batches) {
    const last = kept[limit - 1];
    for (const item of batch) if (last === undefined || order(item, last) < 0) fresh.push(item);
    if (fresh.length >= RUN) settle();
    yield [];
  }
  settle();
  yield kept;
}

function* mergedRuns<T>(batches: Batches<T>, order: Order<T>, limit: number): Generator<readonly T[]> {
  let runs: (readonly T[])[] = [];
  let run: T[] = [];
  for (const batch of batches) {
    run.push(...batch);
    if (run.length >= RUN) {
      runs.push(run.sort(order));
      run = [];
    }
    yield [];
  }
  runs.push(run.sort(order));
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let i = 0; i < runs.length; i += 2) merged.push(yield* merge(runs[i] ?? [], runs[i + 1] ?? [], order));
    runs = merged;
  }
  const [sorted = []] = runs;
  const end = Math.min(sorted.length, limit);
  for (let at = 0; at < end; at += RUN) yield sorted.slice(at, Math.min(at + RUN, end));
}

function* merge<T>(a: readonly T[], b: readonly T[], order: Order<T>): Generator<[], readonly T[]> {
  if (b.length === 0) return a;
  const merged: T[] = [];
  let [i, j] = [0, 0];
  while (merged.length < a.length + b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && (right === undefined || order(left, right) <= 0)) {
      merged.push(left);
      i += 1;
    } else if (right !== undefined) {
      merged.push(right);
      j += 1;
    }
    if (merged.length % RUN === 0) yield [];
  }
  return merged;
}
