import { BsonType, bsonType } from '../bson.js';
import { binaryParts } from '../compare.js';
import { badValue, failedToParse } from '../error.js';
import { integerOf, isNumeric } from '../number.js';
import { describe, type Predicate } from './predicates.js';

export type BitOperator = '$bitsAllSet' | '$bitsAllClear' | '$bitsAnySet' | '$bitsAnyClear';

const ACCEPT: Record<BitOperator, (bits: bigint, mask: bigint) => boolean> = {
  $bitsAllSet: (bits, mask) => (bits & mask) === mask,
  $bitsAllClear: (bits, mask) => (bits & mask) === 0n,
  $bitsAnySet: (bits, mask) => (bits & mask) !== 0n,
  $bitsAnyClear: (bits, mask) => (bits & mask) !== mask,
};

const LONG_MIN = -(2n ** 63n);
const LONG_MAX = 2n ** 63n - 1n;

/** A test of the bits of an integer or a binary value; negative numbers are in two's complement. */
export function hasBits(operator: BitOperator, operand: unknown): Predicate {
  const mask = maskOf(operator, operand);
  const accept = ACCEPT[operator];
  return (value) => {
    const bits = bitsOf(value);
    return bits !== undefined && accept(bits, mask);
  };
}

function bitsOf(value: unknown): bigint | undefined {
  if (isNumeric(value)) {
    const integer = integerOf(value);
    return integer !== undefined && integer >= LONG_MIN && integer <= LONG_MAX ? integer : undefined;
  }
  return typeof value === 'object' && bsonType(value) === BsonType.binData ? binaryBits(value) : undefined;
}

function binaryBits(value: unknown): bigint {
  let bits = 0n;
  const { bytes } = binaryParts(value);
  for (let i = bytes.length - 1; i >= 0; i--) bits = (bits << 8n) | BigInt(bytes[i] ?? 0);
  return bits;
}

function maskOf(operator: BitOperator, operand: unknown): bigint {
  if (Array.isArray(operand)) {
    return operand.reduce<bigint>((mask, position) => mask | (1n << positionOf(position)), 0n);
  }
  if (isNumeric(operand)) {
    const mask = integerOf(operand);
    if (mask === undefined) throw failedToParse(`Expected an integer: ${operator}: ${describe(operand)}`);
    if (mask < 0n) throw failedToParse(`Expected a non-negative number in: ${operator}: ${describe(operand)}`);
    return mask;
  }
  if (operand !== undefined && bsonType(operand) === BsonType.binData) return binaryBits(operand);
  throw badValue(`${operator} takes an Array, a number, or a BinData but received: ${operator}: ${describe(operand)}`);
}

function positionOf(position: unknown): bigint {
  const whole = integerOf(position);
  if (whole === undefined) throw badValue(`bit positions must be an integer but got: ${describe(position)}`);
  if (whole < 0n) throw badValue(`bit positions must be >= 0 but got: ${describe(position)}`);
  return whole;
}
