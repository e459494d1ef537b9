import { Decimal128, Double, Int32, Long } from 'bson';
import { BsonType, bsonType, isInt32, tagOf } from './bson.js';
import { compareFinite, type Decimal, decimalOf, decimalToDouble, exactDecimal } from './decimal.js';

/** A number in the smallest JavaScript form that represents it exactly. */
export type Exact = number | bigint | Decimal;

/** True for the four numeric BSON types and native numbers. */
export function isNumeric(value: unknown): boolean {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return true;
    case 'object': {
      const tag = tagOf(value);
      return tag === 'Int32' || tag === 'Double' || tag === 'Long' || tag === 'Decimal128';
    }
    default:
      return false;
  }
}

/** The exact value of a numeric BSON value. The caller ensures that it is numeric. */
export function exactOf(value: unknown): Exact {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (value instanceof Int32 || value instanceof Double) return value.value;
  switch (tagOf(value)) {
    case 'Long':
      return longOf(value as Long);
    case 'Decimal128':
      return decimalOf(value as Decimal128);
    default:
      return (value as Int32 | Double).value;
  }
}

function longOf(value: Long): number | bigint {
  // Up to 53 bits, a double represents the long exactly.
  return value.high >= -0x200000 && value.high < 0x200000
    ? value.high * 0x100000000 + (value.low >>> 0)
    : value.toBigInt();
}

/** The nearest double. */
export function toDouble(value: unknown): number {
  const exact = exactOf(value);
  return typeof exact === 'object' ? decimalToDouble(exact) : Number(exact);
}

/** Compares two numeric values exactly; NaN equals itself and precedes every other number. */
export function compareNumbers(a: unknown, b: unknown): number {
  return compareExact(exactOf(a), exactOf(b));
}

/** `compareNumbers` for values that `exactOf` has unwrapped. */
function compareExact(x: Exact, y: Exact): number {
  if (typeof x === 'object' || typeof y === 'object') return compareWithDecimal(x, y);
  if (x < y) return -1;
  if (x > y) return 1;
  // Comparison operators between a bigint and a double are exact, so the rest are equal or NaN.
  return Number(isNaNValue(y)) - Number(isNaNValue(x));
}

function isNaNValue(value: number | bigint): boolean {
  return typeof value === 'number' && Number.isNaN(value);
}

function compareWithDecimal(x: Exact, y: Exact): number {
  const specialX = specialOf(x);
  const specialY = specialOf(y);
  if (specialX === undefined && specialY === undefined) return compareFinite(finiteOf(x), finiteOf(y));
  return specialRank(specialX) - specialRank(specialY);
}

function specialOf(value: Exact): number | undefined {
  if (typeof value === 'object') return 'special' in value ? Number(value.special) : undefined;
  return typeof value === 'number' && !Number.isFinite(value) ? value : undefined;
}

function specialRank(special: number | undefined): number {
  if (special === undefined) return 2;
  if (Number.isNaN(special)) return 0;
  return special < 0 ? 1 : 3;
}

/** A finite number as coefficient and exponent. */
export function finiteOf(value: Exact): { coefficient: bigint; exponent: number } {
  if (typeof value === 'bigint') return { coefficient: value, exponent: 0 };
  if (typeof value === 'number') return exactDecimal(value);
  return 'special' in value ? { coefficient: 0n, exponent: 0 } : value;
}

/** True for NaN of either floating type. */
export function isNaNNumber(value: unknown): boolean {
  if (typeof value === 'number') return Number.isNaN(value);
  if (typeof value !== 'object' || value === null) return false;
  const tag = tagOf(value);
  if (tag === 'Double') return Number.isNaN((value as Double).value);
  if (tag !== 'Decimal128') return false;
  const decimal = decimalOf(value as Decimal128);
  return 'special' in decimal && decimal.special === 'NaN';
}

/** The integer value of a number of any numeric type, or undefined if it is not a finite integer. */
export function integerOf(value: unknown): bigint | undefined {
  if (!isNumeric(value)) return undefined;
  const exact = exactOf(value);
  if (typeof exact === 'bigint') return exact;
  if (typeof exact === 'number') return Number.isInteger(exact) ? BigInt(exact) : undefined;
  if ('special' in exact) return undefined;
  if (exact.exponent >= 0) return exact.coefficient * 10n ** BigInt(exact.exponent);
  const divisor = 10n ** BigInt(-exact.exponent);
  return exact.coefficient % divisor === 0n ? exact.coefficient / divisor : undefined;
}

/** An integer as a JavaScript number, or undefined if it is not an integer or too large to be exact. */
export function safeIntegerOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  const integer = integerOf(value);
  if (integer === undefined) return undefined;
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** The type with which a numeric value takes part in arithmetic. */
export function numericType(value: unknown): 'int' | 'long' | 'double' | 'decimal' {
  if (typeof value === 'number') return isInt32(value) ? 'int' : 'double';
  switch (bsonType(value)) {
    case BsonType.int:
      return 'int';
    case BsonType.long:
      return 'long';
    case BsonType.decimal:
      return 'decimal';
    default:
      return 'double';
  }
}

/** A number's own digits, as the shell prints them. */
export function numberText(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint') return value.toString();
  return (value as Int32 | Long | Double | Decimal128).toString();
}
