/**
 * Keys and values are bytes as they are. LMDB lends them in a buffer of its own, which the next read overwrites; the
 * copies come from Node's pool, which is several times quicker than an allocation for each.
 */
export const byteKeys = {
  writeKey(key: Uint8Array, target: Uint8Array, start: number): number {
    target.set(key, start);
    return start + key.length;
  },
  readKey(source: Buffer, start: number, end: number): Buffer {
    return copyOf(source, start, end);
  },
};

export const byteValues = {
  encode: (value: Uint8Array): Uint8Array => value,
  decode: (lent: Buffer): Buffer => copyOf(lent, 0, lent.length),
};

function copyOf(source: Buffer, start: number, end: number): Buffer {
  const copy = Buffer.allocUnsafe(end - start);
  // The lent buffer says it is as long as the value; `Buffer.copy` would trust that.
  copy.set(new Uint8Array(source.buffer, source.byteOffset + start, end - start));
  return copy;
}
