import type { Document, Sort } from 'mongodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { connectedDatabase } from './testing/database.js';
import { readExplained, stageNamed, type Explained } from './testing/explained.js';

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

interface QueryRequest {
  filter?: Document;
  sort?: Sort;
  skip?: number;
  limit?: number;
}

async function explain({ filter = {}, ...options }: QueryRequest): Promise<Explained> {
  return readExplained(await things.find(filter, options).explain('executionStats'));
}

const FETCHED = ['FETCH', 'IXSCAN'];

describe('the plan', () => {
  it.each<[what: string, queryRequest: QueryRequest, expected: Explained]>([
    ['of a whole collection', {}, { stages: ['COLLSCAN'], keysExamined: 0, docsExamined: COUNT, returned: COUNT }],
    [
      'of a field without an index',
      { filter: { free: 3 } },
      { stages: ['COLLSCAN'], keysExamined: 0, docsExamined: COUNT, returned: 143 },
    ],
    [
      'of the second field of a compound index',
      { filter: { at: 5 } },
      { stages: ['COLLSCAN'], keysExamined: 0, docsExamined: COUNT, returned: 1 },
    ],
    ['of an _id', { filter: { _id: 5 } }, { stages: FETCHED, keysExamined: 1, docsExamined: 1, returned: 1 }],
    [
      'of an _id that is not',
      { filter: { _id: -5 } },
      { stages: FETCHED, keysExamined: 0, docsExamined: 0, returned: 0 },
    ],
    [
      'of a range of _id',
      { filter: { _id: { $gte: 10, $lt: 20 } } },
      { stages: FETCHED, keysExamined: 10, docsExamined: 10, returned: 10 },
    ],
    [
      'of a unique value',
      { filter: { code: 'c7' } },
      { stages: FETCHED, keysExamined: 1, docsExamined: 1, returned: 1 },
    ],
    [
      'of equality on a prefix',
      { filter: { lab: 3 } },
      { stages: FETCHED, keysExamined: 100, docsExamined: 100, returned: 100 },
    ],
    [
      'of equality and a range',
      { filter: { lab: 3, at: { $gte: 900 } } },
      { stages: FETCHED, keysExamined: 10, docsExamined: 10, returned: 10 },
    ],
    [
      'of equality and a field beside the index',
      { filter: { lab: 3, state: 'open' } },
      { stages: FETCHED, keysExamined: 100, docsExamined: 100, returned: 0 },
    ],
    [
      'of a page in the order of the index',
      { filter: { lab: 3 }, sort: { at: -1 }, limit: 20 },
      { stages: ['LIMIT', ...FETCHED], keysExamined: 20, docsExamined: 20, returned: 20 },
    ],
    [
      'of a page in the other order',
      { filter: { lab: 3 }, sort: { at: 1 }, limit: 20 },
      { stages: ['LIMIT', ...FETCHED], keysExamined: 20, docsExamined: 20, returned: 20 },
    ],
    [
      'of a sort by the whole index',
      { sort: { lab: 1, at: -1 }, limit: 5 },
      { stages: ['LIMIT', ...FETCHED], keysExamined: 5, docsExamined: 5, returned: 5 },
    ],
    [
      'of a sort by the whole index backwards',
      { sort: { lab: -1, at: 1 }, limit: 5 },
      { stages: ['LIMIT', ...FETCHED], keysExamined: 5, docsExamined: 5, returned: 5 },
    ],
    [
      'of a sort that no index has',
      { filter: { lab: 3 }, sort: { free: 1 }, limit: 5 },
      { stages: ['SORT', ...FETCHED], keysExamined: 100, docsExamined: 100, returned: 5 },
    ],
    [
      'of a sort of everything without an index',
      { sort: { free: 1 }, limit: 5 },
      { stages: ['SORT', 'COLLSCAN'], keysExamined: 0, docsExamined: COUNT, returned: 5 },
    ],
    [
      'of an element of an array',
      { filter: { tags: 't3' } },
      { stages: FETCHED, keysExamined: 50, docsExamined: 50, returned: 50 },
    ],
    [
      'of a value in a sparse index',
      { filter: { rare: { $gte: 500 } } },
      { stages: FETCHED, keysExamined: 10, docsExamined: 10, returned: 10 },
    ],
    [
      'of what a sparse index does not hold',
      { filter: { rare: null } },
      { stages: ['COLLSCAN'], keysExamined: 0, docsExamined: COUNT, returned: COUNT - 20 },
    ],
    [
      'of a sort that a sparse index cannot give',
      { sort: { rare: 1 }, limit: 5 },
      { stages: ['SORT', 'COLLSCAN'], keysExamined: 0, docsExamined: COUNT, returned: 5 },
    ],
    [
      'of what the partial filter implies',
      { filter: { state: 'open', at: { $gte: 500 } } },
      { stages: FETCHED, keysExamined: 5, docsExamined: 5, returned: 5 },
    ],
    [
      'of what the partial filter leaves out',
      { filter: { at: { $gte: 500 } } },
      { stages: ['COLLSCAN'], keysExamined: 0, docsExamined: COUNT, returned: 500 },
    ],
  ])('%s', async (_what, queryRequest, expected) => {
    expect(await explain(queryRequest)).toEqual(expected);
  });

  // A mongod also counts the keys that mark the end of an index range.
  it.each<[what: string, filter: Document, returned: number, scanRanges: number]>([
    ['of two values', { lab: { $in: [3, 4] } }, 200, 2],
    ['of two values and a range', { lab: { $in: [3, 4] }, at: { $gte: 900 } }, 20, 2],
    ['of values far apart', { code: { $in: ['c1', 'c500', 'c999'] } }, 3, 3],
    ['of the beginning of a string', { code: /^c99/ }, 11, 2],
  ])('%s reads little more than it returns', async (_what, filter, returned, scanRanges) => {
    const found = await explain({ filter });
    expect(found).toMatchObject({ stages: FETCHED, docsExamined: returned, returned });
    expect(found.keysExamined).toBeGreaterThanOrEqual(returned);
    expect(found.keysExamined).toBeLessThanOrEqual(returned + scanRanges);
  });

  it('does not read the documents it skips', async () => {
    const { stages, returned } = await explain({ filter: { lab: 3 }, sort: { at: -1 }, skip: 10, limit: 5 });
    expect(returned).toBe(5);
    expect(stages).toEqual(expect.arrayContaining(['LIMIT', 'SKIP', 'FETCH', 'IXSCAN']));
  });
});

describe('a count', () => {
  const explained = (query: Document): Promise<Document> =>
    db.command({ explain: { count: 'things', query }, verbosity: 'executionStats' });

  it.each<[what: string, query: Document, counted: number]>([
    ['equality', { lab: 3 }, 100],
    ['a range', { lab: 3, at: { $lt: 50 } }, 5],
    ['a unique value', { code: 'c7' }, 1],
  ])('of %s reads the index alone', async (_what, query, counted) => {
    const explanation = await explained(query);
    const { stages, keysExamined, docsExamined } = readExplained(explanation);
    expect(stages).toEqual(['COUNT', 'COUNT_SCAN']);
    expect(docsExamined).toBe(0);
    expect([counted, counted + 1]).toContain(keysExamined);
    expect(stageNamed(explanation.executionStats as Document, 'COUNT').nCounted).toBe(counted);
  });

  it('of everything uses the collection size', async () => {
    const { stages, keysExamined, docsExamined } = readExplained(await explained({}));
    expect(stages).toEqual(['RECORD_STORE_FAST_COUNT']);
    expect([keysExamined, docsExamined]).toEqual([0, 0]);
  });

  it('of a field without an index reads everything', async () => {
    expect(readExplained(await explained({ free: 3 }))).toMatchObject({
      stages: ['COUNT', 'COLLSCAN'],
      docsExamined: COUNT,
    });
  });
});

describe('explain', () => {
  it('of a pipeline that starts like a query describes the query', async () => {
    const pipeline = [{ $match: { lab: 3 } }, { $sort: { at: -1 } }, { $limit: 5 }];
    const { stages, keysExamined, returned } = readExplained(
      await things.aggregate(pipeline).explain('executionStats'),
    );
    expect(stages).toEqual(['LIMIT', ...FETCHED]);
    expect([keysExamined, returned]).toEqual([5, 5]);
  });

  it('of a missing collection reports the end of the collection', async () => {
    const found = readExplained(await db.collection('none').find({ a: 1 }).explain('executionStats'));
    expect(found).toEqual({ stages: ['EOF'], keysExamined: 0, docsExamined: 0, returned: 0 });
  });

  it('of only the plan runs nothing', async () => {
    const explanation = await things.find({ lab: 3 }).explain('queryPlanner');
    expect(explanation).not.toHaveProperty('executionStats');
    expect(explanation.queryPlanner).toMatchObject({ namespace: `${db.databaseName}.things` });
  });
});
