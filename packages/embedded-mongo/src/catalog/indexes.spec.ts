import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Document, Sort } from 'mongodb';
import { failureOf, scanned, TestDatabase } from '../testing/database.js';
import { PATIENCE } from '../testing/effort.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await TestDatabase.start();
});
afterAll(() => database.stop());
beforeEach(() => database.db.dropDatabase());

interface Thing {
  _id?: number;
  tags?: string[];
  [field: string]: unknown;
}

interface Explained {
  queryPlanner: { winningPlan: unknown };
  executionStats: unknown;
}

const things = () => database.db.collection<Thing>('things');

describe('a unique index', () => {
  it('treats a missing field as null, and allows it only once', async () => {
    await things().createIndexes([{ key: { code: 1 }, unique: true }]);
    await things().insertOne({ _id: 1 });
    expect(await failureOf(things().insertOne({ _id: 2, code: null }))).toMatchObject({
      code: 11000,
      keyValue: { code: null },
    });
  });

  it('excludes missing fields if it is sparse, and documents that do not match its partial filter', async () => {
    await things().createIndexes([{ key: { code: 1 }, unique: true, sparse: true }]);
    await things().createIndexes([{ key: { slot: 1 }, unique: true, partialFilterExpression: { open: true } }]);
    await things().insertMany([
      { _id: 1, slot: 1, open: false },
      { _id: 2, slot: 1, open: false },
      { _id: 3, slot: 1, open: true },
    ]);
    expect(await failureOf(things().updateOne({ _id: 1 }, { $set: { open: true } }))).toMatchObject({
      code: 11000,
      keyValue: { slot: 1 },
    });
    expect(await things().findOne({ _id: 1 })).toEqual({ _id: 1, slot: 1, open: false });
    await things().updateOne({ _id: 3 }, { $set: { open: false } });
    expect(await things().updateOne({ _id: 1 }, { $set: { open: true } })).toMatchObject({ modifiedCount: 1 });
  });

  it('is enforced across documents for array elements, but not within one array', async () => {
    await things().createIndexes([{ key: { tags: 1 }, unique: true }]);
    await things().insertOne({ _id: 1, tags: ['a', 'a', 'b'] });
    expect(await failureOf(things().insertOne({ _id: 2, tags: ['c', 'b'] }))).toMatchObject({
      code: 11000,
      keyValue: { tags: 'b' },
    });
    await things().updateOne({ _id: 1 }, { $set: { tags: ['a'] } });
    await things().insertOne({ _id: 2, tags: ['c', 'b'] });
  });

  it('is not built if there are duplicates, and leaves nothing behind', async () => {
    await things().insertMany([
      { _id: 1, code: 1 },
      { _id: 2, code: 1 },
    ]);
    expect(await failureOf(things().createIndexes([{ key: { code: 1 }, unique: true }]))).toMatchObject({
      code: 11000,
    });
    expect(await things().indexes()).toHaveLength(1);
    await things().insertOne({ _id: 3, code: 1 });
  });
});

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

describe('queries', () => {
  const cases: [Document, Sort][] = [
    [{ a: 3 }, { b: 1, _id: 1 }],
    [
      { a: { $in: [1, 4, 9] }, b: { $gte: 2 } },
      { a: -1, b: 1, _id: 1 },
    ],
    [
      { a: { $gt: 2, $lte: 5 }, c: 'x' },
      { a: 1, _id: 1 },
    ],
    [{ tags: 'red' }, { _id: -1 }],
    [{ tags: { $gt: 'b', $lt: 'n' } }, { _id: 1 }],
    [{ 'list.x': 1, 'list.y': 5 }, { _id: 1 }],
    [{ a: null }, { _id: 1 }],
    [{ a: 2, active: true }, { _id: 1 }],
    [{ c: { $gte: 'm' } }, { c: -1, _id: -1 }],
    [{ c: /^x/ }, { c: 1, _id: 1 }],
    [{ a: { $ne: 3 } }, { a: 1, _id: 1 }],
    [{}, { a: 1, b: -1, _id: 1 }],
    [{ $or: [{ a: 1 }, { c: 'y' }] }, { _id: 1 }],
    [{ a: { $exists: false } }, { _id: 1 }],
  ];

  it('return the same results with and without indexes', async () => {
    const colours = ['red', 'green', 'blue', 'amber'];
    await things().insertMany(
      Array.from({ length: 400 }, (_, i) => ({
        _id: i,
        ...(i % 11 === 0 ? {} : { a: i % 13 === 0 ? null : i % 10 }),
        b: (i * 7) % 17,
        c: i % 3 === 0 ? 'x' : i % 3 === 1 ? 'y' : i,
        tags: i % 5 === 0 ? [] : colours.slice(i % 4),
        list: [
          { x: i % 2, y: 3 },
          { x: 2, y: i % 6 },
        ],
        active: i % 4 === 0,
      })),
    );
    const answers = () =>
      Promise.all(cases.map(([filter, sort]) => database.db.collection('things').find(filter).sort(sort).toArray()));
    const before = await answers();
    await things().createIndexes([
      { key: { a: 1, b: -1 } },
      { key: { c: 1 } },
      { key: { tags: 1 } },
      { key: { 'list.x': 1, 'list.y': 1 } },
      { key: { a: 1, _id: 1 }, partialFilterExpression: { active: true } },
      { key: { c: -1, _id: -1 }, sparse: true },
    ]);
    const after = await answers();
    for (const [i, found] of after.entries()) expect(found, JSON.stringify(cases[i])).toEqual(before[i]);
    expect(before.map((found) => found.length)).not.toContain(0);
  });

  it('read no more from the index than they need', async () => {
    await things().insertMany(Array.from({ length: 1000 }, (_, i) => ({ _id: i, lab: i % 10, at: i, state: 'open' })));
    await things().createIndexes([{ key: { lab: 1, at: -1 } }]);
    const explain = async (filter: Document, sort: Sort = {}, limit = 0): Promise<Explained> => {
      return (await things().find(filter).sort(sort).limit(limit).explain('executionStats')) as Explained;
    };
    const page = await explain({ lab: 3 }, { at: -1 }, 20);
    expect(page.executionStats).toMatchObject({ nReturned: 20, totalKeysExamined: 20, totalDocsExamined: 20 });
    expect(page.queryPlanner.winningPlan).toMatchObject({
      stage: 'LIMIT',
      inputStage: { stage: 'FETCH', inputStage: { stage: 'IXSCAN', indexName: 'lab_1_at_-1', direction: 'forward' } },
    });
    const backwards = await explain({ lab: 3 }, { at: 1 }, 5);
    expect(backwards.executionStats).toMatchObject({ totalKeysExamined: 5 });
    const blocking = await explain({ lab: 3 }, { state: 1 }, 5);
    expect(blocking.queryPlanner.winningPlan).toMatchObject({ stage: 'SORT', inputStage: { stage: 'FETCH' } });
    expect(blocking.executionStats).toMatchObject({ nReturned: 5, totalDocsExamined: 100 });
    const range = await explain({ lab: { $in: [1, 2] }, at: { $gte: 900 } });
    expect(range.executionStats).toMatchObject({ nReturned: 20, totalKeysExamined: 20, totalDocsExamined: 20 });
    const scan = await explain({ state: 'open', at: 5 });
    expect(scan.queryPlanner.winningPlan).toMatchObject({ stage: 'COLLSCAN' });
    expect(scan.executionStats).toMatchObject({ nReturned: 1, totalKeysExamined: 0, totalDocsExamined: 1000 });
    expect((await explain({ _id: 5 })).queryPlanner.winningPlan).toMatchObject({ stage: 'IDHACK' });
    const counted = await database.db.command({ explain: { count: 'things', query: { lab: 3 } } });
    expect(counted.executionStats).toMatchObject({ totalKeysExamined: 100, totalDocsExamined: 0 });
    const stages = [{ $match: { lab: 3 } }, { $sort: { at: -1 } }, { $limit: 5 }, { $group: { _id: '$lab' } }];
    expect(await things().aggregate(stages).explain('executionStats')).toMatchObject({
      stages: [{ $cursor: { executionStats: { nReturned: 5, totalKeysExamined: 5 } } }, { $group: { _id: '$lab' } }],
    });
  });
});

describe('a TTL index', () => {
  it('removes what has expired, and only that', async () => {
    const ttl = await TestDatabase.start({ ephemeral: true, args: ['--setParameter', 'ttlMonitorSleepSecs=0.05'] });
    try {
      const sessions = ttl.db.collection<{ _id: number; at?: unknown }>('sessions');
      await sessions.createIndexes([{ key: { at: 1 }, expireAfterSeconds: 7200 }]);
      const now = Date.now();
      await sessions.insertMany([
        { _id: 1, at: new Date(now - 7_300_000) },
        { _id: 2, at: new Date(now - 3_600_000) },
        { _id: 3, at: 'long ago' },
        { _id: 4 },
        { _id: 5, at: [new Date(now), new Date(now - 14_400_000)] },
      ]);
      const left = async () => (await sessions.find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id);
      await expect.poll(left, { timeout: PATIENCE }).toEqual([2, 3, 4]);
    } finally {
      await ttl.stop();
    }
  });
});

describe('the index list', () => {
  it('accepts an identical index, and rejects a different one with the same name or key', async () => {
    await things().createIndexes([{ key: { a: 1 }, name: 'mine' }]);
    const again = await database.db.command({ createIndexes: 'things', indexes: [{ key: { a: 1 }, name: 'mine' }] });
    expect(again).toMatchObject({ numIndexesBefore: 2, numIndexesAfter: 2, note: 'all indexes already exist' });
    expect(await failureOf(things().createIndexes([{ key: { b: 1 }, name: 'mine' }]))).toMatchObject({ code: 86 });
    expect(await failureOf(things().createIndexes([{ key: { a: 1 }, name: 'other' }]))).toMatchObject({ code: 85 });
    expect(await failureOf(things().createIndexes([{ key: { a: 1 }, name: 'mine', unique: true }]))).toMatchObject({
      code: 86,
    });
  });

  it('lists and drops', async () => {
    await things().createIndexes([{ key: { a: 1 }, unique: true }]);
    await things().createIndexes([{ key: { 'b.c': -1 } }]);
    expect(await things().indexes()).toEqual([
      { v: 2, key: { _id: 1 }, name: '_id_' },
      { v: 2, key: { a: 1 }, name: 'a_1', unique: true },
      { v: 2, key: { 'b.c': -1 }, name: 'b.c_-1' },
    ]);
    await things().dropIndex('a_1');
    expect(await failureOf(things().dropIndex('a_1'))).toMatchObject({ code: 27 });
    expect(await failureOf(things().dropIndex('_id_'))).toMatchObject({ code: 72 });
    await things().insertMany([
      { _id: 1, a: 1 },
      { _id: 2, a: 1 },
    ]);
    await things().dropIndexes();
    expect(await things().indexes()).toHaveLength(1);
  });

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
