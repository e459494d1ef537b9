import type { Document, Filter, Sort } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestDatabase } from '../testing/database.js';

interface Named {
  _id: number;
  name: string;
  words: string[];
}

let database: TestDatabase;

beforeAll(async () => {
  database = await TestDatabase.start();
  for (const count of [1_000, 10_000]) {
    const things = database.db.collection<Named>(`things${count}`);
    await things.createIndexes([{ key: { words: 1 } }, { key: { name: 1, _id: 1 } }]);
    // Two words that all have, one that a half has, and one that ten have.
    const wordsOf = (i: number) => [
      'branch',
      'salt',
      i % 2 === 0 ? 'even' : 'odd',
      ...(i % (count / 10) ? [] : ['rare']),
    ];
    await things.insertMany(
      Array.from({ length: count }, (_, i) => ({
        _id: i,
        name: `branch ${String(i).padStart(6, '0')}`,
        words: wordsOf(i),
      })),
    );
  }
});
afterAll(() => database.stop());

const all = (...prefixes: string[]): Filter<Named> => ({
  $and: prefixes.map((prefix) => ({ words: { $regex: `^${prefix}` } })),
});

async function costs(count: number, filter: Filter<Named>, sort: Sort = {}, limit = 0): Promise<Document> {
  const cursor = database.db.collection<Named>(`things${count}`).find(filter).sort(sort).limit(limit);
  const { executionStats } = await cursor.explain('executionStats');
  return executionStats as Document;
}

describe('several conditions on an array', () => {
  it.each([
    { name: 'the first', prefixes: ['rar', 'branch', 'salt'] },
    { name: 'the last', prefixes: ['branch', 'salt', 'rar'] },
  ])('start with the one that finds the fewest, also where it is $name', async ({ prefixes }) => {
    for (const count of [1_000, 10_000]) {
      expect(await costs(count, all(...prefixes))).toMatchObject({
        nReturned: 10,
        totalKeysExamined: 10,
        totalDocsExamined: 10,
      });
      expect(await costs(count, all(...prefixes), { name: 1 }, 20)).toMatchObject({
        nReturned: 10,
        totalDocsExamined: 10,
      });
    }
  });

  it('keep the order of an index where many match', async () => {
    const small = await costs(1_000, all('branch', 'salt'), { name: 1 }, 20);
    const large = await costs(10_000, all('branch', 'salt'), { name: 1 }, 20);
    expect(large).toMatchObject({ nReturned: 20, totalDocsExamined: 20 });
    expect(small).toMatchObject({ nReturned: 20, totalDocsExamined: small.totalDocsExamined as number });
    expect(large.totalDocsExamined).toBeLessThanOrEqual(small.totalDocsExamined as number);
  });

  it('find the same in any order', async () => {
    const things = database.db.collection<Named>('things1000');
    for (const prefixes of [
      ['branch', 'rare'],
      ['rare', 'branch'],
      ['even', 'rare'],
      ['odd', 'even'],
    ]) {
      const expected = prefixes.includes('odd') ? 0 : 10;
      expect(await things.countDocuments(all(...prefixes))).toBe(expected);
    }
  });

  it('are counted from the entries alone', async () => {
    for (const [prefixes, expected] of [
      [['even'], 500],
      [['even', 'branch', 'salt'], 500],
      [['rar', 'even'], 10],
    ] as const) {
      const explained = await database.db.command({
        explain: { count: 'things1000', query: all(...prefixes) },
        verbosity: 'executionStats',
      });
      const { executionStats } = explained as { executionStats: Document };
      expect(executionStats).toMatchObject({
        executionStages: { stage: 'COUNT', nCounted: expected },
        totalDocsExamined: prefixes.length === 2 ? 10 : 0,
      });
    }
  });

  it('find a page in the order of an index, and read only documents that have the rarest word', async () => {
    const page = await costs(1_000, all('even', 'salt'), { name: 1 }, 20);
    expect(page).toMatchObject({ nReturned: 20, totalDocsExamined: 20, executionStages: { stage: 'LIMIT' } });
    // The entries of the word, and those of the order up to the last of the page.
    expect(page.totalKeysExamined).toBeLessThanOrEqual(500 + 40);
    expect(await costs(10_000, all('rare', 'salt'), { name: 1 }, 5)).toMatchObject({
      totalKeysExamined: 10,
      totalDocsExamined: 10,
      executionStages: { stage: 'SORT' },
    });
  });
});
