import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type ObjectId, objectId } from '../mongo/object-id';

/** One feature's part of the demo network. Parts are planted in the order of `stage`. */
export type DemoPart = { stage: number; plant: () => Promise<void> };

/** The demo network: every feature registers its part, the same from the same day. */
@Injectable()
export class DemoNetwork {
  private readonly parts: DemoPart[] = [];

  register(part: DemoPart): void {
    this.parts.push(part);
  }

  async plant(): Promise<void> {
    for (const { plant } of this.parts.toSorted((a, b) => a.stage - b.stage)) await plant();
  }
}

/** The id that a demo document always has, so that parts can refer to each other. */
export function demoId(name: string): ObjectId {
  return objectId(createHash('sha256').update(name).digest().subarray(0, 12));
}

/** Plausible chance that is the same at every planting: mulberry32 over a named seed, 0 ≤ x < 1. */
export function demoChance(name: string): () => number {
  let state = createHash('sha256').update(name).digest().readUInt32LE();
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
