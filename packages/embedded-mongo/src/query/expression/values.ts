import { calculate, calculateAll, integerResult } from '../arithmetic.js';
import { typeNameOf } from '../bson.js';
import { valuesEqual } from '../compare.js';
import { MongoError, notImplemented, typeMismatch } from '../error.js';
import { exactOf, isNumeric, numberText, safeIntegerOf } from '../number.js';
import { isNullish, operator, type OperatorTable } from './operator.js';

function noDates(name: string, values: readonly unknown[]): void {
  if (values.some((value) => value instanceof Date)) throw notImplemented(`${name} of a date`);
}

function add(values: readonly unknown[]): unknown {
  if (values.some(isNullish)) return null;
  noDates('$add', values);
  const other = values.find((value) => !isNumeric(value));
  if (other === undefined) return calculateAll('add', values);
  throw typeMismatch(`$add only supports numeric or date types, not ${typeNameOf(other)}`);
}

function subtract(a: unknown, b: unknown): unknown {
  if (isNullish(a) || isNullish(b)) return null;
  noDates('$subtract', [a, b]);
  if (isNumeric(a) && isNumeric(b)) return calculate('subtract', a, b);
  throw typeMismatch(`can't $subtract ${typeNameOf(b)} from ${typeNameOf(a)}`);
}

function multiply(values: readonly unknown[]): unknown {
  if (values.some(isNullish)) return null;
  const other = values.find((value) => !isNumeric(value));
  if (other === undefined) return calculateAll('multiply', values);
  throw typeMismatch(`$multiply only supports numeric types, not ${typeNameOf(other)}`);
}

/** `$toLong` of a number: the part before the decimal point. */
function toLong(value: unknown): unknown {
  if (isNullish(value)) return null;
  if (!isNumeric(value)) throw notImplemented(`$toLong of a value of the type ${typeNameOf(value)}`);
  const exact = exactOf(value);
  if (typeof exact === 'number' && !Number.isFinite(exact)) throw notImplemented(`$toLong of ${numberText(value)}`);
  const whole = typeof exact === 'bigint' ? exact : BigInt(Math.trunc(exact));
  if (BigInt.asIntN(64, whole) === whole) return integerResult(whole, 'long');
  throw new MongoError(241, `Conversion would overflow target type: ${numberText(value)}`);
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
  const text = textOf(value);
  const from = substringNumber(34450, start);
  const count = substringNumber(34452, length);
  if (from < 0) throw new MongoError(34455, '$substrCP: the starting index must be a non-negative integer.');
  if (count < 0) throw new MongoError(34454, '$substrCP: length must be a non-negative integer.');
  return Array.from(text)
    .slice(from, from + count)
    .join('');
}

// Numbers and dates count as their texts, null as an empty one.
function textOf(value: unknown): string {
  if (isNullish(value)) return '';
  if (typeof value === 'string') return value;
  if (isNumeric(value)) return numberText(value);
  if (value instanceof Date) return value.toISOString();
  throw new MongoError(16007, `can't convert from BSON type ${typeNameOf(value)} to String`);
}

function substringNumber(code: number, value: unknown): number {
  const whole = safeIntegerOf(value);
  if (whole !== undefined) return whole;
  throw new MongoError(code, `$substrCP: argument must be a 32-bit integer (is BSON type ${typeNameOf(value)})`);
}

export const valueOperators: OperatorTable = {
  $literal: (argument) => () => argument,
  $add: operator('$add', [0, Infinity], add),
  $subtract: operator('$subtract', [2, 2], ([a, b]) => subtract(a, b)),
  $multiply: operator('$multiply', [0, Infinity], multiply),
  $toLong: operator('$toLong', [1, 1], ([value]) => toLong(value)),
  $first: operator('$first', [1, 1], ([list]) => first(list)),
  $in: operator('$in', [2, 2], ([value, list]) => contains(value, list)),
  $substrCP: operator('$substrCP', [3, 3], substring),
};
