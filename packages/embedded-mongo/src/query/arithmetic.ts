import { Double, Int32, Long } from 'bson';
import { type Decimal, decimalFromDouble, decimalToDouble, toDecimal128 } from './decimal.js';
import { type Exact, exactOf, finiteOf, numericType } from './number.js';

/** The four numeric types in the order in which one takes precedence in arithmetic. */
export type NumericType = 'int' | 'long' | 'double' | 'decimal';

const ORDER: readonly NumericType[] = ['int', 'long', 'double', 'decimal'];

export type Operation = 'add' | 'subtract' | 'multiply';

/** The type of a result: the wider of the two operand types. */
function widerType(a: NumericType, b: NumericType): NumericType {
  return ORDER.indexOf(a) >= ORDER.indexOf(b) ? a : b;
}

/**
 * Adds, subtracts or multiplies two numbers of any BSON types. Overflowing ints yield a long. Overflowing longs yield
 * a double, or the result of `overflow`.
 */
export function calculate(operation: Operation, a: unknown, b: unknown, overflow?: () => never): unknown {
  const type = widerType(numericType(a), numericType(b));
  const x = exactOf(a);
  const y = exactOf(b);
  if (type === 'decimal') return toDecimal128(calculateDecimal(operation, toDecimal(x), toDecimal(y)));
  if (type === 'double') return new Double(calculateDouble(operation, asDouble(x), asDouble(y)));
  if (typeof x === 'number' && typeof y === 'number') {
    const result = calculateDouble(operation, x, y);
    if (Number.isSafeInteger(result)) return integerResult(result, type);
  }
  const exact = calculateInteger(operation, asBigInt(x), asBigInt(y));
  if (isLong(exact)) return integerResult(exact, type);
  return overflow ? overflow() : new Double(calculateDouble(operation, Number(x), Number(y)));
}

/** The sum or product of any number of numbers. Its type is that of the final result, not of the intermediate ones. */
export function calculateAll(operation: 'add' | 'multiply', values: readonly unknown[]): unknown {
  let result: unknown = new Int32(operation === 'add' ? 0 : 1);
  for (const value of values) result = calculate(operation, result, value);
  const narrow = numericType(result) === 'long' && values.every((value) => numericType(value) === 'int');
  return narrow ? integerResult((result as Long).toBigInt(), 'int') : result;
}

/** True for an integer within 64 bits. */
export function isLong(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

/** An integer as an int (if it fits and `type` is int) or a long. */
export function integerResult(value: number | bigint, type: NumericType): Int32 | Long {
  if (type === 'int' && value >= -0x80000000 && value <= 0x7fffffff) return new Int32(Number(value));
  return typeof value === 'bigint' ? Long.fromBigInt(value) : Long.fromNumber(value);
}

function calculateDouble(operation: Operation, a: number, b: number): number {
  switch (operation) {
    case 'add':
      return a + b;
    case 'subtract':
      return a - b;
    case 'multiply':
      return a * b;
  }
}

function calculateInteger(operation: Operation, a: bigint, b: bigint): bigint {
  switch (operation) {
    case 'add':
      return a + b;
    case 'subtract':
      return a - b;
    case 'multiply':
      return a * b;
  }
}

function calculateDecimal(operation: Operation, a: Decimal, b: Decimal): Decimal {
  if ('special' in a || 'special' in b) {
    const result = calculateDouble(operation, signOrSpecial(a), signOrSpecial(b));
    return Number.isFinite(result) ? { coefficient: 0n, exponent: 0 } : { special: String(result) as 'NaN' };
  }
  if (operation === 'multiply') {
    return { coefficient: a.coefficient * b.coefficient, exponent: a.exponent + b.exponent };
  }
  // Beyond this distance, the smaller number does not affect the 34 digits of the larger.
  const [left, right] = aligned(a, b);
  return {
    coefficient: operation === 'add' ? left.coefficient + right.coefficient : left.coefficient - right.coefficient,
    exponent: left.exponent,
  };
}

interface Finite {
  coefficient: bigint;
  exponent: number;
}

function aligned(a: Finite, b: Finite): [Finite, Finite] {
  const exponent = Math.min(a.exponent, b.exponent);
  const scale = (value: Finite): Finite => ({
    coefficient: value.coefficient * 10n ** BigInt(value.exponent - exponent),
    exponent,
  });
  return [scale(a), scale(b)];
}

function signOrSpecial(value: Decimal): number {
  if ('special' in value) return Number(value.special);
  return value.coefficient === 0n ? 0 : value.coefficient < 0n ? -1 : 1;
}

/** The decimal for an exact number; doubles keep 15 digits, as in MongoDB's conversion. */
function toDecimal(value: Exact): Decimal {
  if (typeof value === 'object') return value;
  if (typeof value === 'bigint') return { coefficient: value, exponent: 0 };
  return Number.isSafeInteger(value) && Math.abs(value) < 1e15
    ? { coefficient: BigInt(value), exponent: 0 }
    : decimalFromDouble(value);
}

function asDouble(value: Exact): number {
  return typeof value === 'object' ? decimalToDouble(value) : Number(value);
}

function asBigInt(value: Exact): bigint {
  return typeof value === 'number' ? BigInt(value) : finiteOf(value).coefficient;
}

/** Division: a decimal if either operand is one, otherwise a double. The divisor must not be zero. */
export function divide(a: unknown, b: unknown): unknown {
  const x = exactOf(a);
  const y = exactOf(b);
  if (widerType(numericType(a), numericType(b)) !== 'decimal') return new Double(asDouble(x) / asDouble(y));
  return toDecimal128(divideDecimal(toDecimal(x), toDecimal(y)));
}

function divideDecimal(a: Decimal, b: Decimal): Decimal {
  if ('special' in a || 'special' in b) {
    const result = signOrSpecial(a) / signOrSpecial(b);
    return Number.isFinite(result) ? { coefficient: 0n, exponent: 0 } : { special: String(result) as 'NaN' };
  }
  const shift = Math.max(0, 36 + b.coefficient.toString().length - a.coefficient.toString().length);
  const scaled = a.coefficient * 10n ** BigInt(shift);
  const quotient = scaled / b.coefficient;
  const exact = quotient * b.coefficient === scaled;
  // A remainder is kept as one more digit, so that rounding to 34 digits takes it into account.
  const result = exact
    ? shortest({ coefficient: quotient, exponent: a.exponent - b.exponent - shift }, a.exponent - b.exponent)
    : {
        coefficient: quotient * 10n + (scaled < 0n === b.coefficient < 0n ? 1n : -1n),
        exponent: a.exponent - b.exponent - shift - 1,
      };
  return result;
}

// An exact quotient gets the exponent nearest to the ideal one instead of the zeros of the long division.
function shortest(value: Finite, ideal: number): Finite {
  let { coefficient, exponent } = value;
  while (exponent < ideal && coefficient % 10n === 0n) {
    coefficient /= 10n;
    exponent++;
  }
  return { coefficient, exponent };
}
