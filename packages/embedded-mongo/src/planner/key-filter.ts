import type { Index } from '../catalog/collection.js';
import type { Filter } from '../query/filter.js';
import type { Bound, Edge } from '../query/bounds.js';
import { encodeKey } from '../query/keys.js';
import { valueEnd } from '../query/key-values.js';
import { INDEX_KEY_HEAD } from '../store/key-layout.js';
import { type Access, boundsOn } from './index-ranges.js';

/** A place in the order of keys: before or after the key of a value. */
interface KeyEdge {
  key: Buffer;
  after: boolean;
}

interface Interval {
  start: KeyEdge;
  end: KeyEdge;
}

/**
 * Conditions on the fields of an index that do not bound its scan. They are tested on the index entries, so documents
 * they exclude are never read. Unless the index is multikey, valid only while it is not.
 */
export class KeyFilter {
  readonly #intervals: (readonly Interval[] | undefined)[];

  /** @param bounds by the position of the field in the index. */
  constructor(
    private readonly index: Index,
    readonly bounds: ReadonlyMap<number, readonly Bound[]>,
  ) {
    const last = Math.max(...bounds.keys());
    this.#intervals = Array.from({ length: last + 1 }, (_, place) => {
      const found = bounds.get(place);
      return found && intervalsOf(found, index.directions[place] ?? 1);
    });
  }

  /** Whether an entry meets the conditions, based on its key. */
  matches(key: Buffer): boolean {
    let at = INDEX_KEY_HEAD;
    for (const [place, intervals] of this.#intervals.entries()) {
      const end = valueEnd(key, at, this.index.directions[place] === -1);
      if (intervals && !liesWithin(intervals, key, at, end)) return false;
      at = end;
    }
    return true;
  }
}

/** The conditions that remain once a scan is bounded; undefined if there are none or entries cannot answer them. */
export function keyFilterOf(index: Index, access: Access, filter: Filter): KeyFilter | undefined {
  const bounds = new Map<number, Bound[]>();
  for (const [place, path] of index.paths.entries()) {
    // Two fields of one array may be matched by different elements, which no single entry shows.
    const isShared = index.multikey && index.paths.some((other) => other !== path && other.parts[0] === path.parts[0]);
    if (place < access.bounds.length || isShared) continue;
    const found = boundsOn(index, filter, path.text);
    if (found) bounds.set(place, found);
  }
  return bounds.size > 0 ? new KeyFilter(index, bounds) : undefined;
}

function intervalsOf(bounds: readonly Bound[], direction: number): Interval[] {
  const intervals = bounds.map((bound) => intervalOf(bound, direction));
  return direction === -1 ? intervals.reverse() : intervals;
}

function intervalOf({ low, high }: Bound, direction: number): Interval {
  const edge = ({ value, after }: Edge): KeyEdge => ({
    key: encodeKey([value], [direction]),
    after: after !== (direction === -1),
  });
  return direction === -1 ? { start: edge(high), end: edge(low) } : { start: edge(low), end: edge(high) };
}

/** Finds the first of the sorted intervals that does not end before the value and checks whether it has begun. */
function liesWithin(intervals: readonly Interval[], key: Buffer, from: number, to: number): boolean {
  let low = 0;
  let high = intervals.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const interval = intervals[middle];
    if (interval && isBehind(interval.end, key, from, to)) low = middle + 1;
    else high = middle;
  }
  const found = intervals[low];
  return found !== undefined && isBehind(found.start, key, from, to);
}

/** Whether the value in a part of the key lies behind the edge. */
function isBehind(edge: KeyEdge, key: Buffer, from: number, to: number): boolean {
  const order = key.compare(edge.key, 0, edge.key.length, from, to);
  return order > 0 || (order === 0 && !edge.after);
}
