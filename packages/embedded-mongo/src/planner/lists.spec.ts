import type { Document, Filter, Sort } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestDatabase } from '../testing/database.js';

/** The lists of a shop's product: what they ask for, and what that costs. */
interface Report {
  _id: number;
  lab: number;
  status: string;
  at: Date;
  name: string;
  [field: string]: unknown;
}

interface Stage extends Document {
  stage: string;
  inputStage?: Stage;
}

interface Figures {
  nReturned: number;
  totalKeysExamined: number;
  totalDocsExamined: number;
  executionStages: Stage;
}

const COUNT = 20_000;
const STATUSES = ['open', 'measured', 'done', 'cancelled'];
const day = (n: number): Date => new Date(Date.UTC(2026, 0, 1 + n));

let database: TestDatabase;
const reports = () => database.db.collection<Report>('reports');

beforeAll(async () => {
  database = await TestDatabase.start();
  await reports().createIndexes([
    { key: { lab: 1, status: 1, at: -1 } },
    { key: { lab: 1, at: -1 } },
    { key: { lab: 1, name: 1 } },
  ]);
  await reports().insertMany(
    Array.from({ length: COUNT }, (_, i) => ({
      _id: i,
      lab: i % 4,
      status: STATUSES[Math.floor(i / 4) % 4] ?? '',
      at: day((i * 7919) % 1000),
      name: `${String.fromCharCode(97 + (i % 26))}${String.fromCharCode(97 + (Math.floor(i / 26) % 26))}-${i}`,
    })),
  );
});
afterAll(() => database.stop());

async function costs(filter: Filter<Report>, sort: Sort = {}, limit = 0, skip = 0): Promise<Figures> {
  const cursor = reports().find(filter).sort(sort).limit(limit).skip(skip);
  const { executionStats } = (await cursor.explain('executionStats')) as { executionStats: Figures };
  return executionStats;
}

describe('a page of 50', () => {
  it.each<[string, Filter<Report>, Sort, number, number]>([
    ['of one laboratory, the newest first', { lab: 1 }, { at: -1 }, 50, 50],
    ['of one laboratory, the oldest first', { lab: 1 }, { at: 1 }, 50, 50],
    ['of one status', { lab: 1, status: 'open' }, { at: -1 }, 50, 50],
    ['of two statuses', { lab: 1, status: { $in: ['open', 'done'] } }, { at: -1 }, 51, 51],
    ['of a stretch of days', { lab: 1, at: { $gte: day(200), $lt: day(300) } }, { at: -1 }, 50, 50],
    ['of a status in a stretch of days', { lab: 1, status: 'done', at: { $gte: day(200) } }, { at: 1 }, 50, 50],
    ['of two laboratories', { $or: [{ lab: 1 }, { lab: 3 }] }, { at: -1 }, 51, 51],
    [
      'of two laboratories, each with its status',
      {
        $or: [
          { lab: 1, status: 'open' },
          { lab: 3, status: 'done' },
        ],
      },
      { at: -1 },
      51,
      51,
    ],
  ])('%s reads no more than it shows', async (_, filter, sort, keys, docs) => {
    const figures = await costs(filter, sort, 50);
    expect(figures.nReturned).toBe(50);
    expect(figures.totalKeysExamined).toBeLessThanOrEqual(keys);
    expect(figures.totalDocsExamined).toBeLessThanOrEqual(docs);
    const found = await reports().find(filter).sort(sort).limit(50).toArray();
    const plain = await reports().find(filter).hint({ $natural: 1 }).sort(sort).limit(50).toArray();
    expect(found.map(({ at }) => at)).toEqual(plain.map(({ at }) => at));
  });

  it('of those that are not in a status reads on until there are enough', async () => {
    const figures = await costs({ lab: 1, status: { $ne: 'open' } }, { at: -1 }, 50);
    expect(figures.nReturned).toBe(50);
    expect(figures.totalDocsExamined).toBeLessThan(200);
  });

  it('far behind the first passes over entries, not over documents', async () => {
    const figures = await costs({ lab: 1 }, { at: -1 }, 50, 4000);
    expect(figures).toMatchObject({ nReturned: 50, totalKeysExamined: 4050, totalDocsExamined: 50 });
    const page = await reports().find({ lab: 1 }).sort({ at: -1 }).skip(4000).limit(50).toArray();
    const all = await reports().find({ lab: 1 }).sort({ at: -1 }).toArray();
    expect(page).toEqual(all.slice(4000, 4050));
  });
});

describe('a search', () => {
  it('by the beginning of a name reads only what begins so', async () => {
    const figures = await costs({ lab: 1, name: /^bc/ }, { name: 1 });
    expect(figures.nReturned).toBe(await reports().countDocuments({ lab: 1, name: { $gte: 'bc', $lt: 'bd' } }));
    expect(figures.nReturned).toBeGreaterThan(0);
    expect(figures.totalDocsExamined).toBe(figures.nReturned);
  });

  it('for many identities reads those', async () => {
    const ids = Array.from({ length: 5000 }, (_, i) => i * 3);
    expect(await costs({ _id: { $in: ids } })).toMatchObject({ nReturned: 5000, totalDocsExamined: 5000 });
  });

  it('for more values than there can be stretches reads a range, and tells them apart', async () => {
    const ids = Array.from({ length: 10_001 }, (_, i) => 3 + i * 1.5);
    const figures = await costs({ _id: { $in: ids } });
    const expected = ids.filter((id) => Number.isInteger(id) && id < COUNT).length;
    expect(figures.nReturned).toBe(expected);
    expect(figures.totalKeysExamined).toBeGreaterThan(expected);
    expect(figures.executionStages.inputStage?.stage).toBe('IXSCAN');
    expect(await reports().countDocuments({ _id: { $in: ids } })).toBe(expected);
  });
});
