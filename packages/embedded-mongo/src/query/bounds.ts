import { Binary, Double, ObjectId } from 'bson';
import { compareValues, Rank, typeRank, valuesEqual } from './compare.js';
import { isTruthy } from './expression/operator.js';
import { type Condition, type FieldCondition, type Filter, isRegex } from './filter.js';
import type { Comparison } from './filter/predicates.js';
import { regexPrefix } from './filter/regex.js';
import { isNaNNumber } from './number.js';
import { hasPosition, type Path } from './paths.js';

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

/**
 * The ranges of an index on `field` that contain every document that matches the filter, in ascending order and
 * disjoint; null if the filter has no condition that an index can use. The documents found still have to be tested:
 * bounds never lose a match, but may include more.
 *
 * `multikey` means that a document may have several entries in the index. Two conditions may then be met by different
 * elements, so only the narrowest one bounds the search; otherwise, the conditions are intersected.
 */
export function filterBounds(filter: Filter, field: string, multikey = true): Bound[] | null {
  const found = filter.flatMap((condition) => {
    const bounds = isOn(condition, field) ? boundsOf(condition) : null;
    return bounds ? [bounds] : [];
  });
  const [first, ...others] = found;
  if (!first) return null;
  return multikey ? others.reduce(moreSelective, first) : others.reduce(intersect, first);
}

function isOn(condition: Condition, field: string): condition is FieldCondition {
  return condition.kind === 'field' && condition.path.text === field;
}

function boundsOf({ path, operator, operand }: FieldCondition): Bound[] | null {
  switch (operator) {
    case '$eq':
      return equalityBounds(path, operand);
    case '$in':
      return inBounds(path, operand as unknown[]);
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return rangeBounds(path, operator, operand);
    case '$regex':
      return regexBounds(operand);
    default:
      return null;
  }
}

function equalityBounds(path: Path, operand: unknown): Bound[] | null {
  if (operand === null || operand === undefined) {
    // For `a.0`, a document may match null through an element that an index reads as its first.
    return hasPosition(path) ? null : [point(undefined), point(null)];
  }
  if (!Array.isArray(operand)) return [point(operand)];
  // An index contains an array by its elements; in an array of arrays, the array is an element itself.
  const [first] = operand as unknown[];
  const firsts = first === null || first === undefined ? [point(undefined), point(null)] : [point(first)];
  return sorted([...firsts, point(operand)]);
}

function inBounds(path: Path, operands: readonly unknown[]): Bound[] | null {
  const bounds: Bound[] = [];
  for (const operand of operands) {
    const some = equalityBounds(path, operand);
    if (!some) return null;
    bounds.push(...some);
  }
  return sorted(bounds);
}

function rangeBounds(path: Path, operator: Comparison, operand: unknown): Bound[] | null {
  const inclusive = operator === '$gte' || operator === '$lte';
  const rank = typeRank(operand);
  if (rank === Rank.null || rank === Rank.missing) return inclusive ? equalityBounds(path, null) : [];
  if (isNaNNumber(operand)) return inclusive ? [point(operand)] : [];
  const bracket = BRACKETS.get(rank);
  if (!bracket) return null;
  const edge = { value: operand, after: operator === '$gt' || operator === '$lte' };
  return [operator === '$gt' || operator === '$gte' ? { ...bracket, low: edge } : { ...bracket, high: edge }];
}

/** The values of each type that can be compared. */
const BRACKETS = new Map<number, Bound>([
  [Rank.number, { low: before(new Double(-Infinity)), high: after(new Double(Infinity)) }],
  [Rank.string, { low: before(''), high: before({}) }],
  [Rank.object, { low: before({}), high: before([]) }],
  [Rank.binary, { low: before(new Binary(new Uint8Array(0), 0)), high: before(new ObjectId('0'.repeat(24))) }],
  [Rank.objectId, { low: before(new ObjectId('0'.repeat(24))), high: after(new ObjectId('f'.repeat(24))) }],
  [Rank.boolean, { low: before(false), high: after(true) }],
  [Rank.date, { low: before(new Date(-8.64e15)), high: after(new Date(8.64e15)) }],
]);

function regexBounds(operand: unknown): Bound[] | null {
  const prefix = regexPrefix(operand);
  return prefix === undefined ? null : [{ low: before(prefix), high: before(successor(prefix) ?? {}) }];
}

// The smallest string greater than all strings with the prefix: its last code point that is not the greatest, plus one.
function successor(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === 0x10ffff) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
}

/**
 * True if every document that matches `filter` also matches a partial index's filter, as far as conditions on the
 * same fields show: the index then contains everything that the filter asks for.
 */
export function filterImplies(filter: Filter, partialFilter: Filter): boolean {
  return partialFilter.every((wanted) =>
    wanted.kind === 'or'
      ? wanted.branches.some((branch) => filterImplies(filter, branch))
      : filter.some((given) => isOn(given, wanted.path.text) && conditionImplies(given, wanted)),
  );
}

function conditionImplies(given: FieldCondition, wanted: FieldCondition): boolean {
  if (given.operator === wanted.operator && valuesEqual(given.operand, wanted.operand)) return true;
  if (given.operator === '$eq') return scalarPasses(given.operand, wanted);
  if (given.operator === '$in') {
    const values = given.operand as unknown[];
    return values.length > 0 && values.every((value) => scalarPasses(value, wanted));
  }
  if (wanted.operator === '$exists') return isTruthy(wanted.operand) && impliesPresence(given);
  return rangeImplies(given, wanted);
}

// Null is excluded because it also matches missing fields; arrays, because their elements are tested one by one.
function scalarPasses(value: unknown, { predicate, negated }: FieldCondition): boolean {
  if (value === null || value === undefined || Array.isArray(value) || isRegex(value)) return false;
  return !negated && predicate(value);
}

const RANGES: readonly string[] = ['$gt', '$gte', '$lt', '$lte'];

function impliesPresence({ operator, operand }: FieldCondition): boolean {
  if (RANGES.includes(operator)) return operand !== null && operand !== undefined;
  return ['$regex', '$type', '$size', '$elemMatch'].includes(operator);
}

function rangeImplies(given: FieldCondition, wanted: FieldCondition): boolean {
  if (!RANGES.includes(given.operator) || !RANGES.includes(wanted.operator)) return false;
  if (typeRank(given.operand) !== typeRank(wanted.operand)) return false;
  const [inner] = boundsOf(given) ?? [];
  const [outer] = boundsOf(wanted) ?? [];
  if (!inner || !outer) return false;
  return compareEdges(inner.low, outer.low) >= 0 && compareEdges(inner.high, outer.high) <= 0;
}

function before(value: unknown): Edge {
  return { value, after: false };
}

function after(value: unknown): Edge {
  return { value, after: true };
}

function point(value: unknown): Bound {
  return { low: before(value), high: after(value) };
}

export function isPoint({ low, high }: Bound): boolean {
  return !low.after && high.after && valuesEqual(low.value, high.value);
}

function compareEdges(a: Edge, b: Edge): number {
  return compareValues(a.value, b.value) || Number(a.after) - Number(b.after);
}

/** Bounds in ascending order, with overlapping ones merged. */
function sorted(bounds: readonly Bound[]): Bound[] {
  const apart: Bound[] = [];
  for (const bound of [...bounds].sort((a, b) => compareEdges(a.low, b.low))) {
    const last = apart.at(-1);
    if (!last || compareEdges(last.high, bound.low) < 0) apart.push({ ...bound });
    else if (compareEdges(bound.high, last.high) > 0) last.high = bound.high;
  }
  return apart;
}

function intersect(a: readonly Bound[], b: readonly Bound[]): Bound[] {
  const overlaps = a.flatMap((x) =>
    b.map((y) => ({
      low: compareEdges(x.low, y.low) >= 0 ? x.low : y.low,
      high: compareEdges(x.high, y.high) <= 0 ? x.high : y.high,
    })),
  );
  return overlaps.filter(({ low, high }) => compareEdges(low, high) < 0);
}

/** The list that requires less of an index to be read: points over ranges, fewer over more. */
function moreSelective(a: Bound[], b: Bound[]): Bound[] {
  return costOf(b) < costOf(a) ? b : a;
}

function costOf(bounds: readonly Bound[]): number {
  return bounds.reduce((sum, bound) => sum + (isPoint(bound) ? 1 : 1000), 0);
}
