import { Double, Int32 } from 'bson';
import { typeNameOf } from '../bson.js';
import { calculate, calculateAll, divide, integerResult, isLong, remainder, toDecimal } from '../arithmetic.js';
import { type Decimal, decimalFromDouble, divideHalfEven, parseFinite, toDecimal128 } from '../decimal.js';
import { badValue, MongoError, notImplemented, typeMismatch } from '../error.js';
import { exactOf, isNumeric, numberText, numericType, safeIntegerOf, toDouble } from '../number.js';
import { binary, ranged, unary, variadic } from './operator.js';
import { isNullish, type OperatorTable } from './scope.js';

const MIN_DATE = -8.64e15;
const MAX_DATE = 8.64e15;

function addAll(values: readonly unknown[]): unknown {
  const numbers: unknown[] = [];
  let date: Date | undefined;
  for (const value of values) {
    if (isNullish(value)) return null;
    if (value instanceof Date) {
      if (date) throw badValue('only one date allowed in an $add expression');
      date = value;
    } else if (isNumeric(value)) {
      numbers.push(value);
    } else {
      throw typeMismatch(`$add only supports numeric or date types, not ${typeNameOf(value)}`);
    }
  }
  const sum = calculateAll('add', numbers);
  return date ? shiftDate(date, toDouble(sum)) : sum;
}

function shiftDate(date: Date, milliseconds: number): Date {
  const time = date.getTime() + Math.round(milliseconds);
  if (!(time >= MIN_DATE && time <= MAX_DATE)) throw new MongoError(15, 'date overflow');
  return new Date(time);
}

function subtract(a: unknown, b: unknown): unknown {
  if (isNullish(a) || isNullish(b)) return null;
  if (isNumeric(a) && isNumeric(b)) return calculate('subtract', a, b);
  if (a instanceof Date) {
    if (b instanceof Date) return integerResult(a.getTime() - b.getTime(), 'long');
    if (isNumeric(b)) return shiftDate(a, -toDouble(b));
  }
  throw typeMismatch(`can't $subtract ${typeNameOf(b)} from ${typeNameOf(a)}`);
}

function multiplyAll(values: readonly unknown[]): unknown {
  for (const value of values) {
    if (isNullish(value)) return null;
    if (!isNumeric(value)) throw typeMismatch(`$multiply only supports numeric types, not ${typeNameOf(value)}`);
  }
  return calculateAll('multiply', values);
}

function isZero(value: unknown): boolean {
  return toDouble(value) === 0;
}

function divideValues(a: unknown, b: unknown): unknown {
  if (isNullish(a) || isNullish(b)) return null;
  if (!isNumeric(a) || !isNumeric(b)) {
    throw typeMismatch(`$divide only supports numeric types, not ${typeNameOf(a)} and ${typeNameOf(b)}`);
  }
  if (isZero(b)) throw badValue("can't $divide by zero");
  return divide(a, b);
}

function modValues(a: unknown, b: unknown): unknown {
  if (isNullish(a) || isNullish(b)) return null;
  if (!isNumeric(a) || !isNumeric(b)) {
    throw new MongoError(16611, `$mod only supports numeric types, not ${typeNameOf(a)} and ${typeNameOf(b)}`);
  }
  if (isZero(b)) throw new MongoError(16610, "can't $mod by zero");
  return remainder(a, b);
}

/** Applies a function of one number; null and missing yield null. */
function numeric(name: string, apply: (value: unknown) => unknown) {
  return unary(name, (value) => {
    if (isNullish(value)) return null;
    if (!isNumeric(value)) throw new MongoError(28765, `${name} only supports numeric types, not ${typeNameOf(value)}`);
    return apply(value);
  });
}

function absolute(value: unknown): unknown {
  if (toDouble(value) >= 0) return value;
  return calculate('subtract', new Int32(0), value, () => {
    throw new MongoError(28680, "can't take $abs of long long min");
  });
}

type Rounding = 'ceil' | 'floor' | 'trunc' | 'round';

/** Rounds to `place` digits after the decimal point (before it, if negative), keeping the number's type. */
function roundAt(value: unknown, rounding: Rounding, place = 0): unknown {
  const type = numericType(value);
  const exact = exactOf(value);
  if (type === 'double' && place === 0) return new Double(roundDouble(Number(exact), rounding));
  if ((type === 'int' || type === 'long') && place >= 0) return value;
  const decimal = type === 'double' ? shortestDecimal(Number(exact)) : toDecimal(exact);
  if ('special' in decimal) return value;
  const drop = -place - decimal.exponent;
  if (drop <= 0) return value;
  const rounded = { coefficient: roundCoefficient(decimal.coefficient, drop, rounding), exponent: -place };
  if (type === 'decimal') return toDecimal128(rounded);
  if (type === 'double') return new Double(Number(`${rounded.coefficient.toString()}e${rounded.exponent.toString()}`));
  const whole = rounded.coefficient * 10n ** BigInt(-place);
  if (!isLong(whole)) {
    throw new MongoError(
      51080,
      `invalid conversion from Decimal128 result in $${rounding} resulting from arguments: [${numberText(value)}, ${place}]`,
    );
  }
  return integerResult(whole, type);
}

// Uses a double's shortest digits, so that 1.005 rounds as written.
function shortestDecimal(value: number): Decimal {
  return Number.isFinite(value) ? parseFinite(value.toString()) : decimalFromDouble(value);
}

function roundDouble(value: number, rounding: Rounding): number {
  if (rounding !== 'round') return Math[rounding](value);
  const floor = Math.floor(value);
  const distance = value - floor;
  if (distance !== 0.5) return distance < 0.5 ? floor : floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}

function roundCoefficient(coefficient: bigint, places: number, rounding: Rounding): bigint {
  if (rounding === 'round') return divideHalfEven(coefficient, places);
  const divisor = 10n ** BigInt(Math.min(places, 6200));
  const quotient = coefficient / divisor;
  const inexact = quotient * divisor !== coefficient;
  if (rounding === 'ceil' && inexact && coefficient > 0n) return quotient + 1n;
  if (rounding === 'floor' && inexact && coefficient < 0n) return quotient - 1n;
  return quotient;
}

function rounder(name: '$round' | '$trunc', rounding: Rounding) {
  return ranged(name, 1, 2, ([value, place]) => {
    if (isNullish(value) || place === null) return null;
    if (!isNumeric(value)) {
      throw new MongoError(51081, `${name} only supports numeric types, not ${typeNameOf(value)}`);
    }
    if (place === undefined) return roundAt(value, rounding);
    const digits = safeIntegerOf(place);
    if (digits === undefined) {
      throw new MongoError(51082, `precision argument to  ${name} must be a integral value`);
    }
    if (digits < -20 || digits > 100) {
      throw new MongoError(51083, `cannot apply ${name} with precision value ${digits} value must be in [-20, 100]`);
    }
    return roundAt(value, rounding, digits);
  });
}

function power(base: unknown, exponent: unknown): unknown {
  if (isNullish(base) || isNullish(exponent)) return null;
  if (!isNumeric(base)) throw new MongoError(28762, `$pow's base must be numeric, not ${typeNameOf(base)}`);
  if (!isNumeric(exponent)) throw new MongoError(28763, `$pow's exponent must be numeric, not ${typeNameOf(exponent)}`);
  if (isZero(base) && toDouble(exponent) < 0) {
    throw new MongoError(28764, '$pow cannot take a base of 0 and a negative exponent');
  }
  const types = [numericType(base), numericType(exponent)];
  if (types.includes('decimal')) return decimalPower(base, exponent);
  if (types.includes('double')) return new Double(toDouble(base) ** toDouble(exponent));
  const n = BigInt(exactOf(exponent) as number | bigint);
  const b = BigInt(exactOf(base) as number | bigint);
  if (n < 0n || (n > 63n && b * b > 1n)) return new Double(toDouble(base) ** toDouble(exponent));
  const result = b ** n;
  if (!isLong(result)) return new Double(Number(result));
  return integerResult(result, types.includes('long') ? 'long' : 'int');
}

const LARGEST_EXACT_POWER = 64;

function decimalPower(base: unknown, exponent: unknown): unknown {
  const n = safeIntegerOf(exponent);
  const decimal = toDecimal(exactOf(base));
  if (n === undefined || n < 0 || n > LARGEST_EXACT_POWER || 'special' in decimal) {
    throw notImplemented('$pow of a decimal with this exponent');
  }
  return toDecimal128({ coefficient: decimal.coefficient ** BigInt(n), exponent: decimal.exponent * n });
}

export const arithmeticOperators: OperatorTable = {
  $add: variadic(addAll),
  $subtract: binary('$subtract', subtract),
  $multiply: variadic(multiplyAll),
  $divide: binary('$divide', divideValues),
  $mod: binary('$mod', modValues),
  $abs: numeric('$abs', absolute),
  $ceil: numeric('$ceil', (value) => roundAt(value, 'ceil')),
  $floor: numeric('$floor', (value) => roundAt(value, 'floor')),
  $round: rounder('$round', 'round'),
  $trunc: rounder('$trunc', 'trunc'),
  $pow: binary('$pow', power),
};
