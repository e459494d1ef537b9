import type { Index } from '../catalog/collection.js';
import { Rank, typeRank } from '../query/compare.js';
import type { Condition, Filter } from '../query/filter.js';
import { isPrefixPattern } from '../query/filter/regex.js';
import type { Bound, Edge } from '../query/bounds.js';
import { encodeKey } from '../query/keys.js';
import { valueEnd } from '../query/key-values.js';
import { isNaNNumber } from '../query/number.js';
import { hasPosition } from '../query/paths.js';
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

const SCALARS: readonly number[] = [Rank.number, Rank.string, Rank.objectId, Rank.boolean, Rank.date];

/**
 * True if the bounds on an index, including those on its other fields, are equivalent to the filter, so that
 * documents within them need not be tested. Unless the index is multikey, valid only while it is not.
 */
export function coversFilter(filter: Filter, index: Index, access: Access, keyFilter?: KeyFilter): boolean {
  const bounded = index.paths
    .filter((_, place) => place < access.bounds.length || keyFilter?.bounds.has(place))
    .map((path) => path.text);
  const plain = filter.every((condition) => isPlain(condition, bounded));
  return plain && (!index.multikey || isForOneElement(filter));
}

// Different elements of an array may match several conditions, but its entries show one element each. An index in a
// path may be the position of an element, which its entry does not show.
function isForOneElement(filter: Filter): boolean {
  const roots = new Set(filter.map((condition) => condition.kind === 'field' && condition.path.parts[0]));
  return (
    roots.size === filter.length &&
    filter.every((condition) => condition.kind === 'field' && !hasPosition(condition.path))
  );
}

function isPlain(condition: Condition, bounded: readonly string[]): boolean {
  if (condition.kind === 'or' || !bounded.includes(condition.path.text)) return false;
  const { operator, operand } = condition;
  switch (operator) {
    case '$regex':
      return isPrefixPattern(operand);
    case '$in':
      return (operand as unknown[]).every(isScalar);
    case '$eq':
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return isScalar(operand);
    default:
      return false;
  }
}

function isScalar(value: unknown): boolean {
  return SCALARS.includes(typeRank(value)) && !isNaNNumber(value);
}
