import { Decimal128, Double, Int32, Long, ObjectId } from 'bson';
import { integerResult, toDecimalValue } from '../arithmetic.js';
import { BsonType, tagOf, type TypeName, typeName, typeNameOf } from '../bson.js';
import { MongoError } from '../error.js';
import { exactOf, isNumeric, numberText, numericType, safeIntegerOf, toDouble } from '../number.js';
import { coerceDate, parseDate } from './date-value.js';
import { named, unary, valueOf } from './operator.js';
import { isNullish, isTruthy, type OperatorTable } from './scope.js';

type Target = 'double' | 'string' | 'objectId' | 'bool' | 'date' | 'int' | 'long' | 'decimal';

const LONG_MIN = -(2n ** 63n);
const LONG_MAX = 2n ** 63n - 1n;

function failure(message: string): MongoError {
  return new MongoError(241, `${message} in $convert with no onError value`);
}

function unsupported(value: unknown, target: Target): MongoError {
  return failure(`Unsupported conversion from ${typeNameOf(value)} to ${target}`);
}

/** Converts a value as `$convert` does. @throws MongoError 241 if there is no conversion. */
function convert(value: unknown, target: Target): unknown {
  switch (target) {
    case 'bool':
      return isTruthy(value);
    case 'string':
      return toText(value);
    case 'date':
      return toDate(value);
    case 'objectId':
      return toObjectId(value);
    case 'double':
    case 'decimal':
      return toFloating(value, target);
    case 'int':
    case 'long':
      return toInteger(value, target);
  }
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (isNumeric(value)) return doubleText(value);
  if (value instanceof Date) return value.toISOString();
  if (tagOf(value) === 'ObjectId') return (value as { toHexString(): string }).toHexString();
  throw unsupported(value, 'string');
}

function doubleText(value: unknown): string {
  const number = numericType(value) === 'double' ? toDouble(value) : undefined;
  if (number === undefined) return numberText(value);
  return Number.isFinite(number)
    ? number.toString()
    : number.toString().replace('Infinity', 'inf').replace('NaN', 'nan');
}

function toDate(value: unknown): Date {
  if (typeof value === 'string') return parseDate(value);
  const date = coerceDate(value);
  if (date) return date;
  if (isNumeric(value) && numericType(value) !== 'int') {
    const time = Math.trunc(toDouble(value));
    const result = new Date(time);
    if (!Number.isNaN(result.getTime())) return result;
  }
  throw unsupported(value, 'date');
}

function toObjectId(value: unknown): unknown {
  if (tagOf(value) === 'ObjectId') return value;
  if (typeof value !== 'string') throw unsupported(value, 'objectId');
  if (!/^[0-9a-fA-F]{24}$/.test(value)) {
    throw new MongoError(241, `Failed to parse objectId '${value}' in $convert with no onError value`);
  }
  return new ObjectId(value);
}

const NUMBER_TEXT = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function toFloating(value: unknown, target: 'double' | 'decimal'): unknown {
  const special = typeof value === 'string' ? specialOf(value) : undefined;
  if (typeof value === 'string' && special === undefined && !NUMBER_TEXT.test(value)) throw unparsed(value);
  if (target === 'decimal') {
    if (typeof value === 'string') return Decimal128.fromStringWithRounding(special ?? value);
    if (typeof value === 'boolean') return Decimal128.fromString(value ? '1' : '0');
    if (value instanceof Date) return Decimal128.fromString(value.getTime().toString());
    if (isNumeric(value)) return numericType(value) === 'decimal' ? value : toDecimalValue(value);
    throw unsupported(value, target);
  }
  if (typeof value === 'string') return new Double(Number(special ?? value));
  if (typeof value === 'boolean') return new Double(value ? 1 : 0);
  if (value instanceof Date) return new Double(value.getTime());
  if (isNumeric(value)) return new Double(toDouble(value));
  throw unsupported(value, target);
}

function specialOf(text: string): string | undefined {
  const match = /^([+-]?)(inf(?:inity)?|nan)$/i.exec(text);
  if (!match) return undefined;
  const [, sign = '', name = ''] = match;
  return name.toLowerCase() === 'nan' ? 'NaN' : sign === '-' ? '-Infinity' : 'Infinity';
}

function unparsed(text: string): MongoError {
  return new MongoError(241, `Failed to parse number '${text}' in $convert with no onError value`);
}

function toInteger(value: unknown, target: 'int' | 'long'): unknown {
  if (typeof value === 'boolean') return target === 'int' ? new Int32(Number(value)) : Long.fromNumber(Number(value));
  if (typeof value === 'string') {
    if (!/^[+-]?\d+$/.test(value)) throw unparsed(value);
    return inRange(BigInt(value.replace('+', '')), target, () => unparsed(value));
  }
  if (value instanceof Date && target === 'long') return Long.fromNumber(value.getTime());
  if (!isNumeric(value)) throw unsupported(value, target);
  return inRange(wholeOf(value), target, () => overflow(value));
}

function inRange(whole: bigint, target: 'int' | 'long', fault: () => MongoError): unknown {
  const [min, max] = target === 'int' ? [-0x80000000n, 0x7fffffffn] : [LONG_MIN, LONG_MAX];
  if (whole < min || whole > max) throw fault();
  return integerResult(whole, target);
}

function wholeOf(value: unknown): bigint {
  const exact = exactOf(value);
  if (typeof exact === 'bigint') return exact;
  if (typeof exact === 'number') {
    if (Number.isFinite(exact)) return BigInt(Math.trunc(exact));
  } else if (!('special' in exact)) {
    return exact.exponent >= 0
      ? exact.coefficient * 10n ** BigInt(exact.exponent)
      : exact.coefficient / 10n ** BigInt(-exact.exponent);
  }
  throw failure('Attempt to convert NaN or infinity value to integer type');
}

function overflow(value: unknown): MongoError {
  return failure(`Conversion would overflow target type: ${numberText(value)}`);
}

const TARGETS: readonly string[] = ['double', 'string', 'objectId', 'bool', 'date', 'int', 'long', 'decimal'];

function targetOf(to: unknown): Target {
  const name = typeof to === 'string' ? to : isNumeric(to) ? typeName(safeIntegerOf(to) ?? 0) : undefined;
  if (name === undefined) {
    throw new MongoError(9, `$convert's 'to' argument must be a string or number, but is ${typeNameOf(to)}`);
  }
  if (!Object.hasOwn(BsonType, name)) throw new MongoError(2, `Unknown type name: ${name}`);
  if (!TARGETS.includes(name)) throw failure(`Unsupported conversion to ${name as TypeName}`);
  return name as Target;
}

const converter = named(
  '$convert',
  { required: ['input', 'to'], optional: ['onError', 'onNull', 'format', 'byteOrder'] },
  ({ input, to, onError, onNull }) =>
    (root) => {
      const value = valueOf(input, root);
      const type = valueOf(to, root);
      if (isNullish(type)) return null;
      const target = targetOf(type);
      if (isNullish(value)) return onNull ? onNull(root) : null;
      try {
        return convert(value, target);
      } catch (error) {
        if (onError && error instanceof MongoError && error.code === 241) return onError(root);
        throw error;
      }
    },
);

function shorthand(name: string, target: Target) {
  return unary(name, (value) => (isNullish(value) ? null : convert(value, target)));
}

export const convertOperators: OperatorTable = {
  $convert: converter,
  $toBool: shorthand('$toBool', 'bool'),
  $toDate: shorthand('$toDate', 'date'),
  $toDecimal: shorthand('$toDecimal', 'decimal'),
  $toDouble: shorthand('$toDouble', 'double'),
  $toInt: shorthand('$toInt', 'int'),
  $toLong: shorthand('$toLong', 'long'),
  $toObjectId: shorthand('$toObjectId', 'objectId'),
  $toString: shorthand('$toString', 'string'),
  $type: unary('$type', (value) => typeNameOf(value)),
  $isNumber: unary('$isNumber', (value) => isNumeric(value)),
};
