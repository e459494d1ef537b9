import type { Filter } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scanned, TestDatabase } from '../testing/database.js';
import { explained, explainedCount, type Explained, type Page } from '../testing/explained.js';

interface Report {
  _id: number;
  [field: string]: unknown;
}

const database = await TestDatabase.start();
afterAll(() => database.stop());
const reports = () => database.db.collection<Report>('reports');

beforeAll(async () => {
  await reports().createIndexes([{ key: { lab: 1, at: -1 } }, { key: { number: 1 } }, { key: { status: 1, at: -1 } }]);
  await reports().insertMany(
    Array.from({ length: 1000 }, (_, i) => ({
      _id: i,
      lab: i % 10,
      number: (i * 7) % 1000,
      status: i % 4,
      at: (i * 13) % 1000,
    })),
  );
});

const OR = ['FETCH', 'OR', 'IXSCAN', 'IXSCAN'];
const labOrNumber = { $or: [{ lab: 3 }, { number: { $lt: 10 } }] };
const siblings = { status: 1, $and: [{ at: { $gte: 800 } }, { $or: [{ lab: 1 }, { lab: 5 }] }] };

describe('$or', () => {
  it.each<[what: string, filter: Filter<Report>, page: Page, expected: Partial<Explained>]>([
    [
      'reads each branch from its index, and each document once',
      labOrNumber,
      {},
      { stages: OR, returned: 109, keysExamined: 110, docsExamined: 109 },
    ],
    ['combines its sibling conditions with each branch', siblings, {}, { stages: OR, docsExamined: 40 }],
    [
      'sorts if a branch is in another order',
      { $or: [{ lab: 1 }, { number: 7 }] },
      { sort: { at: 1 } },
      { stages: ['SORT', ...OR] },
    ],
    [
      'reads the collection if one branch has no index',
      { $or: [{ lab: 1 }, { text: 'x' }] },
      {},
      { stages: ['COLLSCAN'] },
    ],
  ])('%s', async (_what, filter, page, expected) => {
    expect(await explained(reports(), filter, page)).toMatchObject(expected);
  });

  it('merges branches that are in the requested order, and reads no more than it needs', async () => {
    const filter = { $or: [{ lab: 1 }, { lab: 5 }, { status: 2 }] };
    const page: Page = { sort: { at: -1 }, limit: 20 };
    const { stages, returned, docsExamined } = await explained(reports(), filter, page);
    expect(stages).toEqual(['LIMIT', 'FETCH', 'SORT_MERGE', 'IXSCAN', 'IXSCAN', 'IXSCAN']);
    expect(returned).toBe(20);
    expect(docsExamined).toBeLessThanOrEqual(23);
    const found = await reports().find(filter, page).toArray();
    expect(found).toEqual(await reports().find(scanned(filter), page).toArray());
  });

  it('is counted from the entries, each document once', async () => {
    const counted = await explainedCount(database.db, 'reports', labOrNumber);
    expect(counted).toMatchObject({ docsExamined: 0, keysExamined: 110, returned: 109 });
  });
});
