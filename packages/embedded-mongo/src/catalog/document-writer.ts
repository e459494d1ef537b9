import { onDemand } from 'bson';
import { bsonType, BsonType, checkTypes, decode, encode, typeName, type Document } from '../query/bson.js';
import { valuesEqual } from '../query/compare.js';
import { ErrorCode, MongoError } from '../query/error.js';
import { encodeKey } from '../query/keys.js';
import { indexEntries } from '../query/paths.js';
import { decodeRecordId, encodeRecordId, indexKey, metaKey, recordKey } from '../store/key-layout.js';
import type { Change, ReadView, WriteView } from '../store/view.js';
import { type Collection, type Index, MULTIKEY } from './collection.js';
import { DuplicateKeyError } from './duplicate-key.js';

const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
const MAX_INDEX_KEY_BYTES = 1900;
const AFTER_UPDATE_TOO_LARGE = 17419;

/** Writes a new document at the end of the natural order. @throws DuplicateKeyError */
export function insertDocument(view: WriteView, collection: Collection, document: Document, bytes: Uint8Array): void {
  checkId(document._id);
  checkTypes(document);
  checkSize(bytes);
  const recordId = collection.lastRecordId + 1;
  writeRecord(view, collection, recordId, bytes, { after: document });
  collection.lastRecordId = recordId;
}

/** Replaces a document without changing its place in the natural order. @throws DuplicateKeyError */
export function replaceDocument(
  view: WriteView,
  collection: Collection,
  recordId: number,
  before: Document,
  after: Document,
): void {
  if (!valuesEqual(before._id, after._id)) {
    throw new MongoError(ErrorCode.ImmutableField, "An update would modify the immutable field '_id'");
  }
  checkTypes(after);
  const bytes = encode(after);
  if (bytes.length > MAX_DOCUMENT_BYTES) {
    const message = `Resulting document after update is larger than ${MAX_DOCUMENT_BYTES}`;
    throw new MongoError(AFTER_UPDATE_TOO_LARGE, message);
  }
  writeRecord(view, collection, recordId, bytes, { before, after });
}

export function removeDocument(view: WriteView, collection: Collection, recordId: number, document: Document): void {
  writeRecord(view, collection, recordId, undefined, { before: document });
}

/** Adds one document to an index that is being built. @throws DuplicateKeyError */
export function indexDocument(
  view: WriteView,
  collection: Collection,
  index: Index,
  recordId: number,
  document: Document,
): void {
  const changes: Change[] = [];
  addEntryChanges(changes, view, collection, index, recordId, { after: document });
  view.write(changes);
}

interface Difference {
  before?: Document;
  after?: Document;
}

function writeRecord(
  view: WriteView,
  collection: Collection,
  recordId: number,
  bytes: Uint8Array | undefined,
  difference: Difference,
): void {
  const value = bytes && asBuffer(bytes);
  const changes: Change[] = [{ key: recordKey(collection.id, recordId), value, guarded: true }];
  for (const index of collection.indexes) {
    addEntryChanges(changes, view, collection, index, recordId, difference);
  }
  view.write(changes);
}

/** Removes the entries that a document no longer has and adds those that are new. */
function addEntryChanges(
  changes: Change[],
  view: ReadView,
  collection: Collection,
  index: Index,
  recordId: number,
  { before, after }: Difference,
): void {
  const old = before && entriesOf(index, before);
  const present = after && entriesOf(index, after, () => changes.push(...multikeyMark(view, index)));
  for (const [name, encoded] of old ?? []) {
    if (!present?.has(name)) changes.push(...entryToRemove(view, index, encoded, recordId));
  }
  for (const [name, encoded] of present ?? []) {
    if (after && !old?.has(name)) changes.push(entryToAdd(view, collection, index, encoded, recordId, after));
  }
}

/** The change that marks an index as multikey, unless it is already marked. */
function multikeyMark(view: ReadView, index: Index): Change[] {
  index.multikey = true;
  const key = metaKey(MULTIKEY, String(index.id));
  return view.get(key) ? [] : [{ key, value: Buffer.from([1]) }];
}

/**
 * Moves `_id` to the front, as MongoDB stores it, generating one if it is missing. Returns the document as it will be
 * stored.
 */
export function withLeadingId(bytes: Uint8Array, makeId: () => unknown): { document: Document; bytes: Uint8Array } {
  const [first] = onDemand.parseToElements(bytes);
  if (first && isIdName(bytes, first[1], first[2])) return { document: decode(bytes), bytes };
  const { _id, ...rest } = decode(bytes);
  const document = { _id: _id === undefined ? makeId() : _id, ...rest };
  return { document, bytes: encode(document) };
}

function isIdName(bytes: Uint8Array, offset: number, length: number): boolean {
  return length === 3 && bytes[offset] === 0x5f && bytes[offset + 1] === 0x69 && bytes[offset + 2] === 0x64;
}

/**
 * The distinct keys of a document's entries in an index.
 * @param onArray called when an array makes the index multikey.
 */
export function entriesOf(index: Index, document: Document, onArray?: () => void): Map<string, Buffer> {
  const encodedEntries = new Map<string, Buffer>();
  if (!index.covers(document)) return encodedEntries;
  const { keys, multikey, present } = indexEntries(document, index.paths);
  if (index.sparse && !present) return encodedEntries;
  if (multikey) onArray?.();
  for (const key of keys) {
    const encoded = encodeKey(key, index.directions);
    if (encoded.length > MAX_INDEX_KEY_BYTES) {
      const message = `A key of ${encoded.length} bytes is too long for the index ${index.name}`;
      throw new MongoError(ErrorCode.KeyTooLong, `${message}: the embedded database takes ${MAX_INDEX_KEY_BYTES}`);
    }
    encodedEntries.set(encoded.toString('latin1'), encoded);
  }
  return encodedEntries;
}

function entryToAdd(
  view: ReadView,
  collection: Collection,
  index: Index,
  encoded: Buffer,
  recordId: number,
  document: Document,
): Change {
  const value = encodeRecordId(recordId);
  if (!index.unique) return { key: indexKey(index.id, encoded, recordId), value };
  const key = indexKey(index.id, encoded);
  const holder = view.get(key);
  if (holder && decodeRecordId(holder) !== recordId) throw new DuplicateKeyError(collection, index, encoded, document);
  return { key, value, guarded: true };
}

function entryToRemove(view: ReadView, index: Index, encoded: Buffer, recordId: number): Change[] {
  if (!index.unique) return [{ key: indexKey(index.id, encoded, recordId), value: undefined }];
  const key = indexKey(index.id, encoded);
  if (!index.ready) {
    // The index build may not have reached this document yet, so the entry may belong to another document with an
    // equal key. If there is none, a transaction must hold the key: its commit may come after the build has added it.
    const holder = view.get(key);
    if (holder && decodeRecordId(holder) !== recordId) return [];
  }
  return [{ key, value: undefined, guarded: true }];
}

function checkId(id: unknown): void {
  const type = bsonType(id);
  if (type === BsonType.array || type === BsonType.undefined) {
    throw new MongoError(53, `The '_id' value cannot be of type ${typeName(type)}`);
  }
  if (type !== BsonType.object) return;
  const wrong = Object.keys(id as Document).find((name) => name.startsWith('$'));
  if (wrong !== undefined) {
    throw new MongoError(ErrorCode.DollarPrefixedFieldName, `_id may not contain the field ${wrong}`);
  }
}

function checkSize(bytes: Uint8Array): void {
  if (bytes.length <= MAX_DOCUMENT_BYTES) return;
  throw new MongoError(
    ErrorCode.BSONObjectTooLarge,
    `object to insert too large. size in bytes: ${bytes.length}, max size: ${MAX_DOCUMENT_BYTES}`,
  );
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
