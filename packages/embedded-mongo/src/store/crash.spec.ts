import { afterAll, describe, expect, it } from 'vitest';
import { isFullProof, PROOF_TIMEOUT, repetitions } from '../testing/effort.js';
import { Shard } from './testing/shard.js';

const ROUNDS = repetitions(100, 3);
const SHARDS = 2;
const SEED = Number(process.env.CRASH_SEED ?? (isFullProof ? Date.now() % 1_000_000 : 1));

describe('a server that is killed again and again while it writes', () => {
  const totals = new Map<string, { acknowledged: number; unanswered: number }>();

  afterAll(() => {
    process.stdout.write(`crash.spec: CRASH_SEED=${SEED} ${JSON.stringify(Object.fromEntries(totals))}\n`);
  });

  it.concurrent.each(Array.from({ length: SHARDS }, (_, i) => i))(
    'has lost no acknowledged write, left no partial write, and kept its indexes consistent (folder %i)',
    { timeout: PROOF_TIMEOUT },
    async (folder) => {
      const shard = await Shard.start(SEED + folder);
      try {
        for (let round = 1; round <= ROUNDS; round += 1) {
          await shard.round().catch((error: unknown) => {
            throw new Error(`In round ${round} of folder ${folder}, CRASH_SEED=${SEED}`, { cause: error });
          });
        }
        await shard.restart();
        await shard.check();
      } finally {
        await shard.stop();
      }
      for (const { tally, constructor } of shard.workloads) {
        expect(tally.acknowledged, constructor.name).toBeGreaterThan(ROUNDS - 1);
        // With few kills, all of them may happen between two requests.
        if (isFullProof) expect(tally.unanswered, constructor.name).toBeGreaterThan(0);
        const total = totals.get(constructor.name) ?? { acknowledged: 0, unanswered: 0 };
        total.acknowledged += tally.acknowledged;
        total.unanswered += tally.unanswered;
        totals.set(constructor.name, total);
      }
    },
  );
});
