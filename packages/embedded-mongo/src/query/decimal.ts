import { Decimal128 } from 'bson';

/**
 * A decimal number as coefficient × 10^exponent, or one of the non-finite values. The sign of zero is dropped:
 * MongoDB compares and groups both zeros as one.
 */
export type Decimal = { coefficient: bigint; exponent: number } | { special: 'NaN' | 'Infinity' | '-Infinity' };

const DIGITS = 34;
const LIMIT = 10n ** BigInt(DIGITS);
const EXPONENT_BIAS = 6176;
const MAX_EXPONENT = 6111;
const MIN_EXPONENT = -6176;
const LOW_MASK = (1n << 64n) - 1n;
const HIGH_COEFFICIENT_MASK = (1n << 49n) - 1n;

/** Decodes the bytes of a Decimal128 (IEEE 754 binary integer encoding). */
export function decimalOf(value: Decimal128): Decimal {
  const view = new DataView(value.bytes.buffer, value.bytes.byteOffset, 16);
  const low = view.getBigUint64(0, true);
  const high = view.getBigUint64(8, true);
  const negative = high >> 63n === 1n;
  const combination = Number((high >> 58n) & 0x1fn);
  if (combination === 0x1f) return { special: 'NaN' };
  if (combination === 0x1e) return { special: negative ? '-Infinity' : 'Infinity' };
  // Coefficients in the second form exceed 34 digits, which the standard treats as zero.
  if (combination >> 3 === 3) return { coefficient: 0n, exponent: 0 };
  const coefficient = ((high & HIGH_COEFFICIENT_MASK) << 64n) | low;
  const exponent = Number((high >> 49n) & 0x3fffn) - EXPONENT_BIAS;
  if (coefficient >= LIMIT) return { coefficient: 0n, exponent: 0 };
  return { coefficient: negative ? -coefficient : coefficient, exponent };
}

/** Encodes a decimal as Decimal128, rounded half to even at 34 digits; overflow yields infinity, underflow zero. */
export function toDecimal128(decimal: Decimal): Decimal128 {
  if ('special' in decimal) return Decimal128.fromString(decimal.special);
  let { coefficient, exponent } = roundToDigits(decimal.coefficient, decimal.exponent, DIGITS);
  if (exponent < MIN_EXPONENT) {
    coefficient = divideHalfEven(coefficient, MIN_EXPONENT - exponent);
    exponent = MIN_EXPONENT;
  }
  while (exponent > MAX_EXPONENT && coefficient !== 0n && abs(coefficient) * 10n < LIMIT) {
    coefficient *= 10n;
    exponent--;
  }
  if (exponent > MAX_EXPONENT) {
    if (coefficient !== 0n) return Decimal128.fromString(coefficient < 0n ? '-Infinity' : 'Infinity');
    exponent = MAX_EXPONENT;
  }
  const magnitude = abs(coefficient);
  const sign = coefficient < 0n ? 1n << 63n : 0n;
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, magnitude & LOW_MASK, true);
  view.setBigUint64(8, sign | (BigInt(exponent + EXPONENT_BIAS) << 49n) | (magnitude >> 64n), true);
  return new Decimal128(bytes);
}

/** Rounds to at most `digits` significant digits, half to even. */
function roundToDigits(coefficient: bigint, exponent: number, digits: number) {
  const excess = digitCount(coefficient) - digits;
  if (excess <= 0) return { coefficient, exponent };
  const rounded = divideHalfEven(coefficient, excess);
  // 9999 rounds up to 10000, which again has one digit too many.
  return digitCount(rounded) > digits
    ? { coefficient: rounded / 10n, exponent: exponent + excess + 1 }
    : { coefficient: rounded, exponent: exponent + excess };
}

/** coefficient ÷ 10^places, rounded half to even. */
function divideHalfEven(coefficient: bigint, places: number): bigint {
  if (places > 2 * DIGITS + digitCount(coefficient)) return 0n;
  const divisor = 10n ** BigInt(places);
  const quotient = coefficient / divisor;
  const twice = abs(coefficient % divisor) * 2n;
  const away = twice > divisor || (twice === divisor && quotient % 2n !== 0n);
  return away ? quotient + (coefficient < 0n ? -1n : 1n) : quotient;
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

export function digitCount(coefficient: bigint): number {
  return abs(coefficient).toString().length;
}

/** The exact decimal expansion of a finite double (every double has one). */
export function exactDecimal(value: number): { coefficient: bigint; exponent: number } {
  if (Number.isInteger(value)) return { coefficient: BigInt(value), exponent: 0 };
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & ((1n << 52n) - 1n);
  const mantissa = biased === 0 ? fraction : fraction | (1n << 52n);
  const power = (biased === 0 ? 1 : biased) - 1075;
  const magnitude = mantissa * 5n ** BigInt(-power);
  return { coefficient: value < 0 ? -magnitude : magnitude, exponent: power };
}

/** The shortest decimal within 15 digits that reads back as this double, as in MongoDB's conversion. */
export function decimalFromDouble(value: number): Decimal {
  if (Number.isNaN(value)) return { special: 'NaN' };
  if (!Number.isFinite(value)) return { special: value > 0 ? 'Infinity' : '-Infinity' };
  return parseFinite(value.toExponential(14));
}

/** Reads a finite decimal literal such as `-12.50E+3`. */
function parseFinite(text: string): { coefficient: bigint; exponent: number } {
  const [mantissa = '0', power = '0'] = text.toLowerCase().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { coefficient: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

/** The nearest double. */
export function decimalToDouble(decimal: Decimal): number {
  if ('special' in decimal) return Number(decimal.special);
  return Number(`${decimal.coefficient.toString()}e${decimal.exponent.toString()}`);
}

/** Compares two finite decimals exactly. */
export function compareFinite(
  a: { coefficient: bigint; exponent: number },
  b: { coefficient: bigint; exponent: number },
): number {
  const signA = a.coefficient === 0n ? 0 : a.coefficient < 0n ? -1 : 1;
  const signB = b.coefficient === 0n ? 0 : b.coefficient < 0n ? -1 : 1;
  if (signA !== signB) return signA < signB ? -1 : 1;
  if (signA === 0) return 0;
  const magnitudeA = digitCount(a.coefficient) + a.exponent;
  const magnitudeB = digitCount(b.coefficient) + b.exponent;
  if (magnitudeA !== magnitudeB) return magnitudeA < magnitudeB ? -signA : signA;
  const shift = a.exponent - b.exponent;
  const left = shift > 0 ? a.coefficient * 10n ** BigInt(shift) : a.coefficient;
  const right = shift < 0 ? b.coefficient * 10n ** BigInt(-shift) : b.coefficient;
  return left < right ? -1 : left > right ? 1 : 0;
}
