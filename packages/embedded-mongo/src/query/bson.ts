import { deserialize, serialize } from 'bson';
import { refused } from '../supported.js';

/**
 * How this package represents values.
 *
 * A document is a plain object with the values that `decode` makes of BSON: `Int32`, `Long`, `Double`, `Binary` (or its
 * subclass `UUID`), `ObjectId` and `BSONRegExp` stay wrapped, so that a value keeps its BSON type when it is read and
 * written again; strings, booleans, `null`, `Date`, arrays and sub-documents are JavaScript's own. `undefined` means
 * "missing" everywhere. A value of any other type is refused where it is compared or stored.
 *
 * Native numbers are accepted wherever a value is, with the type that the driver gives them: an integer within 32 bits
 * is an int, any other number a double.
 *
 * JavaScript's own objects impose two limits: names that look like array indexes (`{b, 1}`) come first in a
 * document's order, and dates are limited to ±8.64e15 ms.
 */
export type Document = Record<string, unknown>;

const DECODE_OPTIONS = {
  promoteValues: false,
  promoteLongs: false,
  promoteBuffers: false,
  bsonRegExp: true,
} as const;

/**
 * Decodes one BSON document. Binary values share the buffer's memory: copy it before it is reused.
 * @throws BSONError if the bytes are not one complete, valid document.
 */
export function decode(buffer: Uint8Array): Document {
  return deserialize(buffer, DECODE_OPTIONS);
}

/** Decodes a stored document. @throws Error if the bytes are no document or it has no `_id` */
export function decodeStored(buffer: Uint8Array): Document {
  const document = decode(buffer);
  if ('_id' in document) return document;
  throw new Error('it has no _id');
}

/** Writes one document as BSON. Fields that are `undefined` are left out. */
export function encode(document: Document): Uint8Array {
  return serialize(document, { ignoreUndefined: true });
}

/** True for a sub-document; false for arrays, BSON wrappers, dates and everything scalar. */
export function isDocument(value: unknown): value is Document {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The name of a bson wrapper class (`Int32`, `ObjectId`, …), or undefined for any other value. */
export function tagOf(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && !isDocument(value)
    ? (value as { _bsontype?: string })._bsontype
    : undefined;
}

/** The supported types by their names and numbers, as `$type` takes them. */
export const BsonType = {
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binData: 5,
  undefined: 6,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  int: 16,
  long: 18,
} as const;

export type TypeName = keyof typeof BsonType;

const NAMES = new Map<number, TypeName>(
  Object.entries(BsonType).map(([name, number]): [number, TypeName] => [number, name as TypeName]),
);

const TYPE_OF_TAG: Record<string, number> = {
  Int32: BsonType.int,
  Double: BsonType.double,
  Long: BsonType.long,
  ObjectId: BsonType.objectId,
  Binary: BsonType.binData,
  BSONRegExp: BsonType.regex,
};

/**
 * The BSON type number of a value; 6 for `undefined` (missing).
 * @throws MongoError 238 for types that are not supported, TypeError for values that BSON does not have
 */
export function bsonType(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return BsonType.string;
    case 'number':
      return isInt32(value) ? BsonType.int : BsonType.double;
    case 'boolean':
      return BsonType.bool;
    case 'undefined':
      return BsonType.undefined;
    case 'object':
      return value === null ? BsonType.null : objectType(value);
    default:
      throw new TypeError(`BSON has no type for a ${typeof value}`);
  }
}

function objectType(value: object): number {
  if (Array.isArray(value)) return BsonType.array;
  if (isDocument(value)) return BsonType.object;
  const tag = (value as { _bsontype?: string })._bsontype;
  if (tag !== undefined) {
    const type = TYPE_OF_TAG[tag];
    if (type !== undefined) return type;
    throw refused('type', tag);
  }
  if (value instanceof Date) return BsonType.date;
  throw new TypeError(`BSON has no type for a ${value.constructor.name}`);
}

/** True for a number that the driver sends as a 32-bit int. */
export function isInt32(value: number): boolean {
  return (value | 0) === value && !Object.is(value, -0);
}

/** MongoDB's alias for a type number, as `$type` answers it. */
export function typeName(type: number): TypeName {
  return NAMES.get(type) ?? 'object';
}

/** The alias of a value's type, as `$type` returns it, including `missing`. */
export function typeNameOf(value: unknown): TypeName | 'missing' {
  return value === undefined ? 'missing' : typeName(bsonType(value));
}

/** @throws MongoError 238 if the document contains a value of a type that is not stored */
export function checkTypes(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) for (const element of value) checkTypes(element);
  else if (isDocument(value)) for (const name of Object.keys(value)) checkTypes(value[name]);
  else if (bsonType(value) === BsonType.regex) throw refused('type', 'BSONRegExp');
}
