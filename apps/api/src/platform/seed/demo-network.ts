import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type ObjectId, objectId } from '../mongo/object-id';

/** One feature's part of the demo network. Parts are seeded in the order of `stage`. */
export type DemoPart = { stage: number; seed: () => Promise<void> };

/** The demo network, to which every feature contributes a part. Its data depend only on the day of seeding. */
@Injectable()
export class DemoNetwork {
  private readonly parts: DemoPart[] = [];

  register(part: DemoPart): void {
    this.parts.push(part);
  }

  async seed(signal?: AbortSignal): Promise<void> {
    for (const { seed } of this.parts.toSorted((a, b) => a.stage - b.stage)) {
      signal?.throwIfAborted();
      await seed();
    }
  }
}

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
