import { Rank } from './compare.js';
import { TYPE_BYTE_OFFSET } from './keys.js';

const NUMBER_BYTES = 8;
const MAGNITUDE_BYTES = 2;
const END = 0;
const INVERTED_END = 0xff;

/**
 * The end of the value that starts at `at` in a key of `encodeKey`. Only lengths are read, so that one of many values
 * can be compared without decoding any.
 */
export function valueEnd(key: Buffer, at: number, descending: boolean): number {
  const inverted = descending ? 0xff : 0;
  return bodyEnd(key, at + 1, typeAt(key, at, inverted), inverted);
}

function bodyEnd(key: Buffer, at: number, rank: number, inverted: number): number {
  switch (rank) {
    case Rank.number:
      return numberEnd(key, at, inverted);
    case Rank.string:
      return textEnd(key, at, inverted);
    case Rank.object:
      return documentEnd(key, at, inverted);
    case Rank.array:
      return arrayEnd(key, at, inverted);
    case Rank.binary:
      return at + 5 + ((key.readUInt32BE(at) ^ (inverted === 0 ? 0 : 0xffffffff)) >>> 0);
    case Rank.objectId:
      return at + 12;
    case Rank.boolean:
      return at + 1;
    case Rank.date:
      return at + 8;
    case Rank.regex:
      return textEnd(key, textEnd(key, at, inverted), inverted);
    default:
      return at;
  }
}

function typeAt(key: Buffer, at: number, inverted: number): number {
  return ((key[at] ?? 0) ^ inverted) - TYPE_BYTE_OFFSET;
}

// Digits are between 1 and 100, or between 155 and 254 when inverted.
function numberEnd(key: Buffer, at: number, inverted: number): number {
  let end = at + NUMBER_BYTES;
  if (((key[end] ?? 0) ^ inverted) === 0) return end + 1;
  end += 1 + MAGNITUDE_BYTES;
  while (key[end] !== END && key[end] !== INVERTED_END) end += 1;
  return end + 1;
}

function textEnd(key: Buffer, at: number, inverted: number): number {
  const zero = inverted;
  let end = key.indexOf(zero, at);
  // A zero byte within the text is followed by its complement.
  while (key[end + 1] !== zero) end = key.indexOf(zero, end + 2);
  return end + 2;
}

function documentEnd(key: Buffer, at: number, inverted: number): number {
  let end = at;
  while (((key[end] ?? 0) ^ inverted) !== END) {
    const rank = typeAt(key, end, inverted);
    end = bodyEnd(key, textEnd(key, end + 1, inverted), rank, inverted);
  }
  return end + 1;
}

function arrayEnd(key: Buffer, at: number, inverted: number): number {
  let end = at;
  while (((key[end] ?? 0) ^ inverted) !== END) {
    end = bodyEnd(key, end + 1, typeAt(key, end, inverted), inverted);
  }
  return end + 1;
}
