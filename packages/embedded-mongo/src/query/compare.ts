/**
 * BSON's order over all values, across types. bson.ts describes which classes represent which BSON types: documents
 * are plain objects whose numbers, ids, binaries and timestamps keep their bson wrappers; native numbers, bigints,
 * `RegExp` and `Uint8Array` are supported too.
 */
import type { Binary, BSONRegExp, Code, Decimal128, ObjectId, Timestamp } from 'bson';
import { BsonType, bsonType, type Document, isDocument, tagOf } from './bson.js';
import { compareNumbers } from './number.js';

const RANKS = new Map<number, number>([
  [BsonType.minKey, -1],
  [BsonType.undefined, 0],
  [BsonType.null, 5],
  [BsonType.double, 10],
  [BsonType.int, 10],
  [BsonType.long, 10],
  [BsonType.decimal, 10],
  [BsonType.string, 15],
  [BsonType.symbol, 15],
  [BsonType.object, 20],
  [BsonType.array, 25],
  [BsonType.binData, 30],
  [BsonType.objectId, 35],
  [BsonType.bool, 40],
  [BsonType.date, 45],
  [BsonType.timestamp, 47],
  [BsonType.regex, 50],
  [BsonType.dbPointer, 55],
  [BsonType.javascript, 60],
  [BsonType.javascriptWithScope, 65],
  [BsonType.maxKey, 127],
]);

/** The ranks of `typeRank` that callers refer to by name. */
export const Rank = {
  missing: 0,
  null: 5,
  number: 10,
  string: 15,
  object: 20,
  array: 25,
  binary: 30,
  objectId: 35,
  boolean: 40,
  date: 45,
  timestamp: 47,
  regex: 50,
} as const;

/** The rank of a value's type in BSON's order; types whose values compare with each other share one. */
export function typeRank(value: unknown): number {
  if (typeof value === 'string') return Rank.string;
  return RANKS.get(bsonType(value)) ?? Rank.object;
}

/**
 * Compares two values of any types: negative, zero or positive. Numbers compare exactly regardless of their types,
 * with NaN first; strings by their UTF-8 bytes; documents field by field (type, then name, then value).
 */
export function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b);
  const rank = typeRank(a);
  const difference = rank - typeRank(b);
  return difference !== 0 ? difference : compareWithin(rank, a, b);
}

/** True if MongoDB considers the two equal: `Int32(1)` and `Double(1)` are, `1` and `'1'` are not. */
export function valuesEqual(a: unknown, b: unknown): boolean {
  return compareValues(a, b) === 0;
}

/** True if the two have the same BSON: equal, with the same types and field order throughout. */
export function identical(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (bsonType(a) !== bsonType(b)) return false;
  if (Array.isArray(a)) {
    const other = b as unknown[];
    return a.length === other.length && a.every((element, i) => identical(element, other[i]));
  }
  if (isDocument(a)) {
    const other = b as Document;
    const keys = Object.keys(a);
    const otherKeys = Object.keys(other);
    return (
      keys.length === otherKeys.length && keys.every((key, i) => key === otherKeys[i] && identical(a[key], other[key]))
    );
  }
  if (tagOf(a) === 'Decimal128') return Buffer.compare((a as Decimal128).bytes, (b as Decimal128).bytes) === 0;
  return compareValues(a, b) === 0;
}

function compareWithin(rank: number, a: unknown, b: unknown): number {
  switch (rank) {
    case 10:
      return compareNumbers(a, b);
    case 15:
      return compareStrings(textOf(a), textOf(b));
    case 20:
      return compareDocuments(a as Document, b as Document);
    case 25:
      return compareArrays(a as unknown[], b as unknown[]);
    case 30:
      return compareBinaries(a, b);
    case 35:
      return compareObjectIds(a as ObjectId, b as ObjectId);
    case 40:
      return Number(a) - Number(b);
    case 45:
      return (a as Date).getTime() - (b as Date).getTime();
    case 47:
      return compareTimestamps(a as Timestamp, b as Timestamp);
    case 50:
      return compareRegexes(regexParts(a), regexParts(b));
    case 60:
    case 65:
      return compareCode(a as Code, b as Code);
    default:
      return 0;
  }
}

/** Compares by Unicode code point, which is the order of UTF-8 bytes; UTF-16 differs above U+D800. */
export function compareStrings(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return x >= 0xd800 && y >= 0xd800 ? codePointWeight(x) - codePointWeight(y) : x - y;
  }
  return a.length - b.length;
}

function codePointWeight(unit: number): number {
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (value as { value: string }).value;
}

function compareDocuments(a: Document, b: Document): number {
  const keysA = Object.keys(a);
  const keysB = Object.keys(b);
  const length = Math.min(keysA.length, keysB.length);
  for (let i = 0; i < length; i++) {
    const keyA = keysA[i] ?? '';
    const keyB = keysB[i] ?? '';
    const valueA = a[keyA];
    const valueB = b[keyB];
    const order = typeRank(valueA) - typeRank(valueB) || compareStrings(keyA, keyB) || compareValues(valueA, valueB);
    if (order !== 0) return order;
  }
  return keysA.length - keysB.length;
}

function compareArrays(a: unknown[], b: unknown[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** The bytes and subtype of a binary value, native or wrapped. */
export function binaryParts(value: unknown): { bytes: Uint8Array; subtype: number } {
  if (value instanceof Uint8Array) return { bytes: value, subtype: 0 };
  const binary = value as Binary;
  return { bytes: binary.buffer.subarray(0, binary.position), subtype: binary.sub_type };
}

function compareBinaries(a: unknown, b: unknown): number {
  const left = binaryParts(a);
  const right = binaryParts(b);
  return (
    left.bytes.length - right.bytes.length || left.subtype - right.subtype || Buffer.compare(left.bytes, right.bytes)
  );
}

function compareObjectIds(a: ObjectId, b: ObjectId): number {
  return a.equals(b) ? 0 : Buffer.compare(a.id, b.id);
}

function compareTimestamps(a: Timestamp, b: Timestamp): number {
  return a.t - b.t || a.i - b.i;
}

/** The pattern and the options (in BSON's letters) of a regular expression, native or wrapped. */
export function regexParts(value: unknown): { pattern: string; options: string } {
  if (value instanceof RegExp) {
    return { pattern: value.source, options: value.flags.replace(/[^ims]/g, '') };
  }
  return value as BSONRegExp;
}

type RegexParts = ReturnType<typeof regexParts>;

function compareRegexes(a: RegexParts, b: RegexParts): number {
  return compareStrings(a.pattern, b.pattern) || compareStrings(a.options, b.options);
}

function compareCode(a: Code, b: Code): number {
  return compareStrings(a.code, b.code) || compareDocuments(a.scope ?? {}, b.scope ?? {});
}
