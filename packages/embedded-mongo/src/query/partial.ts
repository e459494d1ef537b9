import { onDemand } from 'bson';
import { decode, type Document } from './bson.js';

/** Decodes only the named fields of a BSON document; decoding the others would take most of the time. */
export function partialDecoder(fields: ReadonlySet<string>): (bytes: Buffer) => Document {
  const names = Array.from(fields, (name) => Buffer.from(name));
  const isWanted = (bytes: Buffer, start: number, length: number): boolean => {
    for (const name of names) {
      if (name.length === length && name.compare(bytes, start, start + length) === 0) return true;
    }
    return false;
  };
  return (bytes) => {
    // The part that is kept is never longer than the document.
    const kept = Buffer.allocUnsafe(bytes.length);
    let at = HEAD_BYTES;
    for (const [, nameOffset, nameLength, offset, size] of onDemand.parseToElements(bytes)) {
      // The type byte precedes the name.
      if (isWanted(bytes, nameOffset, nameLength)) at += bytes.copy(kept, at, nameOffset - 1, offset + size);
    }
    kept[at] = 0;
    kept.writeInt32LE(at + 1);
    return decode(kept.subarray(0, at + 1));
  };
}

const HEAD_BYTES = 4;
