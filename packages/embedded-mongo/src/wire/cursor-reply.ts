import { Long } from 'bson';
import { encode } from '../query/bson.js';

/**
 * A command's reply with a cursor batch that is already BSON, so that documents go from the store to the wire
 * unchanged.
 */
export class CursorReply {
  constructor(
    readonly cursorId: number,
    readonly namespace: string,
    readonly batchName: 'firstBatch' | 'nextBatch',
    readonly batch: readonly Uint8Array[],
  ) {}

  encode(): Buffer {
    const rest = encode({ id: Long.fromNumber(this.cursorId), ns: this.namespace });
    const batch = encodeArray(this.batch);
    const cursor = document([element(ARRAY, this.batchName, batch), rest.subarray(4, rest.length - 1)]);
    const tail = encode({ ok: 1 });
    return document([element(DOCUMENT, 'cursor', cursor), tail.subarray(4, tail.length - 1)]);
  }
}

const DOCUMENT = 3;
const ARRAY = 4;

function encodeArray(documents: readonly Uint8Array[]): Buffer {
  let size = 5;
  for (let i = 0; i < documents.length; i++) size += 2 + digits(i) + (documents[i]?.length ?? 0);
  const array = Buffer.allocUnsafe(size);
  array.writeInt32LE(size, 0);
  let at = 4;
  documents.forEach((bytes, i) => {
    array[at++] = DOCUMENT;
    at += array.write(String(i), at, 'latin1');
    array[at++] = 0;
    array.set(bytes, at);
    at += bytes.length;
  });
  array[at] = 0;
  return array;
}

function digits(index: number): number {
  return String(index).length;
}

function element(type: number, name: string, value: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([type]), Buffer.from(`${name}\0`), value]);
}

function document(elements: readonly Uint8Array[]): Buffer {
  const size = elements.reduce((sum, bytes) => sum + bytes.length, 5);
  const head = Buffer.allocUnsafe(4);
  head.writeInt32LE(size, 0);
  return Buffer.concat([head, ...elements, Buffer.from([0])], size);
}
