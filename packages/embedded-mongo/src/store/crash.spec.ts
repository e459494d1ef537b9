import { MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { TestDatabase } from '../testing/database.js';

const ROUNDS = 4;
const INSERTERS = 12;
const TRANSACTIONS = 4;

interface Note {
  _id: string;
  code: string;
}

interface Part {
  _id: string;
  pair: string;
}

// Writes until the server is gone; keeps what was acknowledged.
async function untilGone(work: (turn: number) => Promise<void>): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    try {
      await work(turn);
    } catch {
      return;
    }
  }
}

describe('a server that is killed while it writes', () => {
  it(
    'has lost nothing it acknowledged, no half transaction, and whole unique indexes',
    { timeout: 60_000 },
    async () => {
      const database = await TestDatabase.start({});
      try {
        await database.db.collection<Note>('notes').createIndexes([{ key: { code: 1 }, unique: true }]);
        const acknowledged: string[] = [];
        const pairs: string[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          const options = { serverSelectionTimeoutMS: 200, retryWrites: false };
          const client = await MongoClient.connect(database.server.uri, options);
          const db = client.db('test');
          const inserters = Array.from({ length: INSERTERS }, (_, i) =>
            untilGone(async (turn) => {
              const name = `${round}/${i}/${turn}`;
              await db.collection<Note>('notes').insertOne({ _id: name, code: `c${name}` });
              acknowledged.push(name);
            }),
          );
          const transactions = Array.from({ length: TRANSACTIONS }, (_, i) =>
            untilGone(async (turn) => {
              const pair = `${round}/${i}/${turn}`;
              const session = client.startSession();
              session.startTransaction();
              await db.collection<Part>('left').insertOne({ _id: pair, pair }, { session });
              await db.collection<Part>('right').insertOne({ _id: pair, pair }, { session });
              await session.commitTransaction();
              pairs.push(pair);
              await session.endSession();
            }),
          );
          await new Promise((resolve) => setTimeout(resolve, 300 + 100 * round));
          await database.crash();
          await Promise.all([...inserters, ...transactions]);
          await client.close(true);

          const notes = await database.db.collection<Note>('notes').find().toArray();
          const stored = new Set(notes.map(({ _id }) => _id));
          expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
          const byCode = await database.db.collection<Note>('notes').countDocuments({ code: { $gte: '' } });
          expect(byCode).toBe(notes.length);
          expect(new Set(notes.map(({ code }) => code)).size).toBe(notes.length);

          const left = await database.db.collection<Part>('left').distinct('_id');
          const right = await database.db.collection<Part>('right').distinct('_id');
          expect(left).toEqual(right);
          expect(pairs.filter((pair) => !left.includes(pair))).toEqual([]);
        }
        expect(acknowledged.length).toBeGreaterThan(ROUNDS * 20);
        expect(pairs.length).toBeGreaterThan(ROUNDS);
      } finally {
        await database.stop();
      }
    },
  );
});
