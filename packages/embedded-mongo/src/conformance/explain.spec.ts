import type { Document } from 'mongodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { explained, explainedCount, readExplained, type Page } from '../testing/explained.js';
import { connectedDatabase } from './testing/database.js';

/** reference/explain-results, tutorial/sort-results-with-indexes, core/indexes/index-types/index-compound */
const { db } = connectedDatabase();

interface Thing {
  _id: number;
  [field: string]: unknown;
}

const COUNT = 1000;
const things = db.collection<Thing>('things');

beforeAll(async () => {
  await things.insertMany(
    Array.from({ length: COUNT }, (_, _id) => ({
      _id,
      lab: _id % 10,
      at: _id,
      code: `c${_id}`,
      free: _id % 7,
      state: _id % 100 === 0 ? 'open' : 'closed',
      tags: [`t${_id % 20}`, 'all'],
      ...(_id % 50 === 0 ? { rare: _id } : {}),
    })),
  );
  await things.createIndexes([
    { key: { lab: 1, at: -1 } },
    { key: { code: 1 }, unique: true },
    { key: { tags: 1 } },
    { key: { rare: 1 }, sparse: true },
    { key: { at: 1 }, partialFilterExpression: { state: 'open' } },
  ]);
});

type Figures = [keys: number, docs: number, returned: number];

const SCAN = ['COLLSCAN'];
const INDEX = ['FETCH', 'IXSCAN'];
const of20: Page = { sort: { at: -1 }, limit: 20 };
const lab3From900 = { lab: 3, at: { $gte: 900 } };

describe('the plan', () => {
  it.each<[what: string, filter: Document, page: Page, stages: string[], figures: Figures]>([
    ['of a whole collection', {}, {}, SCAN, [0, COUNT, COUNT]],
    ['of a field without an index', { free: 3 }, {}, SCAN, [0, COUNT, 143]],
    ['of the second field of a compound index', { at: 5 }, {}, SCAN, [0, COUNT, 1]],
    ['of an _id', { _id: 5 }, {}, INDEX, [1, 1, 1]],
    ['of an _id that is not', { _id: -5 }, {}, INDEX, [0, 0, 0]],
    ['of a range of _id', { _id: { $gte: 10, $lt: 20 } }, {}, INDEX, [10, 10, 10]],
    ['of a unique value', { code: 'c7' }, {}, INDEX, [1, 1, 1]],
    ['of equality on a prefix', { lab: 3 }, {}, INDEX, [100, 100, 100]],
    ['of equality and a range', lab3From900, {}, INDEX, [10, 10, 10]],
    ['of equality and a field beside the index', { lab: 3, state: 'open' }, {}, INDEX, [100, 100, 0]],
    ['of a page in the order of the index', { lab: 3 }, of20, ['LIMIT', ...INDEX], [20, 20, 20]],
    ['of a page in the other order', { lab: 3 }, { ...of20, sort: { at: 1 } }, ['LIMIT', ...INDEX], [20, 20, 20]],
    ['of a sort by the whole index', {}, { sort: { lab: 1, at: -1 }, limit: 5 }, ['LIMIT', ...INDEX], [5, 5, 5]],
    ['of the same backwards', {}, { sort: { lab: -1, at: 1 }, limit: 5 }, ['LIMIT', ...INDEX], [5, 5, 5]],
    ['of a sort that no index has', { lab: 3 }, { sort: { free: 1 }, limit: 5 }, ['SORT', ...INDEX], [100, 100, 5]],
    ['of a sort without an index', {}, { sort: { free: 1 }, limit: 5 }, ['SORT', ...SCAN], [0, COUNT, 5]],
    ['of an element of an array', { tags: 't3' }, {}, INDEX, [50, 50, 50]],
    ['of a value in a sparse index', { rare: { $gte: 500 } }, {}, INDEX, [10, 10, 10]],
    ['of what a sparse index does not hold', { rare: null }, {}, SCAN, [0, COUNT, COUNT - 20]],
    ['of a sort by a sparse index', {}, { sort: { rare: 1 }, limit: 5 }, ['SORT', ...SCAN], [0, COUNT, 5]],
    ['of what the partial filter implies', { state: 'open', at: { $gte: 500 } }, {}, INDEX, [5, 5, 5]],
    ['of what the partial filter leaves out', { at: { $gte: 500 } }, {}, SCAN, [0, COUNT, 500]],
  ])('%s', async (_what, filter, page, stages, [keysExamined, docsExamined, returned]) => {
    expect(await explained(things, filter, page)).toEqual({ stages, keysExamined, docsExamined, returned });
  });

  // A mongod also counts the keys that mark the end of an index range.
  it.each<[what: string, filter: Document, returned: number, scanRanges: number]>([
    ['of two values', { lab: { $in: [3, 4] } }, 200, 2],
    ['of two values and a range', { lab: { $in: [3, 4] }, at: { $gte: 900 } }, 20, 2],
    ['of values far apart', { code: { $in: ['c1', 'c500', 'c999'] } }, 3, 3],
    ['of the beginning of a string', { code: /^c99/ }, 11, 2],
  ])('%s reads little more than it returns', async (_what, filter, returned, scanRanges) => {
    const found = await explained(things, filter);
    expect(found).toMatchObject({ stages: INDEX, docsExamined: returned, returned });
    expect(found.keysExamined).toBeGreaterThanOrEqual(returned);
    expect(found.keysExamined).toBeLessThanOrEqual(returned + scanRanges);
  });

  it('of a pipeline that starts like a query is that of the query', async () => {
    const pipeline = [{ $match: { lab: 3 } }, { $sort: { at: -1 } }, { $limit: 5 }];
    const explanation = await things.aggregate(pipeline).explain('executionStats');
    expect(readExplained(explanation)).toMatchObject({ stages: ['LIMIT', ...INDEX], keysExamined: 5, returned: 5 });
  });

  it('of a missing collection is its end', async () => {
    const found = await explained(db.collection('none'), { a: 1 });
    expect(found).toEqual({ stages: ['EOF'], keysExamined: 0, docsExamined: 0, returned: 0 });
  });
});

describe('a count', () => {
  it.each<[what: string, query: Document, counted: number]>([
    ['equality', { lab: 3 }, 100],
    ['a range', { lab: 3, at: { $lt: 50 } }, 5],
    ['a unique value', { code: 'c7' }, 1],
  ])('of %s reads the index alone', async (_what, query, returned) => {
    const found = await explainedCount(db, 'things', query);
    expect(found).toMatchObject({ stages: ['COUNT', 'COUNT_SCAN'], docsExamined: 0, returned });
    expect([returned, returned + 1]).toContain(found.keysExamined);
  });

  it('of everything uses the collection size', async () => {
    const found = await explainedCount(db, 'things', {});
    expect(found).toMatchObject({ stages: ['RECORD_STORE_FAST_COUNT'], keysExamined: 0, docsExamined: 0 });
  });

  it('of a field without an index reads everything', async () => {
    const found = await explainedCount(db, 'things', { free: 3 });
    expect(found).toMatchObject({ stages: ['COUNT', ...SCAN], docsExamined: COUNT });
  });
});
