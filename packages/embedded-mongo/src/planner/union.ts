import type { Source } from '../query/batches.js';

/** The results of the walks, one walk after the other, without duplicates. */
export function* chained(walks: readonly { recordIds(): Source<number> }[]): Generator<number | undefined> {
  if (walks.length === 1) {
    for (const walk of walks) yield* walk.recordIds();
    return;
  }
  const seen = new Set<number>();
  for (const walk of walks) {
    for (const recordId of walk.recordIds()) {
      if (recordId !== undefined && seen.has(recordId)) continue;
      if (recordId !== undefined) seen.add(recordId);
      yield recordId;
    }
  }
}

/** Merges branches that are each sorted into one sorted list without duplicates. */
export function* merged<T extends { recordId: number }>(
  branches: readonly Source<T>[],
  compare: (a: T, b: T) => number,
): Generator<T | undefined> {
  const seen = new Set<number>();
  const heads: { found: T; rest: Iterator<T | undefined> }[] = [];
  for (const branch of branches) {
    const rest = branch[Symbol.iterator]();
    const found = yield* next(rest);
    if (found) heads.push({ found, rest });
  }
  for (;;) {
    const [first, ...others] = heads;
    if (!first) return;
    const least = others.reduce((a, b) => (compare(b.found, a.found) < 0 ? b : a), first);
    if (!seen.has(least.found.recordId)) yield least.found;
    seen.add(least.found.recordId);
    const found = yield* next(least.rest);
    if (found) least.found = found;
    else heads.splice(heads.indexOf(least), 1);
  }
}

function* next<T>(rest: Iterator<T | undefined>): Generator<undefined, T | undefined> {
  for (;;) {
    const step = rest.next();
    if (step.done) return undefined;
    if (step.value) return step.value;
    yield undefined;
  }
}
