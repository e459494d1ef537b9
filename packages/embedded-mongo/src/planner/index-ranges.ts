import type { Index } from '../catalog/collection.js';
import type { Filter } from '../query/filter.js';
import { type Bound, type Edge, filterBounds, isPoint } from '../query/bounds.js';
import { compareValues } from '../query/compare.js';
import { encodeKey } from '../query/keys.js';
import { indexKey, indexRange, successor, type KeyRange } from '../store/key-layout.js';

/** A range of an index to read; `point` is its only possible key, if there can be only one. */
export interface ScanRange extends KeyRange {
  point?: Buffer;
}

/** How a filter uses an index. */
export interface Access {
  /** In index order and disjoint. */
  scanRanges: ScanRange[];
  /** The bounds used for each leading field of the index. */
  bounds: Bound[][];
  /** How many leading fields are bounded to single values. */
  points: number;
  /** False if the ranges also include values that were not asked for. */
  tight: boolean;
}

/** With more combinations of values than this, one range from the first to the last is read. */
const MAX_COMBINATIONS = 10_000;

/** Turns a filter's conditions on the leading fields of an index into key ranges. */
export function accessOf(index: Index, filter: Filter): Access {
  const bounds: Bound[][] = [];
  let points = 0;
  let combinations = 1;
  for (const [i, path] of index.paths.entries()) {
    // Two fields of one array may be matched by different elements, which no single entry shows.
    const root = path.parts[0];
    if (index.multikey && index.paths.slice(0, i).some((earlier) => earlier.parts[0] === root)) break;
    const found = boundsOn(index, filter, path.text);
    if (!found) break;
    const [first] = found;
    const last = found.at(-1);
    if (first && last && combinations * found.length > MAX_COMBINATIONS) {
      return accessBy(index, [...bounds, [{ low: first.low, high: last.high }]], points, false);
    }
    bounds.push(found);
    combinations *= found.length;
    if (!found.every(isPoint)) break;
    points += 1;
  }
  return accessBy(index, bounds, points, true);
}

function accessBy(index: Index, bounds: Bound[][], points: number, tight: boolean): Access {
  return { scanRanges: scanRangesOf(index, bounds), bounds, points, tight };
}

/** Splits the ranges so that each part reads only one value of every field that is bounded to single values. */
export function splitAccess(index: Index, { bounds, points, tight }: Access): Access[] {
  let combinations: Bound[][][] = [[]];
  for (const [i, alternatives] of bounds.entries()) {
    const choices = i < points ? alternatives.map((bound) => [bound]) : [alternatives];
    combinations = combinations.flatMap((chosen) => choices.map((choice) => [...chosen, choice]));
  }
  return combinations.map((chosen) => accessBy(index, chosen, points, tight));
}

/** The bounds of a filter on one field of an index; null if the filter has no condition that an index can use. */
export function boundsOn(index: Index, filter: Filter, field: string): Bound[] | null {
  const bounds = filterBounds(filter, field, index.multikey);
  // Only an empty array is stored as `undefined`, and an index that is not multikey contains none.
  return index.multikey || !bounds
    ? bounds
    : bounds.filter(({ low, high }) => low.value !== undefined || high.value !== undefined);
}

/** True if documents without the field may be within the bounds. */
export function holdsNull(bounds: readonly Bound[]): boolean {
  return bounds.some(({ low, high }) => compareValues(low.value, null) <= 0 && compareValues(null, high.value) <= 0);
}

function scanRangesOf(index: Index, bounds: readonly Bound[][]): ScanRange[] {
  if (bounds.length === 0) return [indexRange(index.id)];
  let prefixes: unknown[][] = [[]];
  for (const [i, alternatives] of bounds.entries()) {
    const ordered = index.directions[i] === -1 ? [...alternatives].reverse() : alternatives;
    if (i === bounds.length - 1) {
      return prefixes.flatMap((prefix) => ordered.map((bound) => scanRangeOf(index, prefix, bound)));
    }
    prefixes = prefixes.flatMap((prefix) => ordered.map((bound) => [...prefix, bound.low.value]));
  }
  return [];
}

function scanRangeOf(index: Index, prefix: readonly unknown[], bound: Bound): ScanRange {
  const keyOf = (value: unknown): Buffer => indexKey(index.id, encodeKey([...prefix, value], index.directions));
  const { low, high } = bound;
  if (isPoint(bound)) {
    const key = keyOf(low.value);
    const scanRange = { start: key, end: successor(key) };
    return index.unique && prefix.length === index.paths.length - 1 ? { ...scanRange, point: key } : scanRange;
  }
  const descending = index.directions[prefix.length] === -1;
  const placeOf = ({ value, after }: Edge): Buffer => (after === descending ? keyOf(value) : successor(keyOf(value)));
  return descending ? { start: placeOf(high), end: placeOf(low) } : { start: placeOf(low), end: placeOf(high) };
}
