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
});
