import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { failureOf, scanned, TestDatabase } from '../testing/database.js';

const database = await TestDatabase.start();
afterAll(() => database.stop());
beforeEach(() => database.db.dropDatabase());

interface Thing {
  _id?: number;
  [field: string]: unknown;
}

const things = () => database.db.collection<Thing>('things');
const others = () => database.db.collection<Thing>('others.of.all');

describe('an index that is being built', () => {
  it('includes what is written in the meantime', async () => {
    await things().insertMany(Array.from({ length: 10_000 }, (_, i) => ({ _id: i, n: i % 100, text: 'x'.repeat(50) })));
    const built = things().createIndexes([{ key: { n: 1 } }]);
    const writes = Array.from({ length: 200 }, (_, i) =>
      i % 2 === 0
        ? things().insertOne({ _id: 10_000 + i, n: 7 })
        : things().updateOne({ _id: i * 45 }, { $set: { n: 7 } }),
    );
    await Promise.all([built, ...writes]);
    const byIndex = await things().find({ n: 7 }).sort({ _id: 1 }).toArray();
    const byScan = await things()
      .find(scanned<Thing>({ n: 7 }))
      .sort({ _id: 1 })
      .toArray();
    expect(byIndex.length).toBeGreaterThan(250);
    expect(byIndex).toEqual(byScan);
  });

  it('keeps no entry of a value that a transaction changes meanwhile', async () => {
    await things().insertMany(Array.from({ length: 20_000 }, (_, i) => ({ _id: i, n: i })));
    const [changing, delaying] = [database.client.startSession(), database.client.startSession()];
    const built = things().createIndexes([{ key: { n: 1 }, unique: true }]);
    await wait(20);
    // Neither is reached yet; the second makes the build wait after it has passed the first.
    changing.startTransaction();
    delaying.startTransaction();
    await things().updateOne({ _id: 10_000 }, { $set: { n: -1 } }, { session: changing });
    await things().insertOne({ _id: -1, n: 19_999 }, { session: delaying });
    await Promise.race([built, wait(1000)]);
    await changing.commitTransaction();
    await delaying.abortTransaction();
    await built;
    expect(await things().find({ n: 10_000 }).toArray()).toEqual([]);
    await things().insertOne({ _id: 20_000, n: 10_000 });
    expect(await database.db.command({ validate: 'things' })).toMatchObject({ valid: true });
    await Promise.all([changing.endSession(), delaying.endSession()]);
  });

  it('is complete when a second request for it is answered', async () => {
    await things().insertMany(Array.from({ length: 10_000 }, (_, i) => ({ _id: i, n: i })));
    const requests = await Promise.all(
      Array.from({ length: 3 }, async () => {
        await things().createIndexes([{ key: { n: 1 }, unique: true }]);
        return (await things().indexes()).length;
      }),
    );
    expect(requests).toEqual([2, 2, 2]);
  });

  it('is refused to every request for it if it cannot be built', async () => {
    await things().insertMany(Array.from({ length: 10_000 }, (_, i) => ({ _id: i, n: i === 9_999 ? 0 : i })));
    const requests = await Promise.allSettled(
      Array.from({ length: 3 }, () => things().createIndexes([{ key: { n: 1 }, unique: true }])),
    );
    const refused: unknown = expect.objectContaining({ reason: expect.objectContaining({ code: 11000 }) as unknown });
    expect(requests).toEqual([refused, refused, refused]);
    expect(await things().indexes()).toHaveLength(1);
  });
});

describe('the index list', () => {
  it('survives a restart, including the multikey flag', async () => {
    await things().createIndexes([{ key: { list: 1 } }]);
    await things().insertOne({ _id: 1, list: [1, 9] });
    await database.restart();
    expect(
      await things()
        .find({ list: { $gt: 8, $lt: 2 } })
        .toArray(),
    ).toHaveLength(1);
  });
});

describe('renameCollection', () => {
  beforeEach(async () => {
    await things().createIndexes([{ key: { code: 1 }, unique: true }]);
    await things().insertMany(Array.from({ length: 10 }, (_, i) => ({ _id: i, code: `c${i}` })));
  });

  it('survives a restart, and so does what it replaced', async () => {
    await others().insertMany([{ _id: 77 }]);
    await things().rename('others.of.all', { dropTarget: true });
    await database.restart();
    expect(await others().find({ _id: 77 }).toArray()).toEqual([]);
    expect(await others().countDocuments()).toBe(10);
    expect(await others().indexes()).toHaveLength(2);
    expect(await things().countDocuments()).toBe(0);
  });

  it('fails a transaction that wrote to the collection, so that it can be retried', async () => {
    await database.client.withSession(async (session) => {
      session.startTransaction();
      await things().updateOne({ _id: 1 }, { $set: { code: 'changed' } }, { session });
      await things().rename('others.of.all');
      expect(await failureOf(session.commitTransaction())).toMatchObject({ code: 112 });
    });
    expect(await others().findOne({ _id: 1 })).toEqual({ _id: 1, code: 'c1' });
  });

  it('waits for a transaction that is creating a collection with the new name', async () => {
    await database.client.withSession(async (session) => {
      session.startTransaction();
      await others().insertOne({ _id: 77 }, { session });
      const renamed = failureOf(things().rename('others.of.all'));
      await session.commitTransaction();
      expect(await renamed).toMatchObject({ code: 48 });
    });
    expect(await others().find().toArray()).toEqual([{ _id: 77 }]);
  });
});
