/**
 * Passes keys and values through as bytes. LMDB returns them in a buffer that the next read overwrites, so they are
 * copied into Node's buffer pool, which is several times faster than one allocation for each.
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
  // The returned buffer reports the length of the value, which `Buffer.copy` would trust.
  copy.set(new Uint8Array(source.buffer, source.byteOffset + start, end - start));
  return copy;
}
