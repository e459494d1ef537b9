/**
 * BSON's order over all values, across types. bson.ts describes which classes represent which BSON types: documents
 * are plain objects whose numbers, ids and binaries keep their bson wrappers; native numbers are supported too.
 */
import type { Binary, BSONRegExp, ObjectId } from 'bson';
import { BsonType, bsonType, type Document, isDocument } from './bson.js';
import { compareNumbers } from './number.js';

/** The place of each type in BSON's order; types whose values compare with each other share one. */
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
  regex: 50,
} as const;

const RANKS = new Map<number, number>([
  [BsonType.undefined, Rank.missing],
  [BsonType.null, Rank.null],
  [BsonType.double, Rank.number],
  [BsonType.int, Rank.number],
  [BsonType.long, Rank.number],
  [BsonType.string, Rank.string],
  [BsonType.object, Rank.object],
  [BsonType.array, Rank.array],
  [BsonType.binData, Rank.binary],
  [BsonType.objectId, Rank.objectId],
  [BsonType.bool, Rank.boolean],
  [BsonType.date, Rank.date],
  [BsonType.regex, Rank.regex],
]);

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
  return compareValues(a, b) === 0;
}

function compareWithin(rank: number, a: unknown, b: unknown): number {
  switch (rank) {
    case Rank.number:
      return compareNumbers(a, b);
    case Rank.object:
      return compareDocuments(a as Document, b as Document);
    case Rank.array:
      return compareArrays(a as unknown[], b as unknown[]);
    case Rank.binary:
      return compareBinaries(a as Binary, b as Binary);
    case Rank.objectId:
      return compareObjectIds(a as ObjectId, b as ObjectId);
    case Rank.boolean:
      return Number(a) - Number(b);
    case Rank.date:
      return (a as Date).getTime() - (b as Date).getTime();
    case Rank.regex:
      return compareRegexes(a as BSONRegExp, b as BSONRegExp);
    default:
      return 0;
  }
}

/** Compares by Unicode code point, which is the order of UTF-8 bytes; UTF-16 differs above U+D800. */
function compareStrings(a: string, b: string): number {
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

export function bytesOf(binary: Binary): Uint8Array {
  return binary.buffer.subarray(0, binary.position);
}

function compareBinaries(a: Binary, b: Binary): number {
  return a.position - b.position || a.sub_type - b.sub_type || Buffer.compare(bytesOf(a), bytesOf(b));
}

function compareObjectIds(a: ObjectId, b: ObjectId): number {
  return a.equals(b) ? 0 : Buffer.compare(a.id, b.id);
}

function compareRegexes(a: BSONRegExp, b: BSONRegExp): number {
  return compareStrings(a.pattern, b.pattern) || compareStrings(a.options, b.options);
}
