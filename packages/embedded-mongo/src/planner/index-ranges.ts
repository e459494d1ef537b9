import type { Index } from '../catalog/collection.js';
import type { Document } from '../query/bson.js';
import { type Bound, filterBounds } from '../query/bounds.js';
import { EVERYTHING } from '../query/bounds/interval.js';
import { compareValues, valuesEqual } from '../query/compare.js';
import { encodeKey } from '../query/keys.js';
import { indexKey, indexRange, successor, type KeyRange } from '../store/key-layout.js';

/** A stretch of an index to read; `point` is the one key of it where there can be only one. */
export interface Stretch extends KeyRange {
  point?: Buffer;
}

/** What a filter makes of an index. */
export interface Access {
  /** In the order of the index, apart from each other. */
  stretches: Stretch[];
  /** The bounds used, per leading field of the index. */
  bounds: Bound[][];
  /** How many leading fields are bounded by single values. */
  points: number;
  /** False when values between those asked for are read as well. */
  tight: boolean;
}

/** More combinations of values than this are read as one range from the first to the last. */
const MAX_COMBINATIONS = 10_000;

/** Turns a filter's conditions on the leading fields of an index into stretches of its keys. */
export function accessOf(index: Index, filter: Document): Access {
  const bounds: Bound[][] = [];
  let points = 0;
  let combinations = 1;
  for (const [i, path] of index.paths.entries()) {
    // Two fields of one array may each be matched by another element, which no single entry shows.
    const root = path.parts[0];
    if (index.multikey && index.paths.slice(0, i).some((earlier) => earlier.parts[0] === root)) break;
    const found = boundsOn(index, filter, path.text);
    if (!found) break;
    if (combinations * found.length > MAX_COMBINATIONS) {
      return accessBy(index, [...bounds, [hullOf(found)]], points, false);
    }
    bounds.push(found);
    combinations *= found.length;
    if (!found.every(isPoint)) break;
    points += 1;
  }
  return accessBy(index, bounds, points, true);
}

function accessBy(index: Index, bounds: Bound[][], points: number, tight: boolean): Access {
  return { stretches: stretchesOf(index, bounds), bounds, points, tight };
}

function hullOf(bounds: readonly Bound[]): Bound {
  const { low, lowInclusive } = bounds[0] ?? EVERYTHING;
  const { high, highInclusive } = bounds.at(-1) ?? EVERYTHING;
  return { low, lowInclusive, high, highInclusive };
}

/** The access taken apart so that each part reads one value only of every field that is bounded by single values. */
export function splitAccess(index: Index, { bounds, points, tight }: Access): Access[] {
  let combinations: Bound[][][] = [[]];
  for (const [i, alternatives] of bounds.entries()) {
    const choices = i < points ? alternatives.map((bound) => [bound]) : [alternatives];
    combinations = combinations.flatMap((chosen) => choices.map((choice) => [...chosen, choice]));
  }
  return combinations.map((chosen) => accessBy(index, chosen, points, tight));
}

/** The bounds of a filter on one field of an index; null where it says nothing an index could use. */
export function boundsOn(index: Index, filter: Document, field: string): Bound[] | null {
  const bounds = filterBounds(filter, field, index.multikey);
  // Only an empty array is kept as `undefined`, and an index that is not multikey holds none.
  return index.multikey || !bounds
    ? bounds
    : bounds.filter(({ low, high }) => !(low === undefined && high === undefined));
}

/** True for the bound of one value. */
export function isPoint(bound: Bound): boolean {
  return bound.lowInclusive && bound.highInclusive && valuesEqual(bound.low, bound.high);
}

/** True when documents without the field may lie within the bounds. */
export function holdsNull(bounds: readonly Bound[]): boolean {
  return bounds.some(({ low, high }) => compareValues(low, null) <= 0 && compareValues(null, high) <= 0);
}

function stretchesOf(index: Index, bounds: readonly Bound[][]): Stretch[] {
  if (bounds.length === 0) return [indexRange(index.id)];
  let prefixes: unknown[][] = [[]];
  for (const [i, alternatives] of bounds.entries()) {
    const ordered = index.directions[i] === -1 ? [...alternatives].reverse() : alternatives;
    if (i === bounds.length - 1) {
      return prefixes.flatMap((prefix) => ordered.map((bound) => stretchOf(index, prefix, bound)));
    }
    prefixes = prefixes.flatMap((prefix) => ordered.map((bound) => [...prefix, bound.low]));
  }
  return [];
}

function stretchOf(index: Index, prefix: readonly unknown[], bound: Bound): Stretch {
  const keyOf = (value: unknown): Buffer => indexKey(index.id, encodeKey([...prefix, value], index.directions));
  const low = keyOf(bound.low);
  if (isPoint(bound)) {
    const stretch = { start: low, end: successor(low) };
    return index.unique && prefix.length === index.paths.length - 1 ? { ...stretch, point: low } : stretch;
  }
  const high = keyOf(bound.high);
  const descending = index.directions[prefix.length] === -1;
  const [first, firstInclusive, last, lastInclusive] = descending
    ? [high, bound.highInclusive, low, bound.lowInclusive]
    : [low, bound.lowInclusive, high, bound.highInclusive];
  return { start: firstInclusive ? first : successor(first), end: lastInclusive ? successor(last) : last };
}
