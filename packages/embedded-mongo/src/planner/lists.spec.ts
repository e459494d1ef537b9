import type { ClientSession, Document, Filter, Sort } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scanned, TestDatabase } from '../testing/database.js';

/** The lists of a typical product: what they query, and what that costs. */
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

interface ExecutionStats {
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
  await database.db
    .collection('entries')
    .createIndexes([
      { key: { lab: 1, at: -1, _id: 1, status: 1, 'by.id': -1, kind: 1 } },
      { key: { lab: 1, status: 1, at: -1, _id: 1, 'by.id': -1, kind: 1 } },
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

async function costs(filter: Filter<Report>, sort: Sort = {}, limit = 0, skip = 0): Promise<ExecutionStats> {
  const cursor = reports().find(filter).sort(sort).limit(limit).skip(skip);
  const { executionStats } = (await cursor.explain('executionStats')) as { executionStats: ExecutionStats };
  return executionStats;
}

describe('a page of 50', () => {
  it.each<[string, Filter<Report>, Sort, number, number]>([
    ['of two statuses', { lab: 1, status: { $in: ['open', 'done'] } }, { at: -1 }, 51, 51],
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
    const plain = await reports().find(scanned(filter)).sort(sort).limit(50).toArray();
    expect(found.map(({ at }) => at)).toEqual(plain.map(({ at }) => at));
  });

  it('with a negated status reads on until there are enough', async () => {
    const figures = await costs({ lab: 1, status: { $ne: 'open' } }, { at: -1 }, 50);
    expect(figures.nReturned).toBe(50);
    expect(figures.totalDocsExamined).toBeLessThan(200);
  });

  it('far from the first skips entries, not documents', async () => {
    const figures = await costs({ lab: 1 }, { at: -1 }, 50, 4000);
    expect(figures).toMatchObject({ nReturned: 50, totalKeysExamined: 4050, totalDocsExamined: 50 });
    const page = await reports().find({ lab: 1 }).sort({ at: -1 }).skip(4000).limit(50).toArray();
    const all = await reports().find({ lab: 1 }).sort({ at: -1 }).toArray();
    expect(page).toEqual(all.slice(4000, 4050));
  });

  const several = { lab: { $in: [0, 2] }, status: 'open' };
  it.each<[string, Filter<Report>, Sort]>([
    ['one range', { lab: 1 }, { at: -1 }],
    ['one range, backwards', { lab: 1 }, { at: 1 }],
    ['several ranges', several, { lab: 1, status: 1, at: -1 }],
    ['several ranges, backwards', several, { lab: -1, status: -1, at: 1 }],
  ])('begins after the entries it skips: %s', async (_, filter, sort) => {
    const found = (skip: number, session?: ClientSession) => {
      const options = session ? { session } : {};
      return reports().find(filter, options).sort(sort).skip(skip).limit(3).toArray();
    };
    const all = await reports().find(filter).sort(sort).toArray();
    const half = all.length / 2;
    for (const skip of [1, 15, 16, 512, half - 1, half, half + 1, all.length - 2, all.length, all.length + 1]) {
      expect(await found(skip)).toEqual(all.slice(skip, skip + 3));
    }
    const { totalKeysExamined } = await costs(filter, sort, 3, half + 1);
    expect(totalKeysExamined).toBe(half + 1 + 3);

    await database.client.withSession(async (session) => {
      session.startTransaction();
      await reports().deleteOne({ _id: all[0]?._id ?? -1 }, { session });
      expect(await found(half, session)).toEqual(all.slice(half + 1, half + 4));
      await session.abortTransaction();
    });
  });
});

describe('a search', () => {
  it('for many ids reads only those', async () => {
    const ids = Array.from({ length: 5000 }, (_, i) => i * 3);
    expect(await costs({ _id: { $in: ids } })).toMatchObject({ nReturned: 5000, totalDocsExamined: 5000 });
  });

  it('for more values than there can be ranges reads one range and filters it', async () => {
    const ids = Array.from({ length: 10_001 }, (_, i) => 3 + i * 1.5);
    const figures = await costs({ _id: { $in: ids } });
    const expected = ids.filter((id) => Number.isInteger(id) && id < COUNT).length;
    expect(figures.nReturned).toBe(expected);
    expect(figures.totalKeysExamined).toBeGreaterThan(expected);
    expect(figures.executionStages.inputStage?.stage).toBe('IXSCAN');
    expect(await reports().countDocuments({ _id: { $in: ids } })).toBe(expected);
  });
});

describe('an index that contains the other fields of a query', () => {
  const entries = () => database.db.collection<Report>('entries');
  const kinds = ['income', 'expense', 'refund', 'other', null];

  beforeAll(async () => {
    await entries().insertMany(
      Array.from({ length: 5000 }, (_, i) => ({
        _id: i,
        lab: i % 3,
        status: STATUSES[Math.floor(i / 3) % 4] ?? '',
        at: day((i * 7919) % 500),
        name: `entry ${i}`,
        by: { id: (i * 31) % 17 },
        ...(i % 50 === 0 ? {} : { kind: kinds[(i * 13) % 5] }),
      })),
    );
  });

  const filters: [string, Filter<Report>][] = [
    ['a kind', { lab: 1, kind: 'refund' }],
    ['two kinds', { lab: 1, kind: { $in: ['refund', 'income'] } }],
    ['a kind, in a range of days', { lab: 1, kind: 'expense', at: { $gte: day(100), $lt: day(300) } }],
    ['somebody, of a descending field', { lab: 1, 'by.id': 3 }],
    ['a range of a descending field', { lab: 1, 'by.id': { $gt: 3, $lte: 6 } }],
    ['a status, kind and person', { lab: 1, status: 'done', kind: 'other', 'by.id': { $in: [1, 4, 9] } }],
    ['two statuses and a kind', { lab: 1, status: { $in: ['done', 'open'] }, kind: 'other' }],
    ['conditions that stand in an $and', { $and: [{ lab: 1 }, { kind: 'refund', 'by.id': { $lt: 9 } }] }],
    ['conditions that exclude each other', { $and: [{ lab: 1, kind: 'refund' }, { kind: 'income' }] }],
  ];

  it.each(filters)('finds %s without reading documents that do not match', async (_, filter) => {
    // A merge holds one result of each branch that it has not returned yet.
    const held = typeof filter.status === 'object' ? 1 : 0;
    const sorts: Sort[] = [{ at: -1 }, { at: 1 }, {}];
    for (const sort of sorts) {
      for (const limit of [0, 20]) {
        const cursor = () => entries().find(filter).sort(sort).limit(limit);
        const { executionStats } = (await cursor().explain('executionStats')) as { executionStats: ExecutionStats };
        expect(executionStats.totalDocsExamined).toBeLessThanOrEqual(executionStats.nReturned + held);
        const plain = await entries().find(scanned(filter)).toArray();
        expect(executionStats.nReturned).toBe(limit === 0 ? plain.length : Math.min(limit, plain.length));
        const found = await cursor().toArray();
        if (limit === 0) expect(found.map(({ _id }) => _id).sort()).toEqual(plain.map(({ _id }) => _id).sort());
      }
    }
  });

  it.each(filters)('counts %s without reading a document', async (_, filter) => {
    const command = { explain: { count: 'entries', query: filter }, verbosity: 'executionStats' };
    const { executionStats } = (await database.db.command(command)) as { executionStats: ExecutionStats };
    expect(executionStats.totalDocsExamined).toBe(0);
    const plain = await entries().countDocuments(scanned(filter));
    expect(await entries().countDocuments(filter)).toBe(plain);
  });

  it('reads documents if an entry cannot distinguish null from missing', async () => {
    const filter: Filter<Report> = { lab: 1, kind: null };
    const plain = await entries().find(scanned(filter)).toArray();
    expect(plain.length).toBeGreaterThan(100);
    const figures = await (async () => {
      const { executionStats } = (await entries().find(filter).explain('executionStats')) as {
        executionStats: ExecutionStats;
      };
      return executionStats;
    })();
    expect(figures).toMatchObject({ nReturned: plain.length, totalDocsExamined: plain.length });
    expect(await entries().countDocuments({ lab: 1, kind: { $exists: false } })).toBe(
      plain.filter((entry) => !('kind' in entry)).length,
    );
  });

  it('is correct about concurrent writes while a cursor is open, including arrays', async () => {
    const cursor = entries().find({ lab: 2, kind: 'refund' }).sort({ at: 1 }).batchSize(10);
    const first = await cursor.next();
    expect(first?.kind).toBe('refund');
    const last = { _id: 100_000, lab: 2, status: 'open', at: day(9000), name: 'late', kind: ['other', 'refund'] };
    await entries().insertOne(last);
    const rest = await cursor.toArray();
    expect(rest.every(({ kind }) => kind === 'refund' || Array.isArray(kind))).toBe(true);
    const all = await entries().find({ lab: 2, kind: 'refund' }).toArray();
    expect(all.map(({ _id }) => _id)).toContain(last._id);
  });
});
