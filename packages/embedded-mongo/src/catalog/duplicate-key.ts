import type { Document } from '../query/bson.js';
import { describe } from '../query/describe.js';
import { ErrorCode, MongoError } from '../query/error.js';
import { encodeKey } from '../query/keys.js';
import { indexEntries } from '../query/paths.js';
import type { Collection, Index } from './collection.js';

/** Error 11000 with the duplicate key and its value, as drivers expect it. */
export class DuplicateKeyError extends MongoError {
  override readonly details: { keyPattern: Document; keyValue: Document };

  constructor(collection: Collection, index: Index, encoded: Buffer, document: Document) {
    const keyPattern = index.specification.key as Document;
    const keyValue = valueOf(index, keyPattern, encoded, document);
    super(
      ErrorCode.DuplicateKey,
      `E11000 duplicate key error collection: ${collection.namespace} index: ${index.name} dup key: ${describe(keyValue)}`,
    );
    this.details = { keyPattern, keyValue };
  }
}

function valueOf(index: Index, keyPattern: Document, encoded: Buffer, document: Document): Document {
  const { keys } = indexEntries(document, index.paths);
  const values = keys.find((key) => encodeKey(key, index.directions).equals(encoded)) ?? [];
  return Object.fromEntries(Object.keys(keyPattern).map((path, i) => [path, values[i] ?? null]));
}
