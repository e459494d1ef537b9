import { createHash } from 'node:crypto';
import { type ObjectId, objectId } from '../src/platform/domain/object-id';

/** A constant id for a demo document, so that parts can refer to each other's documents. */
export function demoId(name: string): ObjectId {
  return objectId(createHash('sha256').update(name).digest().subarray(0, 12));
}

/** A reproducible random number generator (mulberry32, seeded with the name), 0 ≤ x < 1. */
export function demoChance(name: string): () => number {
  let state = createHash('sha256').update(name).digest().readUInt32LE();
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
