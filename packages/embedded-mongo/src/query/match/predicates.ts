import { BsonType, bsonType, type Document, isDocument, tagOf, type TypeName, typeNameOf } from '../bson.js';
import { compareStrings, compareValues, Rank, typeRank } from '../compare.js';
import { badValue, failedToParse } from '../error.js';
import { keyString } from '../keys.js';
import { compareNumbers, exactOf, integerOf, isNaNNumber, isNumeric, numberText, safeIntegerOf } from '../number.js';
import { regexOf } from './regex.js';

/** A test of one value at a path; undefined represents a missing value. */
export type Predicate = (value: unknown) => boolean;

export type Comparison = '$gt' | '$gte' | '$lt' | '$lte';

/** Equality in filters: null equals missing. */
export function equals(operand: unknown): Predicate {
  if (operand === null || operand === undefined) return (value) => value === null || value === undefined;
  if (typeof operand === 'string') {
    return (value) => value === operand || (tagOf(value) === 'BSONSymbol' && compareValues(value, operand) === 0);
  }
  if (typeof operand === 'boolean') return (value) => value === operand;
  if (isNumeric(operand)) return (value) => isNumeric(value) && compareNumbers(value, operand) === 0;
  return (value) => value !== undefined && compareValues(value, operand) === 0;
}

/** An ordering test, which only values of the operand's type can pass. */
export function compares(operator: Comparison, operand: unknown): Predicate {
  const accept = ACCEPT[operator];
  const rank = typeRank(operand);
  const inclusive = operator === '$gte' || operator === '$lte';
  if (rank === Rank.missing || rank === Rank.null) {
    return (value) => inclusive && (value === null || value === undefined);
  }
  if (bsonType(operand) === BsonType.minKey || bsonType(operand) === BsonType.maxKey) {
    return (value) => accept(compareValues(value, operand));
  }
  if (isNaNNumber(operand)) return (value) => inclusive && isNaNNumber(value);
  if (rank === Rank.number) {
    return (value) => isNumeric(value) && !isNaNNumber(value) && accept(compareNumbers(value, operand));
  }
  if (typeof operand === 'string') {
    return (value) => typeof value === 'string' && accept(compareStrings(value, operand));
  }
  if (operand instanceof Date) {
    const time = operand.getTime();
    return (value) => value instanceof Date && accept(value.getTime() - time);
  }
  return (value) => typeRank(value) === rank && accept(compareValues(value, operand));
}

const ACCEPT: Record<Comparison, (order: number) => boolean> = {
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
};

/** A string passes if it matches the pattern; a regular expression passes if it is identical. */
export function matchesRegex(regex: RegExp, value: unknown): Predicate {
  return (candidate) => {
    if (typeof candidate === 'string') return regex.test(candidate);
    if (tagOf(candidate) === 'BSONSymbol') return regex.test((candidate as { value: string }).value);
    return typeRank(candidate) === Rank.regex && compareValues(candidate, value) === 0;
  };
}

const SMALL_LIST = 4;

/** Passes for one of the values, or for a string that matches one of the regular expressions. */
export function isIn(operands: readonly unknown[]): Predicate {
  const regexes = operands.filter((operand) => typeRank(operand) === Rank.regex);
  const plain = operands.filter((operand) => typeRank(operand) !== Rank.regex);
  const tests = regexes.map((operand) => matchesRegex(regexOf(operand), operand));
  const member = plain.length <= SMALL_LIST ? anyOf(plain.map(equals)) : memberOf(plain);
  return tests.length === 0 ? member : anyOf([member, ...tests]);
}

function anyOf(tests: readonly Predicate[]): Predicate {
  return (value) => tests.some((test) => test(value));
}

function memberOf(operands: readonly unknown[]): Predicate {
  if (operands.every((operand) => typeof operand === 'string')) {
    const texts = new Set<unknown>(operands);
    return (value) =>
      texts.has(typeof value === 'string' ? value : tagOf(value) === 'BSONSymbol' ? String(value) : null);
  }
  const keys = new Set(operands.map((operand) => keyString(operand ?? null)));
  return (value) => keys.has(keyString(value ?? null));
}

/** `$mod: [divisor, remainder]`; both numbers and the value are truncated to integers. */
export function hasRemainder(operand: unknown): Predicate {
  if (!Array.isArray(operand)) throw badValue('malformed mod, needs to be an array');
  if (operand.length < 2) throw badValue('malformed mod, not enough elements');
  if (operand.length > 2) throw badValue('malformed mod, too many elements');
  const divisor = modNumber(operand[0], 'divisor');
  const remainder = modNumber(operand[1], 'remainder');
  if (divisor === 0n) throw badValue('divisor cannot be 0');
  return (value) => {
    const whole = truncated(value);
    return whole !== undefined && whole % divisor === remainder;
  };
}

function modNumber(value: unknown, part: string): bigint {
  if (!isNumeric(value)) throw badValue(`malformed mod, ${part} not a number`);
  const whole = truncated(value);
  if (whole === undefined) {
    throw badValue(`malformed mod, ${part} value is invalid :: caused by :: Unable to coerce NaN/Inf to integral type`);
  }
  return whole;
}

function truncated(value: unknown): bigint | undefined {
  if (!isNumeric(value)) return undefined;
  const exact = exactOf(value);
  if (typeof exact === 'number') return Number.isFinite(exact) ? BigInt(Math.trunc(exact)) : undefined;
  if (typeof exact === 'bigint') return exact;
  if ('special' in exact) return undefined;
  return exact.exponent >= 0
    ? exact.coefficient * 10n ** BigInt(exact.exponent)
    : exact.coefficient / 10n ** BigInt(-exact.exponent);
}

/** `$type`: numbers, aliases, or an array of both. */
export function hasType(operand: unknown): Predicate {
  const types = new Set<number>();
  for (const item of Array.isArray(operand) ? (operand as unknown[]) : [operand]) {
    for (const type of typesOf(item)) types.add(type);
  }
  if (types.size === 0) throw failedToParse('$type must match at least one type');
  return (value) => value !== undefined && types.has(bsonType(value));
}

function typesOf(operand: unknown): number[] {
  if (operand === 'number') return [BsonType.int, BsonType.long, BsonType.double, BsonType.decimal];
  if (typeof operand === 'string') {
    if (!Object.hasOwn(BsonType, operand)) throw badValue(`Unknown type name alias: ${operand}`);
    return [BsonType[operand as TypeName]];
  }
  if (!isNumeric(operand)) throw badValue('type must be represented as a number or a string');
  const code = safeIntegerOf(operand);
  const codes: readonly number[] = Object.values(BsonType);
  if (code === undefined || !codes.includes(code)) throw badValue(`Invalid numerical type code: ${describe(operand)}`);
  return [code];
}

/** `$size`: a non-negative integer. */
export function hasSize(operand: unknown): Predicate {
  if (!isNumeric(operand)) {
    throw badValue(`Failed to parse $size. Expected a number in: $size: ${describe(operand)}`);
  }
  const size = integerOf(operand);
  if (size === undefined) throw badValue(`Failed to parse $size. Expected an integer: $size: ${describe(operand)}`);
  if (size < 0n)
    throw badValue(`Failed to parse $size. Expected a non-negative number in: $size: ${describe(operand)}`);
  const length = Number(size);
  return (value) => Array.isArray(value) && value.length === length;
}

/** A value as it appears in MongoDB's messages. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return `[ ${value.map(describe).join(', ')} ]`;
  if (isDocument(value)) return describeDocument(value);
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (isNumeric(value)) return describeNumber(value);
  if (typeof value === 'boolean') return value.toString();
  return tagOf(value) === 'ObjectId'
    ? `ObjectId('${(value as { toHexString(): string }).toHexString()}')`
    : `<${typeNameOf(value)}>`;
}

function describeNumber(value: unknown): string {
  const text = numberText(value);
  if (tagOf(value) === 'Decimal128') return `Decimal128("${text}")`;
  return tagOf(value) === 'Double' && /^-?\d+$/.test(text) ? `${text}.0` : text;
}

function describeDocument(document: Document): string {
  const fields = Object.entries(document).map(([name, value]) => `${name}: ${describe(value)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
