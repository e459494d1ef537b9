import { onDemand } from 'bson';
import { decode, type Document } from './bson.js';

/** Reads the named fields of a document out of BSON, without the others being decoded: most of the time it takes. */
export function partialDecoder(fields: ReadonlySet<string>): (bytes: Buffer) => Document {
  const names = Array.from(fields, (name) => Buffer.from(name));
  return (bytes) => {
    const parts: Uint8Array[] = [];
    let length = HEAD_BYTES + 1;
    for (const [, nameOffset, nameLength, offset, size] of onDemand.parseToElements(bytes)) {
      const isWanted = names.some(
        (name) => name.length === nameLength && name.compare(bytes, nameOffset, nameOffset + nameLength) === 0,
      );
      if (!isWanted) continue;
      // The byte of the type is before the name.
      const part = bytes.subarray(nameOffset - 1, offset + size);
      parts.push(part);
      length += part.length;
    }
    const head = Buffer.allocUnsafe(HEAD_BYTES);
    head.writeInt32LE(length);
    return decode(Buffer.concat([head, ...parts, END], length));
  };
}

const HEAD_BYTES = 4;
const END = Buffer.from([0]);
