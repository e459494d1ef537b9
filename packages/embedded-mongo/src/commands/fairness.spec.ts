import type { Document } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explained } from '../testing/explained.js';
import { TestDatabase } from '../testing/database.js';

const DOCUMENTS = 30_000;
const BATCH_SIZE = 10_000;

const database = await TestDatabase.start();
afterAll(() => database.stop());
beforeAll(async () => {
  await fill();
});

interface Thing {
  _id: number;
  [field: string]: unknown;
}

const things = () => database.db.collection<Thing>('things');

/** Refills the collection. */
async function fill(): Promise<void> {
  await things().deleteMany({});
  for (let from = 0; from < DOCUMENTS; from += BATCH_SIZE) {
    await things().insertMany(
      Array.from({ length: BATCH_SIZE }, (_, i) => ({
        _id: from + i,
        lab: i % 7,
        n: (i * 7919) % 9973,
        text: 'x'.repeat(100),
        list: [1, 2],
      })),
    );
  }
}

/** How many sequential finds another connection had answered while the work was in progress. */
async function countAnswersDuring(run: () => Promise<unknown>): Promise<number> {
  const answered = { count: 0, over: false };
  const work = run();
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

/** More than can be answered before the work has started. */
const SOME = 5;
/** On a busy machine, the server may finish before this process gets a chance to ask. */
const ATTEMPTS = 20;

/** Asserts that other requests are answered while the work is in progress, in at least one attempt. */
async function assertShared(run: () => Promise<unknown>, prepare?: () => Promise<unknown>): Promise<void> {
  let most = 0;
  for (let attempt = 0; attempt < ATTEMPTS && most < SOME; attempt += 1) {
    await prepare?.();
    most = Math.max(most, await countAnswersDuring(run));
  }
  expect(most).toBeGreaterThanOrEqual(SOME);
}

describe('while a pipeline works through all documents', () => {
  it.each<[string, Document[]]>([
    ['$group', [{ $group: { _id: '$n', total: { $sum: '$lab' }, most: { $max: '$lab' } } }, { $count: 'n' }]],
    ['$sort and $group', [{ $project: { n: 1 } }, { $sort: { n: 1, _id: -1 } }, { $count: 'n' }]],
    ['$sort of the front', [{ $sort: { n: 1 } }, { $count: 'n' }]],
    ['$match', [{ $group: { _id: null, n: { $sum: '$n' } } }, { $match: { n: -1 } }]],
    [
      '$lookup',
      [
        { $match: { _id: { $lt: 10_000 } } },
        { $lookup: { from: 'things', localField: 'n', foreignField: '_id', as: 'others' } },
        { $group: { _id: null, n: { $max: { $first: '$others._id' } } } },
      ],
    ],
  ])('with %s, others are answered', async (_, pipeline) => {
    await assertShared(() => things().aggregate(pipeline).toArray());
  });
});

describe('while a command works through all documents', () => {
  it.each<[string, () => Promise<unknown>, prepare?: () => Promise<unknown>]>([
    ['count', () => things().countDocuments({ $or: [{ n: { $gt: -1 } }, { text: 'x' }] })],
    ['distinct', () => things().distinct('n')],
    [
      'find',
      () =>
        things()
          .find({}, { sort: { n: 1 }, skip: DOCUMENTS - 2 })
          .toArray(),
    ],
    ['find of all', () => things().find({}).toArray()],
    ['explain', () => explained(things(), { n: { $gte: 0 } })],
    ['an index build', () => things().createIndexes([{ key: { n: 1, text: 1 } }]), () => things().dropIndexes()],
    ['updateMany', () => things().updateMany({}, { $set: { touched: true } })],
    ['deleteMany', () => things().deleteMany({ _id: { $gte: BATCH_SIZE } }), fill],
  ])('%s, others are answered', async (_, run, prepare) => {
    await assertShared(run, prepare);
  });
});
