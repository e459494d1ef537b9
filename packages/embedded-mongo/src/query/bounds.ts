import { Binary, BSONRegExp, Double, ObjectId, Timestamp } from 'bson';
import { BsonType, bsonType, type Document, isDocument } from './bson.js';
import {
  type Bound,
  compareHighs,
  compareLows,
  EVERYTHING,
  intersect,
  narrower,
  point,
  sorted,
} from './bounds/interval.js';
import { compareValues, Rank, typeRank, valuesEqual } from './compare.js';
import { isTruthy } from './expression.js';
import { compileFilter, isOperatorDocument } from './match.js';
import type { Comparison } from './match/predicates.js';
import { regexPrefix } from './match/regex.js';
import { isNaNNumber } from './number.js';
import { hasPosition, parsePath } from './paths.js';

export type { Bound } from './bounds/interval.js';

/**
 * The ranges of an index on `field` that contain every document that matches the filter, in ascending order and
 * disjoint; null if the filter has no condition that an index can use. The documents found still have to be tested:
 * bounds never lose a match, but may include more.
 *
 * `multikey` means that a document may have several entries in the index. Two conditions may then be met by different
 * elements, so only the narrowest one bounds the search; otherwise, the conditions are intersected.
 */
export function filterBounds(filter: Document, field: string, multikey = true): Bound[] | null {
  const found = conditionsOn(filter, field).flatMap((condition) => {
    const bounds = boundsOf(field, condition.operator, condition.operand);
    return bounds ? [bounds] : [];
  });
  const [first, ...others] = found;
  if (!first) return null;
  return multikey ? others.reduce(narrower, first) : others.reduce(intersect, first);
}

interface Condition {
  operator: string;
  operand: unknown;
}

function conditionsOn(filter: Document, field: string): Condition[] {
  const conditions: Condition[] = [];
  for (const [name, operand] of Object.entries(filter)) {
    if (name === '$and' && Array.isArray(operand)) {
      for (const branch of operand as unknown[]) {
        if (isDocument(branch)) conditions.push(...conditionsOn(branch, field));
      }
    } else if (name === field) {
      conditions.push(...fieldConditions(operand));
    }
  }
  return conditions;
}

function fieldConditions(operand: unknown): Condition[] {
  if (!isOperatorDocument(operand)) {
    return [{ operator: typeRank(operand) === Rank.regex ? '$regex' : '$eq', operand }];
  }
  const regex = operand.$regex;
  if (typeof regex === 'string') {
    const options = typeof operand.$options === 'string' ? operand.$options : '';
    return Object.entries({ ...operand, $regex: regexValue(regex, options) }).map(toCondition);
  }
  return Object.entries(operand).map(toCondition);
}

function regexValue(pattern: string, options: string): unknown {
  return /^[imsux]*$/.test(options) ? new BSONRegExp(pattern, options.replace('u', '')) : null;
}

function toCondition([operator, operand]: [string, unknown]): Condition {
  return { operator, operand };
}

function boundsOf(field: string, operator: string, operand: unknown): Bound[] | null {
  switch (operator) {
    case '$eq':
      return equalityBounds(field, operand);
    case '$in':
      return Array.isArray(operand) ? inBounds(field, operand) : null;
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return rangeBounds(field, operator, operand);
    case '$regex':
      return regexBounds(operand);
    case '$all':
      return Array.isArray(operand) ? allBounds(field, operand) : null;
    case '$elemMatch':
      return elementBounds(field, operand);
    default:
      return null;
  }
}

function equalityBounds(field: string, operand: unknown): Bound[] | null {
  if (operand === null || operand === undefined) {
    // For `a.0`, a document may match null through an element that an index reads as its first.
    return hasPosition(parsePath(field)) ? null : [point(undefined), point(null)];
  }
  if (!Array.isArray(operand)) return [point(operand)];
  // An index contains an array by its elements; in an array of arrays, the array is an element itself.
  const [first] = operand as unknown[];
  const firsts = first === null || first === undefined ? [point(undefined), point(null)] : [point(first)];
  return sorted([...firsts, point(operand)]);
}

function inBounds(field: string, operands: readonly unknown[]): Bound[] | null {
  const bounds: Bound[] = [];
  for (const operand of operands) {
    const some = typeRank(operand) === Rank.regex ? regexBounds(operand) : equalityBounds(field, operand);
    if (!some) return null;
    bounds.push(...some);
  }
  return sorted(bounds);
}

function allBounds(field: string, operands: readonly unknown[]): Bound[] | null {
  let narrowest: Bound[] | null = operands.length === 0 ? [] : null;
  for (const operand of operands) {
    const bounds = fieldConditions(operand).reduce<Bound[] | null>(
      (found, condition) => found ?? boundsOf(field, condition.operator, condition.operand),
      null,
    );
    if (bounds) narrowest = narrowest ? narrower(narrowest, bounds) : bounds;
  }
  return narrowest;
}

// The same element meets all conditions of an $elemMatch, so they may be intersected even in a multikey index.
function elementBounds(field: string, operand: unknown): Bound[] | null {
  if (!isOperatorDocument(operand)) return null;
  const found = Object.entries(operand).flatMap(([operator, value]) => {
    const usable = ['$eq', '$in', '$gt', '$gte', '$lt', '$lte'].includes(operator) && !holdsArray(value);
    const bounds = usable ? boundsOf(field, operator, value) : null;
    return bounds ? [bounds] : [];
  });
  const [first, ...others] = found;
  return first ? others.reduce(intersect, first) : null;
}

function holdsArray(value: unknown): boolean {
  return Array.isArray(value) && value.some((item) => Array.isArray(item));
}

function rangeBounds(field: string, operator: Comparison, operand: unknown): Bound[] | null {
  const inclusive = operator === '$gte' || operator === '$lte';
  const rank = typeRank(operand);
  if (rank === Rank.null || rank === Rank.missing) return inclusive ? equalityBounds(field, null) : [];
  if (rank === Rank.array || rank === Rank.regex) return null;
  const type = bsonType(operand);
  // A null entry may represent a missing value, which has its own way of comparing with MinKey and MaxKey.
  if (type === BsonType.minKey || type === BsonType.maxKey) return [EVERYTHING];
  if (isNaNNumber(operand)) return inclusive ? [point(operand)] : [];
  const bracket = BRACKETS.get(rank);
  if (!bracket) return null;
  return operator === '$gt' || operator === '$gte'
    ? [{ ...bracket, low: operand, lowInclusive: inclusive }]
    : [{ ...bracket, high: operand, highInclusive: inclusive }];
}

const BRACKETS = new Map<number, Bound>([
  [Rank.number, { low: new Double(-Infinity), lowInclusive: true, high: new Double(Infinity), highInclusive: true }],
  [Rank.string, { low: '', lowInclusive: true, high: {}, highInclusive: false }],
  [Rank.object, { low: {}, lowInclusive: true, high: [], highInclusive: false }],
  [
    Rank.binary,
    {
      low: new Binary(new Uint8Array(0), 0),
      lowInclusive: true,
      high: new ObjectId('0'.repeat(24)),
      highInclusive: false,
    },
  ],
  [
    Rank.objectId,
    { low: new ObjectId('0'.repeat(24)), lowInclusive: true, high: new ObjectId('f'.repeat(24)), highInclusive: true },
  ],
  [Rank.boolean, { low: false, lowInclusive: true, high: true, highInclusive: true }],
  [
    Rank.date,
    { low: new Date(-8.64e15), lowInclusive: true, high: new Timestamp({ t: 0, i: 0 }), highInclusive: false },
  ],
  [
    Rank.timestamp,
    { low: new Timestamp({ t: 0, i: 0 }), lowInclusive: true, high: new BSONRegExp(''), highInclusive: false },
  ],
]);

function regexBounds(operand: unknown): Bound[] | null {
  if (typeRank(operand) !== Rank.regex) return null;
  const prefix = regexPrefix(operand);
  if (prefix === undefined) return null;
  const after = successor(prefix);
  const strings: Bound =
    after === undefined
      ? { low: prefix, lowInclusive: true, high: {}, highInclusive: false }
      : { low: prefix, lowInclusive: true, high: after, highInclusive: false };
  return [strings, point(operand)];
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
export function filterImplies(filter: Document, partialFilter: Document): boolean {
  return Object.entries(partialFilter).every(([name, operand]) => {
    if (name === '$and' && Array.isArray(operand)) {
      return operand.every((branch: unknown) => isDocument(branch) && filterImplies(filter, branch));
    }
    if (name === '$or' && Array.isArray(operand)) {
      return operand.some((branch: unknown) => isDocument(branch) && filterImplies(filter, branch));
    }
    if (name.startsWith('$')) return sameCondition(filter, name, operand);
    return fieldConditions(operand).every((wanted) =>
      conditionsOn(filter, name).some((given) => conditionImplies(name, given, wanted)),
    );
  });
}

function sameCondition(filter: Document, name: string, operand: unknown): boolean {
  return name in filter && compareValues(filter[name], operand) === 0;
}

function conditionImplies(field: string, given: Condition, wanted: Condition): boolean {
  if (given.operator === wanted.operator && valuesEqual(given.operand, wanted.operand)) return true;
  if (given.operator === '$eq') return scalarPasses(given.operand, wanted);
  if (given.operator === '$in' && Array.isArray(given.operand)) {
    return given.operand.length > 0 && given.operand.every((value) => scalarPasses(value, wanted));
  }
  if (wanted.operator === '$exists') return isTruthy(wanted.operand) && impliesPresence(given);
  return rangeImplies(field, given, wanted);
}

// Null is excluded because it also matches missing fields; arrays, because their elements are tested one by one.
function scalarPasses(value: unknown, wanted: Condition): boolean {
  if (value === null || value === undefined || Array.isArray(value) || typeRank(value) === Rank.regex) return false;
  if (!['$eq', '$gt', '$gte', '$lt', '$lte', '$in', '$exists', '$type'].includes(wanted.operator)) return false;
  return compileFilter({ value: { [wanted.operator]: wanted.operand } })({ value });
}

function impliesPresence({ operator, operand }: Condition): boolean {
  if (['$gt', '$gte', '$lt', '$lte'].includes(operator)) {
    const rank = typeRank(operand);
    return (
      rank !== Rank.null &&
      rank !== Rank.missing &&
      bsonType(operand) !== BsonType.minKey &&
      bsonType(operand) !== BsonType.maxKey
    );
  }
  return ['$regex', '$type', '$size', '$elemMatch', '$mod'].includes(operator);
}

function rangeImplies(field: string, given: Condition, wanted: Condition): boolean {
  const ranges = ['$gt', '$gte', '$lt', '$lte'];
  if (!ranges.includes(given.operator) || !ranges.includes(wanted.operator)) return false;
  if (typeRank(given.operand) !== typeRank(wanted.operand)) return false;
  const [inner] = boundsOf(field, given.operator, given.operand) ?? [];
  const [outer] = boundsOf(field, wanted.operator, wanted.operand) ?? [];
  return (
    inner !== undefined && outer !== undefined && compareLows(inner, outer) >= 0 && compareHighs(inner, outer) <= 0
  );
}
