/**
 * Where things live in the one ordered key space of the store:
 *
 *     01 kind …                  the folder's own facts, the catalog, sessions
 *     02 collection record       a document's BSON
 *     03 index key [record]      a record id; the id is part of the key unless the index is unique
 *
 * Collection and index ids are four bytes, record ids six, big-endian, so that bytes compare as numbers do.
 */
const META = 1;
const RECORD = 2;
const INDEX = 3;
const ID_BYTES = 4;
const RECORD_ID_BYTES = 6;

/** The number of bytes that precede the values in the key of an index entry. */
export const INDEX_KEY_HEAD = 1 + ID_BYTES;

/** Half-open range of keys: includes `start`, excludes `end`. */
export interface KeyRange {
  start: Buffer;
  end: Buffer;
}

/** The key of one of the store's own records. */
export function metaKey(kind: string, name: string | Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([META]), Buffer.from(`${kind}\0`), Buffer.from(name)]);
}

export function metaRange(kind: string): KeyRange {
  const start = metaKey(kind, '');
  return { start, end: successor(start) };
}

export function recordKey(collectionId: number, recordId: number): Buffer {
  const key = Buffer.allocUnsafe(1 + ID_BYTES + RECORD_ID_BYTES);
  key[0] = RECORD;
  key.writeUInt32BE(collectionId, 1);
  key.writeUIntBE(recordId, 1 + ID_BYTES, RECORD_ID_BYTES);
  return key;
}

/** The record id in a key made by `recordKey`. */
export function recordIdOfKey(key: Buffer): number {
  return key.readUIntBE(1 + ID_BYTES, RECORD_ID_BYTES);
}

export function recordRange(collectionId: number): KeyRange {
  return idRange(RECORD, collectionId);
}

export function indexRange(indexId: number): KeyRange {
  return idRange(INDEX, indexId);
}

/** All documents and all index entries of every collection, from the given id on. */
export function recordRangeFrom(collectionId: number): KeyRange {
  return { start: idPrefix(RECORD, collectionId), end: Buffer.from([RECORD + 1]) };
}

/** All index entries of every index, from the given id on. */
export function indexRangeFrom(indexId: number): KeyRange {
  return { start: idPrefix(INDEX, indexId), end: Buffer.from([INDEX + 1]) };
}

/** The collection id or index id in a key of `recordRange` or `indexRange`. */
export function ownerIdOfKey(key: Buffer): number {
  return key.readUInt32BE(1);
}

/** The key of an index entry; pass the record id if the index is not unique. */
export function indexKey(indexId: number, encoded: Buffer, recordId?: number): Buffer {
  const head = INDEX_KEY_HEAD;
  const key = Buffer.allocUnsafe(head + encoded.length + (recordId === undefined ? 0 : RECORD_ID_BYTES));
  key[0] = INDEX;
  key.writeUInt32BE(indexId, 1);
  encoded.copy(key, head);
  if (recordId !== undefined) key.writeUIntBE(recordId, head + encoded.length, RECORD_ID_BYTES);
  return key;
}

export function encodeRecordId(recordId: number): Buffer {
  const value = Buffer.allocUnsafe(RECORD_ID_BYTES);
  value.writeUIntBE(recordId, 0, RECORD_ID_BYTES);
  return value;
}

/** The record id in an index entry's value. */
export function decodeRecordId(value: Buffer): number {
  return value.readUIntBE(0, RECORD_ID_BYTES);
}

/** The first key after all keys that start with the given bytes. */
export function successor(prefix: Buffer): Buffer {
  for (let length = prefix.length; length > 0; length -= 1) {
    const last = prefix[length - 1] ?? 0xff;
    if (last === 0xff) continue;
    const next = Buffer.from(prefix.subarray(0, length));
    next[length - 1] = last + 1;
    return next;
  }
  return Buffer.from([0xff, 0xff]);
}

function idPrefix(kind: number, id: number): Buffer {
  const prefix = Buffer.allocUnsafe(1 + ID_BYTES);
  prefix[0] = kind;
  prefix.writeUInt32BE(id, 1);
  return prefix;
}

function idRange(kind: number, id: number): KeyRange {
  return { start: idPrefix(kind, id), end: idPrefix(kind, id + 1) };
}
