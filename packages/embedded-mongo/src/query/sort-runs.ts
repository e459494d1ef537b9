/** The number of items sorted at a time, which takes a few milliseconds. */
const RUN = 1000;

/** True if a sort with the limit never keeps more than a few items. */
export function keepsFew(limit = Infinity): boolean {
  return limit <= RUN;
}

type Order<T> = (a: T, b: T) => number;

/**
 * The items in order, or the first `limit` of them; equal items keep their original order. `undefined` marks a pause
 * point: it is passed on, and more are added during long work.
 */
export function inOrder<T>(
  items: Iterable<T | undefined>,
  order: Order<T>,
  limit = Infinity,
): Generator<T | undefined> {
  return keepsFew(limit) ? leastOf(items, order, limit) : mergedRuns(items, order, limit);
}

function* leastOf<T>(items: Iterable<T | undefined>, order: Order<T>, limit: number): Generator<T | undefined> {
  let kept: T[] = [];
  let fresh: T[] = [];
  const settle = (): void => {
    kept = [...kept, ...fresh].sort(order).slice(0, limit);
    fresh = [];
  };
  for (const item of items) {
    const last = kept[limit - 1];
    if (item === undefined) yield undefined;
    else if (last === undefined || order(item, last) < 0) fresh.push(item);
    if (fresh.length >= RUN) {
      settle();
      yield undefined;
    }
  }
  settle();
  yield* kept;
}

function* mergedRuns<T>(items: Iterable<T | undefined>, order: Order<T>, limit: number): Generator<T | undefined> {
  const runs: T[][] = [];
  let run: T[] = [];
  for (const item of items) {
    if (item === undefined) yield undefined;
    else run.push(item);
    if (run.length >= RUN) {
      runs.push(run.sort(order));
      run = [];
      yield undefined;
    }
  }
  runs.push(run.sort(order));
  let given = 0;
  for (const item of merge(runs, order)) {
    if (given >= limit) return;
    given += 1;
    yield item;
  }
}

interface Head<T> {
  item: T;
  run: number;
  at: number;
}

function* merge<T>(runs: readonly (readonly T[])[], order: Order<T>): Generator<T> {
  // A heap: every head is ordered after the one at half its index.
  const heads: Head<T>[] = [];
  const before = (a: Head<T>, b: Head<T>): boolean => (order(a.item, b.item) || a.run - b.run) < 0;
  for (const [number, run] of runs.entries()) {
    const [item] = run;
    if (item !== undefined) rise(heads, { item, run: number, at: 0 }, before);
  }
  for (let [least] = heads; least; [least] = heads) {
    yield least.item;
    const next = runs[least.run]?.[least.at + 1];
    const last = next === undefined ? heads.pop() : { item: next, run: least.run, at: least.at + 1 };
    if (last && last !== least) sink(heads, last, before);
  }
}

function rise<T>(heads: Head<T>[], head: Head<T>, before: (a: Head<T>, b: Head<T>) => boolean): void {
  let place = heads.length;
  while (place > 0) {
    const parent = (place - 1) >> 1;
    const above = heads[parent];
    if (!above || !before(head, above)) break;
    heads[place] = above;
    place = parent;
  }
  heads[place] = head;
}

function sink<T>(heads: Head<T>[], head: Head<T>, before: (a: Head<T>, b: Head<T>) => boolean): void {
  let place = 0;
  for (;;) {
    const left = heads[2 * place + 1];
    const right = heads[2 * place + 2];
    const child = left && right && before(right, left) ? right : left;
    if (!child || !before(child, head)) break;
    heads[place] = child;
    place = 2 * place + (child === right ? 2 : 1);
  }
  heads[place] = head;
}
