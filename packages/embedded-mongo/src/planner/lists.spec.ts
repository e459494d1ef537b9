import type { ClientSession, Filter, Sort } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scanned, TestDatabase } from '../testing/database.js';
import { explained, explainedCount, type Explained, type Page } from '../testing/explained.js';

/** The lists of a typical product: what they query, and what that costs. */
interface Report {
  _id: number;
  lab: number;
  status: string;
  at: Date;
  name: string;
  [field: string]: unknown;
}

const COUNT = 20_000;
const STATUSES = ['open', 'measured', 'done', 'cancelled'];
const day = (n: number): Date => new Date(Date.UTC(2026, 0, 1 + n));

const database = await TestDatabase.start();
afterAll(() => database.stop());
const reports = () => database.db.collection<Report>('reports');

beforeAll(async () => {
  await reports().createIndexes([
    { key: { lab: 1, status: 1, at: -1 } },
    { key: { lab: 1, at: -1 } },
    { key: { lab: 1, name: 1 } },
    { key: { number: 1 } },
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
      number: i,
      name: `${String.fromCharCode(97 + (i % 26))}${String.fromCharCode(97 + (Math.floor(i / 26) % 26))}-${i}`,
    })),
  );
});

const costs = (filter: Filter<Report>, page?: Page) => explained(reports(), filter, page);

describe('a page of 50', () => {
  it.each<[string, Filter<Report>]>([
    ['of two statuses', { lab: 1, status: { $in: ['open', 'done'] } }],
    ['of two laboratories', { $or: [{ lab: 1 }, { lab: 3 }] }],
    ['of two, each with its status', { $or: ['open', 'done'].map((status, i) => ({ lab: 1 + 2 * i, status })) }],
  ])('%s reads no more than it shows', async (_, filter) => {
    const page = { sort: { at: -1 }, limit: 50 } as const;
    const figures = await costs(filter, page);
    expect(figures.returned).toBe(50);
    expect(Math.max(figures.keysExamined, figures.docsExamined)).toBeLessThanOrEqual(51);
    const found = await reports().find(filter, page).toArray();
    const plain = await reports().find(scanned(filter), page).toArray();
    expect(found.map(({ at }) => at)).toEqual(plain.map(({ at }) => at));
  });

  it('with a negated status reads on until there are enough', async () => {
    const figures = await costs({ lab: 1, status: { $ne: 'open' } }, { sort: { at: -1 }, limit: 50 });
    expect(figures.returned).toBe(50);
    expect(figures.docsExamined).toBeLessThan(200);
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
    const { keysExamined, docsExamined } = await costs(filter, { sort, limit: 3, skip: half + 1 });
    expect([keysExamined, docsExamined]).toEqual([half + 1 + 3, 3]);

    await database.client.withSession(async (session) => {
      session.startTransaction();
      await reports().deleteOne({ _id: all[0]?._id ?? -1 }, { session });
      expect(await found(half, session)).toEqual(all.slice(half + 1, half + 4));
      await session.abortTransaction();
    });
  });
});

const OR = ['FETCH', 'OR', 'IXSCAN', 'IXSCAN'];
const labOrNumber = { $or: [{ lab: 3 }, { number: { $lt: 10 } }] };

describe('$or', () => {
  it.each<[what: string, filter: Filter<Report>, page: Page, expected: Partial<Explained>]>([
    [
      'reads each branch from its index, and each document once',
      labOrNumber,
      {},
      { stages: OR, returned: 5008, keysExamined: 5010, docsExamined: 5008 },
    ],
    [
      'combines its sibling conditions with each branch',
      { at: { $gte: day(990) }, $or: [{ lab: 1 }, { lab: 3 }] },
      {},
      { stages: OR, docsExamined: 100 },
    ],
    [
      'sorts if a branch is in another order',
      { $or: [{ lab: 1 }, { number: 7 }] },
      { sort: { at: 1 } },
      { stages: ['SORT', ...OR] },
    ],
    ['reads the collection if one branch has no index', scanned({ lab: 1 }), {}, { stages: ['COLLSCAN'] }],
  ])('%s', async (_what, filter, page, expected) => {
    expect(await costs(filter, page)).toMatchObject(expected);
  });

  it('is counted from the entries, each document once', async () => {
    const counted = await explainedCount(database.db, 'reports', labOrNumber);
    expect(counted).toMatchObject({ docsExamined: 0, keysExamined: 5010, returned: 5008 });
  });
});

describe('a search', () => {
  it('for many ids reads only those', async () => {
    const ids = Array.from({ length: 5000 }, (_, i) => i * 3);
    expect(await costs({ _id: { $in: ids } })).toMatchObject({ returned: 5000, docsExamined: 5000 });
  });

  it('for more values than there can be ranges reads one range and filters it', async () => {
    const ids = Array.from({ length: 10_001 }, (_, i) => 3 + i * 1.5);
    const figures = await costs({ _id: { $in: ids } });
    const expected = ids.filter((id) => Number.isInteger(id) && id < COUNT).length;
    expect(figures).toMatchObject({ stages: ['FETCH', 'IXSCAN'], returned: expected });
    expect(figures.keysExamined).toBeGreaterThan(expected);
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
        const { docsExamined, returned } = await explained(entries(), filter, { sort, limit });
        expect(docsExamined).toBeLessThanOrEqual(returned + held);
        const all = await entries().countDocuments(scanned(filter));
        expect(returned).toBe(limit === 0 ? all : Math.min(limit, all));
      }
    }
  });

  it.each(filters)('counts %s without reading a document', async (_, filter) => {
    const plain = await entries().countDocuments(scanned(filter));
    const counted = await explainedCount(database.db, 'entries', filter);
    expect(counted).toMatchObject({ docsExamined: 0, returned: plain });
  });

  it('reads documents if an entry cannot distinguish null from missing', async () => {
    const filter: Filter<Report> = { lab: 1, kind: null };
    const plain = await entries().find(scanned(filter)).toArray();
    expect(plain.length).toBeGreaterThan(100);
    const figures = await explained(entries(), filter);
    expect(figures).toMatchObject({ returned: plain.length, docsExamined: plain.length });
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
