import type { Document } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf, TestDatabase } from '../testing/database.js';

const DOCUMENTS = 30_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await TestDatabase.start();
  for (let from = 0; from < DOCUMENTS; from += 10_000) {
    await things().insertMany(
      Array.from({ length: 10_000 }, (_, i) => ({
        _id: from + i,
        lab: i % 7,
        n: (i * 7919) % 9973,
        text: 'x'.repeat(100),
        list: [1, 2],
      })),
    );
  }
}, 60_000);
afterAll(() => database.stop());

interface Thing {
  _id: number;
  [field: string]: unknown;
}

const things = () => database.db.collection<Thing>('things');

/** How many finds, one after the other, others had answered while the work was going on. */
async function answersDuring(work: Promise<unknown>): Promise<number> {
  const answered = { count: 0, over: false };
  const other = (async () => {
    while (!answered.over) {
      expect(await things().findOne({ _id: answered.count })).not.toBeNull();
      answered.count += 1;
    }
  })();
  await work;
  const { count } = answered;
  answered.over = true;
  await other;
  return count;
}

const SOME = 5;

describe('while a pipeline works through all documents', () => {
  it.each<[string, Document[]]>([
    ['$group', [{ $group: { _id: '$n', total: { $sum: '$lab' }, all: { $push: '$lab' } } }, { $count: 'n' }]],
    ['$sort', [{ $set: { m: '$n' } }, { $sort: { m: 1, _id: -1 } }, { $skip: DOCUMENTS - 1 }]],
    ['$sort with a $limit', [{ $set: { m: '$n' } }, { $sort: { m: 1 } }, { $limit: 10 }]],
    ['$sort of the front', [{ $sort: { n: 1 } }, { $skip: DOCUMENTS - 1 }]],
    ['$unwind', [{ $unwind: '$list' }, { $unwind: '$list' }, { $match: { list: 9 } }]],
    ['$facet', [{ $facet: { a: [{ $sortByCount: '$lab' }], b: [{ $group: { _id: '$n' } }, { $count: 'n' }] } }]],
    ['$bucketAuto', [{ $bucketAuto: { groupBy: '$n', buckets: 5 } }]],
    ['$match', [{ $match: { $expr: { $lt: [{ $add: ['$n', '$lab'] }, 0] } } }]],
    ['$unionWith', [{ $unionWith: 'things' }, { $count: 'n' }]],
    [
      '$lookup',
      [
        { $match: { _id: { $lt: 10_000 } } },
        { $lookup: { from: 'things', localField: 'n', foreignField: '_id', as: 'others' } },
        { $group: { _id: null, n: { $sum: { $size: '$others' } } } },
      ],
    ],
  ])('with %s, others are answered', async (_, pipeline) => {
    expect(await answersDuring(things().aggregate(pipeline).toArray())).toBeGreaterThanOrEqual(SOME);
  });

  it('ends when its time is up', async () => {
    for (const stage of [{ $group: { _id: '$n', all: { $push: '$$ROOT' } } }, { $sort: { text: 1, n: 1 } }]) {
      expect(await failureOf(things().aggregate([stage], { maxTimeMS: 20 }).toArray())).toMatchObject({ code: 50 });
    }
  });
});

describe('while a command works through all documents', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['count', () => things().countDocuments({ $or: [{ n: { $mod: [2, 5] } }, { text: 'x' }] })],
    ['distinct', () => things().distinct('n')],
    [
      'find',
      () =>
        things()
          .find({})
          .sort({ n: 1 })
          .skip(DOCUMENTS - 2)
          .toArray(),
    ],
    ['find of all', () => things().find({}).toArray()],
    [
      'explain',
      () =>
        things()
          .find({ n: { $gte: 0 } })
          .explain('executionStats'),
    ],
    ['an index build', () => things().createIndexes([{ key: { n: 1, text: 1 } }])],
    ['updateMany', () => things().updateMany({}, { $set: { touched: true } })],
    ['deleteMany', () => things().deleteMany({ _id: { $gte: 10_000 } })],
  ])('%s, others are answered', async (_, run) => {
    expect(await answersDuring(run())).toBeGreaterThanOrEqual(SOME);
  });
});
