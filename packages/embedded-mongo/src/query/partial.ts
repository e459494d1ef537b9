import { onDemand } from 'bson';
import { decode, type Document } from './bson.js';

/** Fields by name: of each, the whole, or only some of its own fields. */
export class FieldTree {
  readonly #fields = new Map<string, FieldTree | 'whole'>();
  /** A bit for each length of a name, so that most other names are not even read. */
  #lengths = 0;

  constructor(fields: Iterable<readonly [name: string, FieldTree | 'whole']>) {
    for (const [name, kept] of fields) {
      const bytes = Buffer.from(name);
      // Any bytes are Latin-1 text, which is read faster than UTF-8.
      this.#fields.set(bytes.toString('latin1'), kept);
      this.#lengths |= 1 << bytes.length;
    }
  }

  /** What is kept of the field whose name is in the bytes. */
  get(bytes: Buffer, nameOffset: number, nameLength: number): FieldTree | 'whole' | undefined {
    // A shift uses the length modulo 32.
    if ((this.#lengths & (1 << nameLength)) === 0) return undefined;
    return this.#fields.get(bytes.toString('latin1', nameOffset, nameOffset + nameLength));
  }
}

/** Decodes only the named fields of a BSON document; decoding the others would take most of the time. */
export function partialDecoder(fields: ReadonlySet<string>): (bytes: Buffer) => Document {
  const tree = new FieldTree(Array.from(fields, (name) => [name, 'whole']));
  return (bytes) => decode(partOf(bytes, tree) ?? bytes);
}

/**
 * A BSON document with only the fields in the tree, without decoding it. Sub-documents of which only a part is kept are
 * left out where there is another value; undefined if there is an array.
 */
export function partOf(bytes: Buffer, tree: FieldTree): Buffer | undefined {
  // The part is never longer than the document.
  const part = Buffer.allocUnsafe(bytes.length);
  const end = copyPart(bytes, 0, tree, part, 0);
  return end < 0 ? undefined : part.subarray(0, end);
}

/** Returns the end of the copy, or -1. */
function copyPart(bytes: Buffer, from: number, tree: FieldTree, target: Buffer, to: number): number {
  let at = to + HEAD_BYTES;
  for (const [type, nameOffset, nameLength, offset, size] of onDemand.parseToElements(bytes, from)) {
    const kept = tree.get(bytes, nameOffset, nameLength);
    if (kept === 'whole') {
      // The type byte precedes the name.
      at += bytes.copy(target, at, nameOffset - 1, offset + size);
    } else if (kept && type === ARRAY) {
      return -1;
    } else if (kept && type === SUB_DOCUMENT) {
      at += bytes.copy(target, at, nameOffset - 1, offset);
      at = copyPart(bytes, offset, kept, target, at);
      if (at < 0) return -1;
    }
  }
  target[at] = 0;
  target.writeInt32LE(at + 1 - to, to);
  return at + 1;
}

const HEAD_BYTES = 4;
const SUB_DOCUMENT = 3;
const ARRAY = 4;
