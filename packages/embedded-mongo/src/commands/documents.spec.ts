import type { Long } from 'mongodb';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { failureOf, TestDatabase } from '../testing/database.js';

const database = await TestDatabase.start();
afterAll(() => database.stop());
beforeEach(() => database.db.dropDatabase());

interface Thing {
  _id?: number;
  n?: number;
  [field: string]: unknown;
}

const things = () => database.db.collection<Thing>('things');
const numbers = () => database.db.collection<{ _id: number; n: number }>('things');

describe('find', () => {
  it('skips no documents because of writes between two batches, and returns none that were removed before the next', async () => {
    await things().insertMany(Array.from({ length: 300 }, (_, i) => ({ _id: i, n: i })));
    await things().createIndexes([{ key: { n: 1 } }]);
    for (const filter of [{ n: { $gte: 0 } }, {}]) {
      const cursor = things().find(filter, { batchSize: 10 });
      const seen: number[] = [];
      for await (const { n } of cursor) {
        seen.push(Number(n));
        if (seen.length === 10) await things().deleteMany({ n: { $gte: 100, $lt: 200 } });
      }
      expect(seen).toEqual(Array.from({ length: 300 }, (_, i) => i).filter((i) => i < 100 || i >= 200));
      await things().insertMany(Array.from({ length: 100 }, (_, i) => ({ _id: 100 + i, n: 100 + i })));
      await things().deleteMany({});
      await things().insertMany(Array.from({ length: 300 }, (_, i) => ({ _id: i, n: i })));
    }
  });

  it('continues a cursor only in the session that opened it', async () => {
    await things().insertMany(Array.from({ length: 10 }, (_, i) => ({ _id: i })));
    const [own, other] = [database.client.startSession(), database.client.startSession()];
    const { cursor } = await database.db.command({ find: 'things', batchSize: 2 }, { session: own });
    const more = { getMore: (cursor as { id: Long }).id, collection: 'things' };
    expect(await failureOf(database.db.command(more, { session: other }))).toMatchObject({ code: 50738 });
    expect(await database.db.command(more, { session: own })).toMatchObject({ ok: 1 });
    await Promise.all([own.endSession(), other.endSession()]);
  });
});

describe('update and delete', () => {
  it('changes each document once, even if its position in the scanned index changes', async () => {
    await things().insertMany(Array.from({ length: 2000 }, (_, i) => ({ _id: i, n: i })));
    await things().createIndexes([{ key: { n: 1 } }]);
    const result = await numbers().updateMany({ n: { $gte: 0 } }, { $inc: { n: 5000 } });
    expect(result).toMatchObject({ matchedCount: 2000, modifiedCount: 2000 });
    expect(await things().countDocuments({ n: { $gte: 5000, $lt: 7000 } })).toBe(2000);
  });
});
