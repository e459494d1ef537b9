import { refused } from '../../supported.js';
import { calculate, calculateAll, integerResult } from '../arithmetic.js';
import { isDocument, typeNameOf } from '../bson.js';
import { compareValues, valuesEqual } from '../compare.js';
import { describe } from '../describe.js';
import { MongoError } from '../error.js';
import { exactOf, isNumeric, safeIntegerOf } from '../number.js';
import { argumentsOf, isNullish, isTruthy, operator, type Operator } from './operator.js';

function ordered(name: string, accept: (order: number) => boolean): Operator {
  return operator(name, [2, 2], ([a, b]) => accept(compareValues(a, b)));
}

const and: Operator = (argument, compile) => {
  const values = argumentsOf('$and', [0, Infinity], argument).map(compile);
  return (root) => values.every((value) => isTruthy(value(root)));
};

const or: Operator = (argument, compile) => {
  const values = argumentsOf('$or', [0, Infinity], argument).map(compile);
  return (root) => values.some((value) => isTruthy(value(root)));
};

const cond: Operator = (argument, compile) => {
  const [condition, then, otherwise] = condParts(argument).map(compile);
  return (root) => (isTruthy(condition?.(root)) ? then?.(root) : otherwise?.(root));
};

function condParts(argument: unknown): unknown[] {
  if (!isDocument(argument)) return argumentsOf('$cond', [3, 3], argument);
  const { if: condition, then, else: otherwise, ...others } = argument;
  const parts = [condition, then, otherwise];
  if (parts.includes(undefined) || Object.keys(others).length > 0) {
    throw refused('expression operator', `$cond with ${Object.keys(argument).join()}`);
  }
  return parts;
}

const ifNull: Operator = (argument, compile) => {
  const values = argumentsOf('$ifNull', [2, Infinity], argument).map(compile);
  return (root) => {
    let result: unknown;
    for (const value of values) {
      result = value(root);
      if (!isNullish(result)) return result;
    }
    return result;
  };
};

/** The result of an operator on numbers; null if a value is null or missing. */
function ofNumbers(name: string, values: readonly unknown[], calculated: () => unknown): unknown {
  if (values.some(isNullish)) return null;
  const other = values.find((value) => !isNumeric(value));
  if (other === undefined) return calculated();
  throw refused('expression operator', `${name} of a value of the type ${typeNameOf(other)}`);
}

/** `$toLong` of a number: the part before the decimal point. */
function toLong(value: unknown): unknown {
  if (isNullish(value)) return null;
  if (!isNumeric(value)) throw refused('expression operator', `$toLong of a value of the type ${typeNameOf(value)}`);
  const exact = exactOf(value);
  if (typeof exact === 'number' && !Number.isFinite(exact)) throw refused('expression operator', `$toLong of ${exact}`);
  const whole = typeof exact === 'bigint' ? exact : BigInt(Math.trunc(exact));
  if (BigInt.asIntN(64, whole) === whole) return integerResult(whole, 'long');
  throw new MongoError(241, `Conversion would overflow target type: ${exact}`);
}

function first(list: unknown): unknown {
  if (isNullish(list)) return null;
  if (Array.isArray(list)) return list[0];
  throw new MongoError(28689, `$first's argument must be an array, but is ${typeNameOf(list)}`);
}

function contains(value: unknown, list: unknown): boolean {
  if (!Array.isArray(list)) {
    throw new MongoError(40081, `$in requires an array as a second argument, found: ${typeNameOf(list)}`);
  }
  return list.some((element) => valuesEqual(element, value));
}

function substring([value, start, length]: unknown[]): string {
  const [from, count] = [safeIntegerOf(start), safeIntegerOf(length)];
  if (from === undefined || count === undefined || from < 0 || count < 0) {
    throw refused('expression operator', `$substrCP from ${describe(start)} with the length ${describe(length)}`);
  }
  return Array.from(textOf(value))
    .slice(from, from + count)
    .join('');
}

// Numbers and dates count as their texts, null as an empty one.
function textOf(value: unknown): string {
  if (isNullish(value)) return '';
  if (typeof value === 'string') return value;
  if (isNumeric(value)) return String(exactOf(value));
  if (value instanceof Date) return value.toISOString();
  throw new MongoError(16007, `can't convert from BSON type ${typeNameOf(value)} to String`);
}

export const EXPRESSION_OPERATORS = new Map<string, Operator>(
  Object.entries({
    $eq: ordered('$eq', (order) => order === 0),
    $ne: ordered('$ne', (order) => order !== 0),
    $gt: ordered('$gt', (order) => order > 0),
    $gte: ordered('$gte', (order) => order >= 0),
    $lt: ordered('$lt', (order) => order < 0),
    $lte: ordered('$lte', (order) => order <= 0),
    $and: and,
    $or: or,
    $not: operator('$not', [1, 1], ([value]) => !isTruthy(value)),
    $cond: cond,
    $ifNull: ifNull,
    $literal: (argument) => () => argument,
    $add: operator('$add', [0, Infinity], (values) => ofNumbers('$add', values, () => calculateAll('add', values))),
    $subtract: operator('$subtract', [2, 2], (values) =>
      ofNumbers('$subtract', values, () => calculate('subtract', values[0], values[1])),
    ),
    $multiply: operator('$multiply', [0, Infinity], (values) =>
      ofNumbers('$multiply', values, () => calculateAll('multiply', values)),
    ),
    $toLong: operator('$toLong', [1, 1], ([value]) => toLong(value)),
    $first: operator('$first', [1, 1], ([list]) => first(list)),
    $in: operator('$in', [2, 2], ([value, list]) => contains(value, list)),
    $substrCP: operator('$substrCP', [3, 3], substring),
  }),
);
