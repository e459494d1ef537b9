import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Document, Filter, IndexDescription, Sort } from 'mongodb';
import { scanned, TestDatabase } from '../testing/database.js';
import { runs } from '../testing/effort.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await TestDatabase.start();
});
afterAll(() => database.stop());
beforeEach(() => database.db.dropDatabase());

interface Report {
  _id: number;
  [field: string]: unknown;
}

interface Stage extends Document {
  stage: string;
  inputStage?: Stage;
  inputStages?: Stage[];
}

interface Explained {
  executionStats: {
    nReturned: number;
    totalKeysExamined: number;
    totalDocsExamined: number;
    executionStages: Stage;
  };
}

const reports = () => database.db.collection<Report>('reports');

async function explain(filter: Filter<Report>, sort: Sort = {}, limit = 0): Promise<Explained['executionStats']> {
  const explained = (await reports().find(filter).sort(sort).limit(limit).explain('executionStats')) as Explained;
  return explained.executionStats;
}

function stagesOf(stage: Stage): string[] {
  const inputs = [...(stage.inputStage ? [stage.inputStage] : []), ...(stage.inputStages ?? [])];
  return [stage.stage, ...inputs.flatMap(stagesOf)];
}

describe('$or', () => {
  beforeEach(async () => {
    await reports().createIndexes([
      { key: { lab: 1, at: -1 } },
      { key: { number: 1 } },
      { key: { status: 1, at: -1 } },
    ]);
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

  it('reads each branch from its index, and each document once', async () => {
    const filter = { $or: [{ lab: 3 }, { number: { $lt: 10 } }] };
    const { executionStages, ...figures } = await explain(filter);
    expect(stagesOf(executionStages)).toEqual(['FETCH', 'OR', 'IXSCAN', 'IXSCAN']);
    expect(figures).toMatchObject({ nReturned: 109, totalKeysExamined: 110, totalDocsExamined: 109 });
    const found = await reports().find(filter).toArray();
    expect(new Set(found.map(({ _id }) => _id)).size).toBe(109);
    expect(found.every(({ lab, number }) => lab === 3 || Number(number) < 10)).toBe(true);
  });

  it('combines its sibling conditions with each branch', async () => {
    const filter = { status: 1, $and: [{ at: { $gte: 800 } }, { $or: [{ lab: 1 }, { lab: 5 }] }] };
    const { executionStages, ...figures } = await explain(filter);
    expect(stagesOf(executionStages)).toEqual(['FETCH', 'OR', 'IXSCAN', 'IXSCAN']);
    expect(figures.totalDocsExamined).toBe(40);
    const expected = (await reports().find().toArray()).filter(
      ({ status, at, lab }) => status === 1 && Number(at) >= 800 && (lab === 1 || lab === 5),
    );
    expect(expected.length).toBeGreaterThan(5);
    expect(figures.nReturned).toBe(expected.length);
  });

  it('merges branches that are in the requested order, and reads no more than it needs', async () => {
    const filter = { $or: [{ lab: 1 }, { lab: 5 }, { status: 2 }] };
    const { executionStages, ...figures } = await explain(filter, { at: -1 }, 20);
    expect(stagesOf(executionStages)).toEqual(['LIMIT', 'FETCH', 'SORT_MERGE', 'IXSCAN', 'IXSCAN', 'IXSCAN']);
    expect(figures.nReturned).toBe(20);
    expect(figures.totalDocsExamined).toBeLessThanOrEqual(23);
    const found = await reports().find(filter).sort({ at: -1 }).limit(20).toArray();
    const all = await reports().find(scanned(filter)).sort({ at: -1 }).limit(20).toArray();
    expect(found).toEqual(all);
  });

  it('sorts if a branch is in another order', async () => {
    const { executionStages } = await explain({ $or: [{ lab: 1 }, { number: 7 }] }, { at: 1 });
    expect(stagesOf(executionStages)).toEqual(['SORT', 'FETCH', 'OR', 'IXSCAN', 'IXSCAN']);
  });

  it('reads the collection if one branch has no index', async () => {
    const { executionStages } = await explain({ $or: [{ lab: 1 }, { text: 'x' }] });
    expect(stagesOf(executionStages)).toEqual(['COLLSCAN']);
  });

  it('uses its indexes for count, and finds what distinct, update and delete ask for', async () => {
    const filter = { $or: [{ lab: 3 }, { number: { $lt: 10 } }] };
    expect(await reports().countDocuments(filter)).toBe(109);
    expect(await reports().distinct('lab', filter)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const counted = (await database.db.command({
      explain: { count: 'reports', query: filter },
      verbosity: 'executionStats',
    })) as Explained;
    expect(counted.executionStats).toMatchObject({ totalDocsExamined: 0, totalKeysExamined: 110 });
    expect(
      await database.db
        .collection<{ number: number; lab: number }>('reports')
        .updateMany(filter, { $inc: { number: 5000, lab: 100 } }),
    ).toMatchObject({
      matchedCount: 109,
      modifiedCount: 109,
    });
    expect(await reports().deleteMany({ $or: [{ lab: { $gte: 100 } }, { number: 5 }] })).toMatchObject({
      deletedCount: 109,
    });
    expect(await reports().countDocuments()).toBe(891);
  });
});

const scalar = fc.constantFrom<unknown>(null, 0, 1, 2, 'a', 'b');
const single = fc.oneof({ arbitrary: scalar, weight: 4 }, fc.constant(undefined));
const several = fc.oneof(single, fc.array(scalar, { maxLength: 3 }));
const flat = fc.record({ a: single, b: single, c: single });
// At most one field of a document is an array: a compound index allows no more.
const nested = fc.oneof(
  flat,
  fc.record({ a: several, b: single, c: single }),
  fc.record({ a: single, b: several, c: single }),
);
const documents = fc.oneof(
  fc.array(flat, { minLength: 5, maxLength: 40 }),
  fc.array(nested, { minLength: 5, maxLength: 40 }),
);
const condition = fc.oneof(
  scalar,
  fc.record({ $in: fc.array(scalar, { minLength: 1, maxLength: 3 }) }),
  fc.record({ $gte: scalar }),
  fc.record({ $lt: fc.constantFrom(1, 2, 'b') }),
  fc.record({ $exists: fc.boolean() }),
);
const conditions = fc.dictionary(fc.constantFrom('a', 'b', 'c'), condition, { minKeys: 1, maxKeys: 2 });
const disjunction = fc.record({ $or: fc.array(conditions, { minLength: 1, maxLength: 4 }) });
const filter = fc.oneof(
  disjunction,
  fc.tuple(conditions, disjunction).map(([plain, or]) => ({ ...plain, ...or })),
  fc.tuple(conditions, disjunction, disjunction).map((all) => ({ $and: all })),
  conditions,
);
const order = fc.constantFrom<Record<string, 1 | -1>>({ b: 1 }, { b: -1 }, { a: 1, b: 1 }, { c: 1, b: -1 });
const indexes = fc.constantFrom<IndexDescription[]>(
  [{ key: { a: 1, b: 1 } }, { key: { b: 1 } }, { key: { c: 1, b: -1 } }],
  [{ key: { a: 1 }, sparse: true }, { key: { b: 1, a: -1 } }, { key: { c: 1 }, sparse: true }],
  [
    { key: { a: 1, b: 1 }, partialFilterExpression: { c: { $gte: 1 } } },
    { key: { b: 1 } },
    { key: { c: 1 }, partialFilterExpression: { a: { $exists: true } } },
  ],
);

describe('a result with indexes', () => {
  it('equals the result without', async () => {
    await fc.assert(
      fc.asyncProperty(documents, filter, order, indexes, async (docs, query, sort, specifications) => {
        const collection = database.db.collection<Report>('property');
        await collection.drop();
        await collection.insertMany(docs.map((doc, _id) => ({ _id, ...doc })));
        await collection.createIndexes(specifications);
        const wanted = query as Filter<Report>;
        const plain = await collection.find(scanned(wanted)).toArray();
        const ids = plain.map(({ _id }) => _id);
        const found = await collection.find(wanted).toArray();
        expect(found.map(({ _id }) => _id).sort((a, b) => a - b)).toEqual(ids);
        expect(await collection.countDocuments(wanted)).toBe(ids.length);
        const sorted = await collection
          .find(wanted)
          .sort({ ...sort, _id: 1 })
          .toArray();
        expect(sorted).toEqual(
          await collection
            .find(scanned(wanted))
            .sort({ ...sort, _id: 1 })
            .toArray(),
        );
        const keys = await collection.aggregate([{ $match: wanted }, { $sort: sort }, { $limit: 5 }]).toArray();
        const model = await collection.find(scanned(wanted)).sort(sort).limit(5).toArray();
        const fields = Object.keys(sort);
        const keyOf = (document: Document): unknown[] => fields.map((field) => document[field] as unknown);
        if (docs.every((doc) => !Object.values(doc).some(Array.isArray))) {
          expect(keys.map((document) => keyOf(document).map((value) => value ?? null))).toEqual(
            model.map((document) => keyOf(document).map((value) => value ?? null)),
          );
        }
        expect(keys).toHaveLength(model.length);
      }),
      runs(200),
    );
  });
});
