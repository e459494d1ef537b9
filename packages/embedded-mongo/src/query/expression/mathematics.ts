import { Double, Int32, Long } from 'bson';
import { BsonType, bsonType, typeNameOf } from '../bson.js';
import { MongoError, notImplemented } from '../error.js';
import { numberText, exactOf, isNumeric, numericType, toDouble } from '../number.js';
import { binary, unary, variadic } from './operator.js';
import { isNullish, type Operator, type OperatorTable } from './scope.js';

interface Domain {
  holds: (value: number) => boolean;
  code: number;
  message: (value: string) => string;
}

/** A function of one real number. Decimals are rejected: the 15 digits of a double would be presented as 34. */
function real(name: string, compute: (value: number) => number, domain?: Domain): Operator {
  return unary(name, (value) => (isNullish(value) ? null : new Double(applyReal(name, compute, value, domain))));
}

function applyReal(name: string, compute: (value: number) => number, value: unknown, domain?: Domain): number {
  const number = realNumber(name, value);
  if (domain && !Number.isNaN(number) && !domain.holds(number)) {
    throw new MongoError(domain.code, domain.message(numberText(value)));
  }
  return compute(number);
}

function realNumber(name: string, value: unknown): number {
  if (!isNumeric(value)) throw new MongoError(28765, `${name} only supports numeric types, not ${typeNameOf(value)}`);
  if (numericType(value) === 'decimal') throw notImplemented(`${name} of a decimal`);
  return toDouble(value);
}

function within(name: string, range: string, holds: (value: number) => boolean): Domain {
  return { holds, code: 50989, message: (value) => `cannot apply ${name} to ${value}, value must be in ${range}` };
}

const FINITE = '(-inf,inf)';

const log: Operator = binary('$log', (value, base) => {
  if (isNullish(value) || isNullish(base)) return null;
  if (!isNumeric(value)) throw new MongoError(28756, `$log's argument must be numeric, not ${typeNameOf(value)}`);
  if (!isNumeric(base)) throw new MongoError(28757, `$log's base must be numeric, not ${typeNameOf(base)}`);
  const number = realNumber('$log', value);
  const root = realNumber('$log', base);
  if (number <= 0) {
    throw new MongoError(28758, `$log's argument must be a positive number, but is ${numberText(value)}`);
  }
  if (root <= 0 || root === 1) {
    throw new MongoError(28759, `$log's base must be a positive number not equal to 1, but is ${numberText(base)}`);
  }
  return new Double(logarithm(number, root));
});

// Math.log10 and Math.log2 are exact where a quotient of natural logarithms is not.
function logarithm(value: number, base: number): number {
  if (base === 10) return Math.log10(value);
  return base === 2 ? Math.log2(value) : Math.log(value) / Math.log(base);
}

type Bits = (a: bigint, b: bigint) => bigint;

function bitwise(name: string, start: bigint, apply: Bits): Operator {
  return variadic((values) => {
    if (values.some(isNullish)) return null;
    const long = values.some((value) => bitType(name, value) === BsonType.long);
    const result = values.reduce<bigint>(
      (bits, value) => apply(bits, BigInt(exactOf(value) as number | bigint)),
      start,
    );
    return long ? Long.fromBigInt(result) : new Int32(Number(result));
  });
}

function bitType(name: string, value: unknown): number {
  const type = bsonType(value);
  if (type === BsonType.int || type === BsonType.long) return type;
  throw new MongoError(14, `${name} only supports int and long operands.`);
}

function bitNot(value: unknown): unknown {
  if (isNullish(value)) return null;
  const long = bitType('$bitNot', value) === BsonType.long;
  const result = ~BigInt(exactOf(value) as number | bigint);
  return long ? Long.fromBigInt(result) : new Int32(Number(result));
}

export const mathematicsOperators: OperatorTable = {
  $sqrt: real('$sqrt', Math.sqrt, {
    holds: (value) => value >= 0,
    code: 28714,
    message: () => "$sqrt's argument must be greater than or equal to 0",
  }),
  $exp: real('$exp', Math.exp),
  $ln: real('$ln', Math.log, {
    holds: (value) => value > 0,
    code: 28766,
    message: (value) => `$ln's argument must be a positive number, but is ${value}`,
  }),
  $log10: real('$log10', Math.log10, {
    holds: (value) => value > 0,
    code: 28761,
    message: (value) => `$log10's argument must be a positive number, but is ${value}`,
  }),
  $log: log,
  $sin: real('$sin', Math.sin, within('$sin', FINITE, Number.isFinite)),
  $cos: real('$cos', Math.cos, within('$cos', FINITE, Number.isFinite)),
  $tan: real('$tan', Math.tan, within('$tan', FINITE, Number.isFinite)),
  $asin: real(
    '$asin',
    Math.asin,
    within('$asin', '[-1,1]', (value) => Math.abs(value) <= 1),
  ),
  $acos: real(
    '$acos',
    Math.acos,
    within('$acos', '[-1,1]', (value) => Math.abs(value) <= 1),
  ),
  $atan: real('$atan', Math.atan),
  $sinh: real('$sinh', Math.sinh),
  $cosh: real('$cosh', Math.cosh),
  $tanh: real('$tanh', Math.tanh),
  $asinh: real('$asinh', Math.asinh),
  $acosh: real(
    '$acosh',
    Math.acosh,
    within('$acosh', '[1,inf]', (value) => value >= 1),
  ),
  $atanh: real(
    '$atanh',
    Math.atanh,
    within('$atanh', '[-1,1]', (value) => Math.abs(value) <= 1),
  ),
  $atan2: binary('$atan2', (y, x) =>
    isNullish(y) || isNullish(x) ? null : new Double(Math.atan2(realNumber('$atan2', y), realNumber('$atan2', x))),
  ),
  $degreesToRadians: real('$degreesToRadians', (value) => value * (Math.PI / 180)),
  $radiansToDegrees: real('$radiansToDegrees', (value) => value * (180 / Math.PI)),
  $bitAnd: bitwise('$bitAnd', -1n, (a, b) => a & b),
  $bitOr: bitwise('$bitOr', 0n, (a, b) => a | b),
  $bitXor: bitwise('$bitXor', 0n, (a, b) => a ^ b),
  $bitNot: unary('$bitNot', bitNot),
  $rand: () => () => new Double(Math.random()),
};
