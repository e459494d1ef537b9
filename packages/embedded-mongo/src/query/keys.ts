import type { Binary, BSONRegExp, ObjectId } from 'bson';
import type { Document } from './bson.js';
import { bytesOf, Rank, typeRank } from './compare.js';
import { exactOf } from './number.js';

/**
 * Keys whose memcmp order equals the `compareValues` order of the values they encode.
 *
 * Each value is encoded as a type byte followed by a body. No body is a prefix of another, so bodies can be
 * concatenated, and complemented for a descending field. A number is encoded as the greatest double that is not above
 * it, followed by its decimal digits if that double is not the number itself (a long beyond 53 bits).
 */
class KeyWriter {
  private bytes = Buffer.allocUnsafe(1024);
  private view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length);
  length = 0;

  reset(): void {
    this.length = 0;
  }

  result(): Buffer {
    return Buffer.from(this.bytes.subarray(0, this.length));
  }

  complement(from: number): void {
    for (let i = from; i < this.length; i++) this.bytes[i] = ~(this.bytes[i] ?? 0);
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  uint32(value: number): void {
    this.reserve(4);
    this.view.setUint32(this.length, value);
    this.length += 4;
  }

  int64(value: bigint): void {
    this.reserve(8);
    this.view.setBigUint64(this.length, BigInt.asUintN(64, value) ^ (1n << 63n));
    this.length += 8;
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** A double in an order-preserving form; NaN comes first. */
  double(value: number): void {
    this.reserve(8);
    // Adding zero turns -0 into 0.
    this.view.setFloat64(this.length, value + 0);
    const high = this.view.getUint32(this.length);
    if (Number.isNaN(value)) {
      this.view.setFloat64(this.length, 0);
    } else if (high >>> 31 === 1) {
      this.view.setUint32(this.length, ~high >>> 0);
      this.view.setUint32(this.length + 4, ~this.view.getUint32(this.length + 4) >>> 0);
    } else {
      this.view.setUint32(this.length, (high | 0x80000000) >>> 0);
    }
    this.length += 8;
  }

  /** UTF-8 with each zero byte followed by 0xff, terminated by two zero bytes. */
  text(value: string): void {
    this.reserve(value.length * 3);
    const start = this.length;
    this.length += this.bytes.write(value, start);
    if (this.bytes.subarray(start, this.length).includes(0)) {
      const plain = Buffer.from(this.bytes.subarray(start, this.length));
      this.length = start;
      for (const byte of plain) {
        this.byte(byte);
        if (byte === 0) this.byte(0xff);
      }
    }
    this.byte(0);
    this.byte(0);
  }

  private reserve(size: number): void {
    if (this.length + size <= this.bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + size));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
    this.view = new DataView(grown.buffer, grown.byteOffset, grown.length);
  }
}

const shared = new KeyWriter();

/**
 * The key of a tuple of values. `directions` contains 1 or -1 per value (ascending by default). Numerically equal
 * numbers of different types yield equal bytes; `undefined` (missing) comes before null.
 */
export function encodeKey(values: readonly unknown[], directions: readonly number[] = []): Buffer {
  shared.reset();
  for (let i = 0; i < values.length; i++) {
    const start = shared.length;
    writeValue(shared, values[i]);
    if ((directions[i] ?? 1) < 0) shared.complement(start);
  }
  return shared.result();
}

/** A value's key as a string, for maps that group by BSON equality. */
export function keyString(value: unknown): string {
  shared.reset();
  writeValue(shared, value);
  return shared.result().toString('latin1');
}

// 0 terminates documents and arrays; 1 was a type that sorts before all others.
export const TYPE_BYTE_OFFSET = 2;

function writeValue(writer: KeyWriter, value: unknown): void {
  const rank = typeRank(value);
  writer.byte(rank + TYPE_BYTE_OFFSET);
  writeBody(writer, rank, value);
}

function writeBody(writer: KeyWriter, rank: number, value: unknown): void {
  switch (rank) {
    case Rank.number:
      writeNumber(writer, exactOf(value));
      return;
    case Rank.string:
      writer.text(value as string);
      return;
    case Rank.object:
      writeDocument(writer, value as Document);
      return;
    case Rank.array:
      for (const element of value as unknown[]) writeValue(writer, element);
      writer.byte(0);
      return;
    case Rank.binary:
      writeBinary(writer, value as Binary);
      return;
    case Rank.objectId:
      writer.raw((value as ObjectId).id);
      return;
    case Rank.boolean:
      writer.byte(value === true ? 1 : 0);
      return;
    case Rank.date:
      writer.int64(BigInt((value as Date).getTime()));
      return;
    case Rank.regex:
      writer.text((value as BSONRegExp).pattern);
      writer.text((value as BSONRegExp).options);
      return;
    default:
      return;
  }
}

function writeDocument(writer: KeyWriter, document: Document): void {
  for (const key of Object.keys(document)) {
    const value = document[key];
    const rank = typeRank(value);
    writer.byte(rank + TYPE_BYTE_OFFSET);
    writer.text(key);
    writeBody(writer, rank, value);
  }
  writer.byte(0);
}

function writeBinary(writer: KeyWriter, binary: Binary): void {
  writer.uint32(binary.position);
  writer.byte(binary.sub_type);
  writer.raw(bytesOf(binary));
}

function writeNumber(writer: KeyWriter, value: number | bigint): void {
  const nearest = Number(value);
  // Comparison operators between a bigint and a double are exact.
  writer.double(nearest > value ? nextBelow(nearest) : nearest);
  if (typeof value === 'number' || BigInt(nearest) === value) {
    writer.byte(0);
    return;
  }
  writer.byte(1);
  writeDigits(writer, value);
}

const bits = new DataView(new ArrayBuffer(8));

function nextBelow(value: number): number {
  bits.setFloat64(0, value);
  bits.setBigUint64(0, bits.getBigUint64(0) + (value > 0 ? -1n : 1n));
  return bits.getFloat64(0);
}

const MAGNITUDE_BIAS = 0x8000;

function writeDigits(writer: KeyWriter, value: bigint): void {
  const start = writer.length;
  const text = value.toString().replace('-', '');
  const magnitude = text.length + MAGNITUDE_BIAS;
  const digits = text.replace(/0+$/, '');
  writer.byte(magnitude >> 8);
  writer.byte(magnitude & 0xff);
  for (let i = 0; i < digits.length; i += 2) writer.byte(Number(digits.slice(i, i + 2).padEnd(2, '0')) + 1);
  writer.byte(0);
  if (value < 0n) writer.complement(start);
}
