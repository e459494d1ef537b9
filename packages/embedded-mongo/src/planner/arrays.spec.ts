import type { Filter } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestDatabase } from '../testing/database.js';
import { explained, explainedCount, type Explained, type Page } from '../testing/explained.js';

interface Named {
  _id: number;
  name: string;
  words: string[];
}

const database = await TestDatabase.start();
afterAll(() => database.stop());
const things = (count: number) => database.db.collection<Named>(`things${count}`);

beforeAll(async () => {
  for (const count of [1_000, 10_000]) {
    await things(count).createIndexes([{ key: { words: 1 } }, { key: { name: 1, _id: 1 } }]);
    // Two words that all have, one that a half has, and one that ten have.
    await things(count).insertMany(
      Array.from({ length: count }, (_, i) => ({
        _id: i,
        name: `branch ${String(i).padStart(6, '0')}`,
        words: ['branch', 'salt', i % 2 === 0 ? 'even' : 'odd', ...(i % (count / 10) ? [] : ['rare'])],
      })),
    );
  }
});

const all = (...prefixes: string[]): Filter<Named> => ({
  $and: prefixes.map((prefix) => ({ words: { $regex: `^${prefix}` } })),
});
const costs = (count: number, filter: Filter<Named>, page?: Page): Promise<Explained> =>
  explained(things(count), filter, page);
const page = (limit: number): Page => ({ sort: { name: 1 }, limit });

describe('several conditions on an array', () => {
  it.each([
    { name: 'the first', prefixes: ['rar', 'branch', 'salt'] },
    { name: 'the last', prefixes: ['branch', 'salt', 'rar'] },
  ])('start with the one that finds the fewest, also where it is $name', async ({ prefixes }) => {
    for (const count of [1_000, 10_000]) {
      const found = { returned: 10, docsExamined: 10 };
      expect(await costs(count, all(...prefixes))).toMatchObject({ ...found, keysExamined: 10 });
      expect(await costs(count, all(...prefixes), page(20))).toMatchObject(found);
    }
  });

  it('keep the order of an index where many match', async () => {
    for (const count of [1_000, 10_000]) {
      const found = await costs(count, all('branch', 'salt'), page(20));
      expect(found).toMatchObject({ returned: 20, docsExamined: 20 });
    }
  });

  it('are counted from the entries alone, where that costs less', async () => {
    for (const [prefixes, returned, docsExamined] of [
      [['even'], 500, 0],
      [['even', 'branch', 'salt'], 500, 0],
      [['rar', 'even'], 10, 10],
      [['odd', 'even'], 0, 0],
    ] as const) {
      expect(await explainedCount(database.db, 'things1000', all(...prefixes))).toMatchObject({
        returned,
        docsExamined,
      });
    }
  });

  it('find a page in the order of an index, and read only documents that have the rarest word', async () => {
    const found = await costs(1_000, all('even', 'salt'), page(20));
    expect(found).toMatchObject({ returned: 20, docsExamined: 20 });
    expect(found.stages[0]).toBe('LIMIT');
    // The entries of the word, and those of the order up to the last of the page.
    expect(found.keysExamined).toBeLessThanOrEqual(500 + 40);
    const few = await costs(10_000, all('rare', 'salt'), page(5));
    expect(few).toMatchObject({ keysExamined: 10, docsExamined: 10 });
    expect(few.stages[0]).toBe('SORT');
  });

  it('are all tested, also where a sparse index can be searched by only one of them', async () => {
    const sparse = database.db.collection<Named>('sparse');
    await sparse.createIndexes([{ key: { words: 1 }, sparse: true }]);
    await sparse.insertMany([
      { _id: 1, name: 'both', words: ['branch', 'salt'] },
      { _id: 2, name: 'one', words: ['branch'] },
    ]);
    const filter: Filter<Named> = { $and: [{ words: /^branch/ }, { words: /alt/ }] };
    expect((await sparse.find(filter).toArray()).map(({ name }) => name)).toEqual(['both']);
    expect(await sparse.countDocuments(filter)).toBe(1);
  });

  it('are not counted from entries if one entry does not show whether all of them are met', async () => {
    const pairs = database.db.collection<Named>('pairs');
    await pairs.createIndexes([{ key: { name: 1, words: 1 } }]);
    await pairs.insertMany(['one', 'other'].map((name, _id) => ({ _id, name, words: ['branch', 'salt'] })));
    const count = (most: string) =>
      pairs.countDocuments({ name: { $gte: 'a', $lte: 'z' }, words: { $gt: 'a', $lt: most } });
    expect([await count('b'), await count('c')]).toEqual([0, 2]);
  });
});
