import { MaxKey, MinKey } from 'bson';
import { compareValues, valuesEqual } from '../compare.js';

/** A place in the order of all values: before or after those that equal a value. */
export interface Edge {
  value: unknown;
  after: boolean;
}

/** A range of an index: the values between two edges. */
export interface Bound {
  low: Edge;
  high: Edge;
}

export function before(value: unknown): Edge {
  return { value, after: false };
}

export function after(value: unknown): Edge {
  return { value, after: true };
}

/** The whole index. */
export const EVERYTHING: Bound = { low: before(new MinKey()), high: after(new MaxKey()) };

/** The range of one value. */
export function point(value: unknown): Bound {
  return { low: before(value), high: after(value) };
}

/** True for the bounds of a single value. */
export function isPoint({ low, high }: Bound): boolean {
  return !low.after && high.after && valuesEqual(low.value, high.value);
}

export function compareEdges(a: Edge, b: Edge): number {
  return compareValues(a.value, b.value) || Number(a.after) - Number(b.after);
}

/** Bounds in ascending order, with overlapping ones merged. */
export function sorted(bounds: readonly Bound[]): Bound[] {
  const apart: Bound[] = [];
  for (const bound of [...bounds].sort((a, b) => compareEdges(a.low, b.low))) {
    const last = apart.at(-1);
    if (!last || compareEdges(last.high, bound.low) < 0) apart.push({ ...bound });
    else if (compareEdges(bound.high, last.high) > 0) last.high = bound.high;
  }
  return apart;
}

/** The intersection of two lists of bounds. */
export function intersect(a: readonly Bound[], b: readonly Bound[]): Bound[] {
  const overlaps = a.flatMap((x) =>
    b.map((y) => ({
      low: compareEdges(x.low, y.low) >= 0 ? x.low : y.low,
      high: compareEdges(x.high, y.high) <= 0 ? x.high : y.high,
    })),
  );
  return overlaps.filter(({ low, high }) => compareEdges(low, high) < 0);
}

/** The list that requires less of an index to be read: points over ranges, fewer over more. */
export function moreSelective(a: Bound[], b: Bound[]): Bound[] {
  return costOf(b) < costOf(a) ? b : a;
}

function costOf(bounds: readonly Bound[]): number {
  return bounds.reduce((sum, bound) => sum + (isPoint(bound) ? 1 : 1000), 0);
}
