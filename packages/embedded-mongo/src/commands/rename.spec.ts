import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { failureOf, TestDatabase } from '../testing/database.js';

const database = await TestDatabase.start();
afterAll(() => database.stop());
beforeEach(async () => {
  await database.db.dropDatabase();
  await things().createIndexes([{ key: { code: 1 }, unique: true }]);
  await things().insertMany(Array.from({ length: 10 }, (_, i) => ({ _id: i, code: `c${i}` })));
});

interface Thing {
  _id: number;
  code?: string;
}

const things = () => database.db.collection<Thing>('things');
const others = () => database.db.collection<Thing>('others.of.all');

describe('renameCollection', () => {
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
