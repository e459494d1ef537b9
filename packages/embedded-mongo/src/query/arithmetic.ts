import { Double, Int32, Long } from 'bson';
import { exactOf, numericType, type NumericType } from './number.js';

const ORDER: readonly NumericType[] = ['int', 'long', 'double'];

const OPERATIONS = {
  add: { double: (a: number, b: number) => a + b, integer: (a: bigint, b: bigint) => a + b },
  subtract: { double: (a: number, b: number) => a - b, integer: (a: bigint, b: bigint) => a - b },
  multiply: { double: (a: number, b: number) => a * b, integer: (a: bigint, b: bigint) => a * b },
};

/**
 * Adds, subtracts or multiplies two numbers of any BSON types. Overflowing ints yield a long. Overflowing longs yield
 * a double, or the result of `overflow`.
 */
export function calculate(operation: keyof typeof OPERATIONS, a: unknown, b: unknown, overflow?: () => never): unknown {
  const [typeA, typeB] = [numericType(a), numericType(b)];
  // The wider of the two.
  const type = ORDER.indexOf(typeA) >= ORDER.indexOf(typeB) ? typeA : typeB;
  const { double, integer } = OPERATIONS[operation];
  const x = exactOf(a);
  const y = exactOf(b);
  const rounded = double(Number(x), Number(y));
  if (type === 'double') return new Double(rounded);
  const isExact = typeof x === 'number' && typeof y === 'number' && Number.isSafeInteger(rounded);
  if (isExact) return integerResult(rounded, type);
  const exact = integer(BigInt(x), BigInt(y));
  if (isLong(exact)) return integerResult(exact, type);
  return overflow ? overflow() : new Double(rounded);
}

/** The sum or product of any number of numbers. Its type is that of the final result, not of the intermediate ones. */
export function calculateAll(operation: 'add' | 'multiply', values: readonly unknown[]): unknown {
  let result: unknown = new Int32(operation === 'add' ? 0 : 1);
  for (const value of values) result = calculate(operation, result, value);
  const narrow = numericType(result) === 'long' && values.every((value) => numericType(value) === 'int');
  return narrow ? integerResult((result as Long).toBigInt(), 'int') : result;
}

export function isLong(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

/** An integer as an int (if it fits and `type` is int) or a long. */
export function integerResult(value: number | bigint, type: NumericType): Int32 | Long {
  if (type === 'int' && value >= -0x80000000 && value <= 0x7fffffff) return new Int32(Number(value));
  return typeof value === 'bigint' ? Long.fromBigInt(value) : Long.fromNumber(value);
}
