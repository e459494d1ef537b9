import { mongo } from 'mongoose';

type Fields = Record<string, unknown>;

/**
 * A document in one form whatever the order of its fields, and whether one without a value is absent or `null`: the same
 * before it is written and as the database returns it. Stored hashes depend on it, so it must never change.
 */
export function canonicalBson(document: object): Uint8Array {
  return isFields(document) ? writer.write(document) : mongo.BSON.serialize(document);
}

/** Whether it is an object with fields: no list, id or instant. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Sorts fields for the serializer of the driver, which decides about all that the writer below does not. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => sorted(one) ?? null);
  if (!isFields(value)) return value;
  const fields: Fields = {};
  for (const name of Object.keys(value).sort()) {
    const part = value[name];
    if (part !== null && part !== undefined) fields[name] = sorted(part);
  }
  return fields;
}

const BsonType = {
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  int: 16,
} as const;
const TWO_32 = 2 ** 32;
const MAX_SHORT_TEXT = 64;
const MAX_KNOWN_NAMES = 5_000;

/** Of a value in a document of the driver: the length of the document, the type, and the name `v`. */
const VALUE_OFFSET = 7;

/** Names that change the order of a JavaScript object or the meaning of one, and those that BSON does not have. */
const unusualName = /^\d|^(__proto__|_bsontype|toBSON)$|\0/;

/**
 * Writes the usual values in sorted order without a sorted copy of the document, which a verification would need of each
 * of millions, and all others as the driver does.
 */
class CanonicalWriter {
  private bytes = Buffer.allocUnsafe(16 * 1024);
  private at = 0;
  /** How names are written; `null` for unusual ones. */
  private readonly names = new Map<string, Uint8Array | null>();

  write(document: Fields): Uint8Array {
    this.at = 0;
    if (!this.writeFields(document)) return mongo.BSON.serialize(sorted(document) as Fields);
    return Uint8Array.prototype.slice.call(this.bytes, 0, this.at);
  }

  /** @returns false, with nothing written, where a name is unusual. */
  private writeFields(fields: Fields): boolean {
    const start = this.at;
    this.reserve(4);
    this.at += 4;
    for (const name of Object.keys(fields).sort()) {
      const value = fields[name];
      if (value === null || value === undefined) continue;
      const nameBytes = this.nameBytes(name);
      if (!nameBytes) {
        this.at = start;
        return false;
      }
      this.writeElement(nameBytes, value);
    }
    this.writeEnd(start);
    return true;
  }

  private writeList(values: readonly unknown[]): void {
    const start = this.at;
    this.reserve(4);
    this.at += 4;
    for (let index = 0; index < values.length; index++) this.writeElement(indexBytes(index), values[index] ?? null);
    this.writeEnd(start);
  }

  private writeElement(name: Uint8Array, value: unknown): void {
    const start = this.at;
    this.reserve(1 + name.length + 8);
    this.writeBytes(name, start + 1);
    const type = this.writeUsual(value);
    if (type !== undefined) this.bytes[start] = type;
    else this.writeUnusual(start, name, value);
  }

  /** @returns the type of the value, or `undefined`, with nothing written, for an unusual one. */
  private writeUsual(value: unknown): number | undefined {
    const { bytes, at } = this;
    switch (typeof value) {
      case 'string':
        this.writeText(value);
        return BsonType.string;
      case 'number':
        if ((value | 0) === value && !Object.is(value, -0)) {
          this.at = bytes.writeInt32LE(value, at);
          return BsonType.int;
        }
        this.at = bytes.writeDoubleLE(value, at);
        return BsonType.double;
      case 'boolean':
        this.at = bytes.writeUInt8(Number(value), at);
        return BsonType.bool;
      default:
        return this.writeObject(value);
    }
  }

  private writeObject(value: unknown): number | undefined {
    const { bytes, at } = this;
    if (value === null) return BsonType.null;
    if (value instanceof mongo.ObjectId) {
      this.reserve(12);
      this.writeBytes(value.id, at);
      return BsonType.objectId;
    }
    if (value instanceof Date) {
      const milliseconds = value.getTime();
      bytes.writeInt32LE(milliseconds | 0, at);
      this.at = bytes.writeInt32LE(Math.floor(milliseconds / TWO_32) | 0, at + 4);
      return BsonType.date;
    }
    if (Array.isArray(value)) {
      this.writeList(value);
      return BsonType.array;
    }
    return isFields(value) && this.writeFields(value) ? BsonType.object : undefined;
  }

  private writeText(value: string): void {
    this.reserve(value.length * 3 + 5);
    const { bytes, at } = this;
    const size = writeShortAscii(value, bytes, at + 4) ?? bytes.write(value, at + 4);
    bytes.writeInt32LE(size + 1, at);
    bytes[at + 4 + size] = 0;
    this.at = at + 5 + size;
  }

  private writeUnusual(start: number, name: Uint8Array, value: unknown): void {
    const written = mongo.BSON.serialize({ v: sorted(value) });
    this.at = start;
    // The driver leaves out what BSON does not have, such as functions.
    if (written.length < VALUE_OFFSET) return;
    const bytes = written.subarray(VALUE_OFFSET, -1);
    this.reserve(1 + name.length + bytes.length);
    this.bytes.set(written.subarray(4, 5), start);
    this.bytes.set(name, start + 1);
    this.bytes.set(bytes, start + 1 + name.length);
    this.at = start + 1 + name.length + bytes.length;
  }

  /** A loop is faster than a call for so few. */
  private writeBytes(few: Uint8Array, at: number): void {
    const { bytes } = this;
    for (let index = 0; index < few.length; index++) bytes[at + index] = few[index] as number;
    this.at = at + few.length;
  }

  private writeEnd(start: number): void {
    this.reserve(1);
    this.bytes[this.at++] = 0;
    this.bytes.writeInt32LE(this.at - start, start);
  }

  private nameBytes(name: string): Uint8Array | null {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    const bytes = unusualName.test(name) ? null : Buffer.from(`${name}\0`);
    if (this.names.size < MAX_KNOWN_NAMES) this.names.set(name, bytes);
    return bytes;
  }

  private reserve(size: number): void {
    if (this.at + size <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.at + size));
    larger.set(this.bytes.subarray(0, this.at));
    this.bytes = larger;
  }
}

/** @returns the length, or `undefined` for other text. */
function writeShortAscii(text: string, target: Uint8Array, at: number): number | undefined {
  if (text.length > MAX_SHORT_TEXT) return undefined;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > 127) return undefined;
    target[at + index] = code;
  }
  return text.length;
}

const indexes: Uint8Array[] = [];

function indexBytes(index: number): Uint8Array {
  if (index >= MAX_KNOWN_NAMES) return Buffer.from(`${index}\0`);
  return (indexes[index] ??= Buffer.from(`${index}\0`));
}

const writer = new CanonicalWriter();
