import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { ClientSession, Collection } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { connectedDatabase } from '../testing/database.js';
import { repetitions, SEED } from '../../testing/effort.js';

const { client, db } = connectedDatabase();

const KEYS = ['a', 'b', 'c', 'd'];
const START = 100;

interface Cell {
  _id: string;
  value: number;
}

interface Entry {
  _id: number;
  read: Record<string, number>;
  written: Record<string, number>;
}

async function cells(): Promise<{ values: Collection<Cell>; history: Collection<Entry> }> {
  const name = randomUUID();
  const values = db.collection<Cell>(name);
  const history = db.collection<Entry>(`${name}-history`);
  await values.insertMany(KEYS.map((_id) => ({ _id, value: START })));
  await db.createCollection(history.collectionName);
  return { values, history };
}

async function read(values: Collection<Cell>, keys: string[], session?: ClientSession) {
  const found = await values.find({ _id: { $in: keys } }, { session }).toArray();
  return Object.fromEntries(found.map(({ _id, value }) => [_id, value]));
}

const work = fc.record({
  keys: fc.uniqueArray(fc.constantFrom(...KEYS), { minLength: 1, maxLength: 3 }),
  factor: fc.integer({ min: 1, max: 3 }),
  addend: fc.integer({ min: -9, max: 9 }),
  abort: fc.boolean(),
});

describe('concurrent transactions', () => {
  it('that write what they read have a serial order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(work, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 5 }),
        async (workers) => {
          const { values, history } = await cells();
          const committed: Entry[] = [];
          let number = 0;
          await Promise.all(
            workers.map((list) =>
              client.withSession(async (session) => {
                for (const { keys, factor, addend, abort } of list) {
                  const _id = (number += 1);
                  const entry = await session.withTransaction(async () => {
                    const before = await read(values, keys, session);
                    const written: Record<string, number> = {};
                    for (const key of keys) {
                      written[key] = ((before[key] ?? 0) * factor + addend) % 1000;
                      await values.updateOne({ _id: key }, { $set: { value: written[key] } }, { session });
                    }
                    const made = { _id, read: before, written };
                    await history.insertOne(made, { session });
                    if (!abort) return made;
                    await session.abortTransaction();
                    return undefined;
                  });
                  if (entry) committed.push(entry);
                }
              }),
            ),
          );
          const final = await read(values, KEYS);
          expect((await history.find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id)).toEqual(
            committed.map(({ _id }) => _id).sort((a, b) => a - b),
          );
          expect(serialOrder(committed, final)).toBe(true);
        },
      ),
      { numRuns: repetitions(8), seed: SEED },
    );
  });
});

/** Looks for a serial order in which each transaction reads what the previous ones wrote, up to the final state. */
function serialOrder(entries: readonly Entry[], final: Record<string, number>): boolean {
  const failed = new Set<string>();
  const search = (state: Record<string, number>, left: readonly Entry[]): boolean => {
    if (left.length === 0) return KEYS.every((key) => state[key] === final[key]);
    const known = JSON.stringify([state, left.map(({ _id }) => _id)]);
    if (failed.has(known)) return false;
    const isNext = ({ read: seen }: Entry): boolean =>
      Object.entries(seen).every(([key, value]) => state[key] === value);
    const found = left.filter(isNext).some((entry) =>
      search(
        { ...state, ...entry.written },
        left.filter((other) => other !== entry),
      ),
    );
    if (!found) failed.add(known);
    return found;
  };
  return search(Object.fromEntries(KEYS.map((key) => [key, START])), entries);
}
