import { refused } from '../../supported.js';
import { BsonType, bsonType, type TypeName } from '../bson.js';
import { compareValues, Rank, typeRank } from '../compare.js';
import { describe } from '../describe.js';
import { badValue } from '../error.js';
import { keyString } from '../keys.js';
import { compareNumbers, isNaNNumber, isNumeric, safeIntegerOf } from '../number.js';

/** A test of one value at a path; undefined represents a missing value. */
export type Predicate = (value: unknown) => boolean;

export type Comparison = '$gt' | '$gte' | '$lt' | '$lte';

/** Equality in filters: null equals missing. */
export function equals(operand: unknown): Predicate {
  if (operand === null || operand === undefined) return (value) => value === null || value === undefined;
  if (typeof operand === 'string' || typeof operand === 'boolean') return (value) => value === operand;
  if (isNumeric(operand)) return (value) => isNumeric(value) && compareNumbers(value, operand) === 0;
  // Refuses an operand of a type that is not supported.
  typeRank(operand);
  return (value) => value !== undefined && compareValues(value, operand) === 0;
}

export function exists(value: unknown): boolean {
  return value !== undefined;
}

/** An ordering test, which only values of the operand's type can pass. */
export function compares(operator: Comparison, operand: unknown): Predicate {
  const accept = ACCEPT[operator];
  const rank = typeRank(operand);
  const inclusive = operator === '$gte' || operator === '$lte';
  if (rank === Rank.missing || rank === Rank.null) {
    return (value) => inclusive && (value === null || value === undefined);
  }
  if (isNaNNumber(operand)) return (value) => inclusive && isNaNNumber(value);
  if (rank === Rank.number) {
    return (value) => isNumeric(value) && !isNaNNumber(value) && accept(compareNumbers(value, operand));
  }
  return (value) => typeRank(value) === rank && accept(compareValues(value, operand));
}

const ACCEPT: Record<Comparison, (order: number) => boolean> = {
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
};

export function matchesRegex(regex: RegExp): Predicate {
  return (value) => typeof value === 'string' && regex.test(value);
}

const SMALL_LIST = 4;

export function isIn(operands: readonly unknown[]): Predicate {
  return operands.length <= SMALL_LIST ? anyOf(operands.map(equals)) : memberOf(operands);
}

function anyOf(tests: readonly Predicate[]): Predicate {
  return (value) => tests.some((test) => test(value));
}

function memberOf(operands: readonly unknown[]): Predicate {
  if (operands.every((operand) => typeof operand === 'string')) {
    const texts = new Set<unknown>(operands);
    return (value) => texts.has(value);
  }
  const keys = new Set(operands.map((operand) => keyString(operand ?? null)));
  return (value) => keys.has(keyString(value ?? null));
}

/** `$type`: the name of a type, or `number` for all three. */
export function hasType(operand: unknown): Predicate {
  if (operand === 'number') return isNumeric;
  if (typeof operand !== 'string' || !Object.hasOwn(BsonType, operand)) throw refused('type', describe(operand));
  const type = BsonType[operand as TypeName];
  return (value) => value !== undefined && bsonType(value) === type;
}

/** `$size`: a non-negative integer. */
export function hasSize(operand: unknown): Predicate {
  const size = safeIntegerOf(operand);
  if (size === undefined || size < 0) {
    throw badValue(`Failed to parse $size. Expected a non-negative integer: $size: ${describe(operand)}`);
  }
  return (value) => Array.isArray(value) && value.length === size;
}
