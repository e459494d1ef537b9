import { Double } from 'bson';
import { BsonType, bsonType, isDocument, type Document } from '../query/bson.js';
import { binaryParts } from '../query/compare.js';
import { ErrorCode, MongoError } from '../query/error.js';
import { encodeKey } from '../query/keys.js';
import { indexEntries } from '../query/paths.js';
import type { Collection, Index } from './collection.js';

/** Error 11000 with the duplicate key and its value, as drivers expect it. */
export class DuplicateKeyError extends MongoError {
  readonly keyPattern: Document;
  readonly keyValue: Document;

  constructor(collection: Collection, index: Index, encoded: Buffer, document: Document) {
    const keyPattern = index.specification.key as Document;
    const keyValue = valueOf(index, keyPattern, encoded, document);
    super(
      ErrorCode.DuplicateKey,
      `E11000 duplicate key error collection: ${collection.namespace} index: ${index.name} dup key: ${shell(keyValue)}`,
    );
    this.keyPattern = keyPattern;
    this.keyValue = keyValue;
  }
}

function valueOf(index: Index, keyPattern: Document, encoded: Buffer, document: Document): Document {
  const { keys } = indexEntries(document, index.paths);
  const values = keys.find((key) => encodeKey(key, index.directions).equals(encoded)) ?? [];
  return Object.fromEntries(Object.keys(keyPattern).map((path, i) => [path, values[i] ?? null]));
}

/** Formats a value in the shell notation that MongoDB uses in its messages. */
function shell(value: unknown): string {
  switch (bsonType(value)) {
    case BsonType.object: {
      const fields = Object.entries(value as Document).map(([name, item]) => `${name}: ${shell(item)}`);
      return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
    }
    case BsonType.array:
      return (value as unknown[]).length === 0 ? '[]' : `[ ${(value as unknown[]).map(shell).join(', ')} ]`;
    case BsonType.string:
      return JSON.stringify(value);
    case BsonType.objectId:
      return `ObjectId('${String(value)}')`;
    case BsonType.date:
      return `new Date(${(value as Date).getTime()})`;
    case BsonType.double:
      return shellDouble(Number(value instanceof Double ? value.value : value));
    case BsonType.binData: {
      const { bytes, subtype } = binaryParts(value);
      const hex = Buffer.from(bytes).toString('hex');
      return subtype === 4 && bytes.length === 16
        ? `UUID("${hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}")`
        : `BinData(${subtype}, ${hex.toUpperCase()})`;
    }
    case BsonType.null:
    case BsonType.undefined:
      return 'null';
    default:
      return isDocument(value) ? '{}' : String(value);
  }
}

function shellDouble(value: number): string {
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}
