import { MaxKey, MinKey } from 'bson';
import { compareValues, valuesEqual } from '../compare.js';

/** A range of an index: the values between `low` and `high`, either of which may be excluded. */
export interface Bound {
  low: unknown;
  lowInclusive: boolean;
  high: unknown;
  highInclusive: boolean;
}

/** The whole index. */
export const EVERYTHING: Bound = { low: new MinKey(), lowInclusive: true, high: new MaxKey(), highInclusive: true };

/** The range of one value. */
export function point(value: unknown): Bound {
  return { low: value, lowInclusive: true, high: value, highInclusive: true };
}

/** Bounds in ascending order, with overlapping ones merged. */
export function sorted(bounds: readonly Bound[]): Bound[] {
  const ordered = [...bounds].sort((a, b) => compareLows(a, b));
  const apart: Bound[] = [];
  for (const bound of ordered) {
    const last = apart.at(-1);
    if (last && touches(last, bound)) {
      if (compareHighs(bound, last) > 0)
        apart[apart.length - 1] = { ...last, high: bound.high, highInclusive: bound.highInclusive };
    } else {
      apart.push(bound);
    }
  }
  return apart;
}

function touches(before: Bound, after: Bound): boolean {
  const order = compareValues(before.high, after.low);
  return order > 0 || (order === 0 && (before.highInclusive || after.lowInclusive));
}

/** Orders two bounds by their start. */
export function compareLows(a: Bound, b: Bound): number {
  return compareValues(a.low, b.low) || Number(b.lowInclusive) - Number(a.lowInclusive);
}

/** Orders two bounds by their end. */
export function compareHighs(a: Bound, b: Bound): number {
  return compareValues(a.high, b.high) || Number(a.highInclusive) - Number(b.highInclusive);
}

/** The intersection of two lists of bounds. */
export function intersect(a: readonly Bound[], b: readonly Bound[]): Bound[] {
  const result: Bound[] = [];
  for (const x of a) {
    for (const y of b) {
      const low = compareLows(x, y) >= 0 ? x : y;
      const high = compareHighs(x, y) <= 0 ? x : y;
      const bound = {
        low: low.low,
        lowInclusive: low.lowInclusive,
        high: high.high,
        highInclusive: high.highInclusive,
      };
      const order = compareValues(bound.low, bound.high);
      if (order < 0 || (order === 0 && bound.lowInclusive && bound.highInclusive)) result.push(bound);
    }
  }
  return result;
}

/** The list that requires less of an index to be read: points over ranges, fewer over more. */
export function moreSelective(a: Bound[], b: Bound[]): Bound[] {
  return costOf(b) < costOf(a) ? b : a;
}

function costOf(bounds: readonly Bound[]): number {
  return bounds.reduce((sum, bound) => sum + (valuesEqual(bound.low, bound.high) ? 1 : 1000), 0);
}
