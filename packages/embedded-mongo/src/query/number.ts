import { Double, Int32, Long } from 'bson';
import { BsonType, bsonType, isInt32, tagOf } from './bson.js';

/** True for the three numeric BSON types and native numbers. */
export function isNumeric(value: unknown): boolean {
  switch (typeof value) {
    case 'number':
      return true;
    case 'object': {
      const tag = tagOf(value);
      return tag === 'Int32' || tag === 'Double' || tag === 'Long';
    }
    default:
      return false;
  }
}

/** The exact value of a numeric BSON value: a bigint beyond 53 bits. The caller ensures that it is numeric. */
export function exactOf(value: unknown): number | bigint {
  if (typeof value === 'number') return value;
  if (value instanceof Int32 || value instanceof Double) return value.value;
  return tagOf(value) === 'Long' ? longOf(value as Long) : (value as Int32 | Double).value;
}

function longOf(value: Long): number | bigint {
  // Up to 53 bits, a double represents the long exactly.
  return value.high >= -0x200000 && value.high < 0x200000
    ? value.high * 0x100000000 + (value.low >>> 0)
    : value.toBigInt();
}

/** The nearest double. */
export function toDouble(value: unknown): number {
  return Number(exactOf(value));
}

/** Compares two numeric values exactly; NaN equals itself and precedes every other number. */
export function compareNumbers(a: unknown, b: unknown): number {
  const x = exactOf(a);
  const y = exactOf(b);
  if (x < y) return -1;
  if (x > y) return 1;
  // Comparison operators between a bigint and a double are exact, so the rest are equal or NaN.
  return Number(Number.isNaN(y)) - Number(Number.isNaN(x));
}

export function isNaNNumber(value: unknown): boolean {
  return Number.isNaN(value instanceof Double ? value.value : value);
}

/** An integer as a JavaScript number, or undefined if it is not an integer or too large to be exact. */
export function safeIntegerOf(value: unknown): number | undefined {
  const number = isNumeric(value) ? toDouble(value) : NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}

/** The numeric types in the order in which one takes precedence in arithmetic. */
export type NumericType = 'int' | 'long' | 'double';

/** The type with which a numeric value takes part in arithmetic. */
export function numericType(value: unknown): NumericType {
  if (typeof value === 'number') return isInt32(value) ? 'int' : 'double';
  const type = bsonType(value);
  return type === BsonType.int ? 'int' : type === BsonType.long ? 'long' : 'double';
}
