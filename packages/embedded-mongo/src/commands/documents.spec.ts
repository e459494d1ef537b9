import { Double, Int32, Long, MongoBulkWriteError, MongoServerError, ObjectId } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failureOf, TestDatabase } from '../testing/database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await TestDatabase.start();
});
afterAll(() => database.stop());
beforeEach(() => database.db.dropDatabase());

interface Thing {
  _id?: number | ObjectId;
  n?: number;
  [field: string]: unknown;
}

const things = () => database.db.collection<Thing>('things');
const numbers = () => database.db.collection<{ _id: number; n: number }>('things');

describe('insert', () => {
  it('preserves the BSON types', async () => {
    const document = {
      _id: new ObjectId(),
      int: new Int32(1),
      long: Long.fromString('9007199254740993'),
      double: new Double(1),
      date: new Date(0),
      nested: { list: [null, true, 'text', { deep: new Double(2) }] },
    };
    await things().insertOne(document);
    expect(await things().findOne({}, { promoteValues: false, promoteLongs: false })).toEqual(document);
    await things().updateOne({}, { $set: { touched: true } });
    expect(await things().findOne({}, { promoteValues: false, promoteLongs: false })).toEqual({
      ...document,
      touched: true,
    });
  });

  it('puts _id first and preserves the insertion order', async () => {
    await things().insertMany([{ b: 1, _id: 3 }, { a: 1, _id: 1 }, { _id: 2 }]);
    const found = await things().find().toArray();
    expect(found.map(({ _id }) => _id)).toEqual([3, 1, 2]);
    expect(Object.keys(found[0] ?? {})).toEqual(['_id', 'b']);
  });

  it('reports a duplicate key in the form that drivers expect', async () => {
    await things().createIndexes([{ key: { code: 1, 'where.city': -1 }, unique: true }]);
    await things().insertOne({ code: 'KOL', where: { city: 'Kolkata' } });
    const error = await failureOf(things().insertOne({ code: 'KOL', where: { city: 'Kolkata' } }));
    expect(error).toBeInstanceOf(MongoServerError);
    expect(error).toMatchObject({
      code: 11000,
      keyPattern: { code: 1, 'where.city': -1 },
      keyValue: { code: 'KOL', 'where.city': 'Kolkata' },
      message:
        'E11000 duplicate key error collection: test.things index: code_1_where.city_-1 dup key: { code: "KOL", where.city: "Kolkata" }',
    });
  });

  it('stops an ordered bulk write at its first error and continues an unordered one', async () => {
    const documents = [{ _id: 1 }, { _id: 2 }, { _id: 1 }, { _id: 3 }];
    const ordered = await failureOf(things().insertMany(documents));
    expect(ordered).toBeInstanceOf(MongoBulkWriteError);
    expect(ordered).toMatchObject({ code: 11000, insertedCount: 2, writeErrors: [{ index: 2 }] });
    expect(await things().countDocuments()).toBe(2);

    await things().deleteMany({});
    const unordered = await failureOf(things().insertMany(documents, { ordered: false }));
    expect(unordered).toMatchObject({ code: 11000, insertedCount: 3, writeErrors: [{ index: 2 }] });
    expect(await things().countDocuments()).toBe(3);
  });

  it('accepts a bulk write with 5,000 operations', async () => {
    const result = await things().bulkWrite(
      Array.from({ length: 5000 }, (_, i) =>
        i < 2500
          ? { insertOne: { document: { _id: i, n: i } } }
          : { updateOne: { filter: { _id: i - 2500 }, update: { $set: { n: i - 2499 } } } },
      ),
    );
    expect(result).toMatchObject({ insertedCount: 2500, modifiedCount: 2500 });
    expect(await things().countDocuments({ n: { $gte: 1 } })).toBe(2500);
  });

  it('accepts a message of many megabytes', async () => {
    const text = 'x'.repeat(1_000_000);
    await things().insertMany(Array.from({ length: 20 }, (_, i) => ({ _id: i, text })));
    const found = await things().find().toArray();
    expect(found.every((thing) => thing.text === text)).toBe(true);
    expect(found).toHaveLength(20);
  });
});

describe('find', () => {
  it('streams 10,000 documents through a cursor, in batches', async () => {
    await things().insertMany(Array.from({ length: 10_000 }, (_, i) => ({ _id: i })));
    const cursor = things().find({}, { batchSize: 500 });
    const seen: unknown[] = [];
    for await (const { _id } of cursor) seen.push(_id);
    expect(seen).toEqual(Array.from({ length: 10_000 }, (_, i) => i));
  });

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

  it('sorts, skips, limits and projects', async () => {
    await things().insertMany(Array.from({ length: 20 }, (_, i) => ({ _id: i, n: (i * 7) % 20, drop: true })));
    const found = await things().find().sort({ n: -1 }).skip(2).limit(3).project({ n: 1, _id: 0 }).toArray();
    expect(found).toEqual([{ n: 17 }, { n: 16 }, { n: 15 }]);
  });

  it('ends a cursor when its collection is dropped', async () => {
    await things().insertMany(Array.from({ length: 10 }, (_, i) => ({ _id: i })));
    const cursor = things().find({}, { batchSize: 2 });
    await cursor.next();
    await cursor.next();
    await things().drop();
    expect(await failureOf(cursor.next())).toMatchObject({ code: 175 });
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

  it('closes cursors that are killed', async () => {
    await things().insertMany(Array.from({ length: 10 }, (_, i) => ({ _id: i })));
    const { cursor } = await database.db.command({ find: 'things', batchSize: 2 });
    const { id } = cursor as { id: Long };
    expect(await database.db.command({ killCursors: 'things', cursors: [id] })).toMatchObject({ cursorsKilled: [id] });
    expect(await failureOf(database.db.command({ getMore: id, collection: 'things' }))).toMatchObject({ code: 43 });
  });
});

describe('update and delete', () => {
  it('counts what was matched, what was modified and what was upserted', async () => {
    await things().insertMany([
      { _id: 1, n: 1 },
      { _id: 2, n: 2 },
    ]);
    expect(await things().updateMany({}, { $set: { n: 2 } })).toMatchObject({ matchedCount: 2, modifiedCount: 1 });
    const upserted = await things().updateOne({ _id: 3, 'a.b': 4 }, { $setOnInsert: { c: 5 } }, { upsert: true });
    expect(upserted).toMatchObject({ matchedCount: 0, upsertedCount: 1, upsertedId: 3 });
    expect(await things().findOne({ _id: 3 })).toEqual({ _id: 3, a: { b: 4 }, c: 5 });
    expect(await things().deleteOne({ n: 2 })).toMatchObject({ deletedCount: 1 });
    expect(await things().deleteMany({})).toMatchObject({ deletedCount: 2 });
  });

  it('changes each document once, even if its position in the scanned index changes', async () => {
    await things().insertMany(Array.from({ length: 2000 }, (_, i) => ({ _id: i, n: i })));
    await things().createIndexes([{ key: { n: 1 } }]);
    const result = await numbers().updateMany({ n: { $gte: 0 } }, { $inc: { n: 5000 } });
    expect(result).toMatchObject({ matchedCount: 2000, modifiedCount: 2000 });
    expect(await things().countDocuments({ n: { $gte: 5000, $lt: 7000 } })).toBe(2000);
  });

  it('returns the document before or after a findAndModify', async () => {
    await things().insertMany([
      { _id: 1, n: 1, tags: ['a'] },
      { _id: 2, n: 2 },
    ]);
    const next = await numbers().findOneAndUpdate(
      {},
      { $inc: { n: 10 } },
      {
        sort: { n: -1 },
        returnDocument: 'after',
        projection: { n: 1 },
      },
    );
    expect(next).toEqual({ _id: 2, n: 12 });
    expect(await things().findOneAndDelete({ _id: 1 })).toEqual({ _id: 1, n: 1, tags: ['a'] });
    expect(await things().findOneAndReplace({ _id: 9 }, { n: 0 }, { upsert: true, returnDocument: 'after' })).toEqual({
      _id: 9,
      n: 0,
    });
    expect(await things().findOneAndUpdate({ _id: 77 }, { $set: { n: 1 } })).toBeNull();
  });

  it('never changes _id', async () => {
    await things().insertOne({ _id: 1 });
    expect(await failureOf(things().updateOne({ _id: 1 }, { $set: { _id: 2 } }))).toMatchObject({ code: 66 });
  });
});

describe('aggregate, count and distinct', () => {
  it('joins and groups', async () => {
    await things().insertMany([
      { _id: 1, lab: 'a', n: 1 },
      { _id: 2, lab: 'a', n: 2 },
      { _id: 3, lab: 'b', n: 3 },
    ]);
    await database.db.collection<{ _id: string; name: string }>('labs').insertMany([{ _id: 'a', name: 'A' }]);
    const result = await things()
      .aggregate([
        { $match: { n: { $lt: 3 } } },
        { $sort: { n: -1 } },
        { $group: { _id: '$lab', total: { $sum: '$n' }, first: { $first: '$n' } } },
        { $lookup: { from: 'labs', localField: '_id', foreignField: '_id', as: 'lab' } },
        { $project: { total: 1, first: 1, lab: { $first: '$lab.name' } } },
      ])
      .toArray();
    expect(result).toEqual([{ _id: 'a', total: 3, first: 2, lab: 'A' }]);
  });

  it('counts with and without an index, in any form', async () => {
    await things().insertMany(Array.from({ length: 500 }, (_, i) => ({ _id: i, n: i % 5, list: [i, i + 1] })));
    const filters = [{}, { n: 3 }, { n: { $gt: 1, $lte: 3 } }, { n: { $in: [1, 2] } }, { list: { $gt: 10, $lt: 5 } }];
    const before = await Promise.all(filters.map((filter) => things().countDocuments(filter)));
    expect(before).toEqual([500, 100, 200, 200, 0]);
    await things().createIndexes([{ key: { n: 1 } }]);
    await things().createIndexes([{ key: { list: 1 } }]);
    const after = await Promise.all(filters.map((filter) => things().countDocuments(filter)));
    expect(after).toEqual(before);
    expect(await things().estimatedDocumentCount()).toBe(500);
    expect(await things().countDocuments({ n: 3 }, { skip: 10, limit: 20 })).toBe(20);
  });

  it('distinguishes the values of a field by value, not by type', async () => {
    await things().insertMany([{ v: new Int32(1) }, { v: new Double(1) }, { v: ['x', 'y'] }, { v: 'x' }, {}]);
    expect(await things().distinct('v')).toEqual([1, 'x', 'y']);
  });
});
