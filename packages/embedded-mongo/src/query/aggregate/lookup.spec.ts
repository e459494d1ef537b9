import { BSONRegExp, Double, Int32, Long } from 'bson';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PipelineContext, runPipeline } from '../aggregate.js';
import type { Document } from '../bson.js';
import { compileFilter } from '../match.js';
import { MongoError } from '../error.js';
import { runs } from '../../testing/effort.js';

const now = new Date(0);

/** A context whose other collection can only be read through filters, as if every field had an index. */
function indexed(docs: readonly Document[], asked: Document[] = []): PipelineContext {
  return {
    now,
    collection: () => {
      throw new Error('all documents were read');
    },
    find: (_, filter) => {
      asked.push(filter);
      return docs.filter(compileFilter(filter));
    },
  };
}

const scalar = fc.constantFrom<unknown>(
  null,
  new Int32(1),
  new Double(1),
  Long.fromNumber(2),
  'a',
  new BSONRegExp('^a'),
  { b: new Int32(1) },
  { b: 'a' },
);
const held = fc.oneof({ arbitrary: scalar, weight: 3 }, fc.array(scalar, { maxLength: 3 }), fc.constant(undefined));
const documents = fc.array(
  held.map((k): Document => (k === undefined ? {} : { k })),
  { minLength: 1, maxLength: 8 },
);

const joins: Document[] = [
  { from: 'x', localField: 'k', foreignField: 'k', as: 'found' },
  { from: 'x', localField: 'k.b', foreignField: 'k.b', as: 'found' },
  { from: 'x', localField: 'k', foreignField: 'k', pipeline: [{ $match: { n: { $gte: 2 } } }], as: 'found' },
  { from: 'x', let: { v: '$k' }, pipeline: [{ $match: { $expr: { $eq: ['$k', '$$v'] } } }], as: 'found' },
  { from: 'x', let: { v: '$k.b' }, pipeline: [{ $match: { $expr: { $eq: ['$$v', '$k.b'] } } }], as: 'found' },
  {
    from: 'x',
    let: { v: '$k' },
    pipeline: [{ $match: { n: { $lt: 5 }, $expr: { $and: [{ $eq: ['$k', '$$v'] }, { $gt: ['$n', 1] }] } } }],
    as: 'found',
  },
];

describe('$lookup by an index', () => {
  it('finds the same as without an index', () => {
    fc.assert(
      fc.property(documents, documents, fc.constantFrom(...joins), (local, foreign, join) => {
        const numbered = foreign.map((doc, n) => ({ ...doc, n }));
        const pipeline = [{ $lookup: join }];
        const asked: Document[] = [];
        const plain = [...runPipeline(pipeline, local, { now, collection: () => numbered })];
        const withIndex =
          join.localField === undefined
            ? [...runPipeline(pipeline, local, { ...indexed(numbered, asked), collection: () => numbered })]
            : [...runPipeline(pipeline, local, indexed(numbered, asked))];
        const inOrder = (results: Document[]): unknown[] =>
          results.map(({ found }) => (found as { n: number }[]).map(({ n }) => n).sort((a, b) => a - b));
        expect(inOrder(withIndex)).toEqual(inOrder(plain));
      }),
      runs(500),
    );
  });

  it('searches for the values of a document, and treats a regular expression as a value', () => {
    const asked: Document[] = [];
    const join = { from: 'x', localField: 'k', foreignField: 'f', as: 'found' };
    const pattern = new BSONRegExp('^a');
    const result = runPipeline([{ $lookup: join }], [{ k: pattern }, { k: [1, 2] }], indexed([{ f: 'abc' }], asked));
    expect([...result].map(({ found }): unknown => found)).toEqual([[], []]);
    expect(asked).toEqual([{ f: { $eq: pattern } }, { $or: [{ f: { $eq: 1 } }, { f: { $eq: 2 } }] }]);
  });

  it('combines the leading conditions of a pipeline with the value of its variable', () => {
    const asked: Document[] = [];
    const match = { open: true, $expr: { $eq: ['$lab', '$$lab'] } };
    const join = { from: 'x', let: { lab: '$_id' }, pipeline: [{ $match: match }, { $count: 'n' }], as: 'found' };
    const reports = [
      { lab: 1, open: true },
      { lab: 1, open: false },
      { lab: 2, open: true },
    ];
    expect([...runPipeline([{ $lookup: join }], [{ _id: 1 }], indexed(reports, asked))]).toEqual([
      { _id: 1, found: [{ n: new Int32(1) }] },
    ]);
    expect(asked).toEqual([{ $and: [{ open: true }, { lab: { $eq: 1 } }] }]);
  });
});

describe('$unionWith', () => {
  it('searches with the conditions of its leading $match', () => {
    const asked: Document[] = [];
    const union = { coll: 'x', pipeline: [{ $match: { n: { $gt: 1 }, $expr: { $eq: ['$a', 2] } } }] };
    const docs = [
      { n: 1, a: 2 },
      { n: 2, a: 2 },
      { n: 3, a: 3 },
    ];
    expect([...runPipeline([{ $unionWith: union }], [], indexed(docs, asked))]).toEqual([{ n: 2, a: 2 }]);
    expect(asked).toEqual([{ $and: [{ n: { $gt: 1 } }, { a: { $eq: 2 } }] }]);
  });
});

describe('the memory of a pipeline', () => {
  const docs = Array.from({ length: 5000 }, (_, i) => ({ _id: i, text: 'x'.repeat(100) }));
  const failure = (...pipeline: Document[]): unknown => {
    try {
      const context = { now, collection: () => docs, memoryLimit: 100_000 };
      return [...runPipeline(pipeline, docs, context)];
    } catch (error) {
      return error instanceof MongoError ? error.code : error;
    }
  };

  it('is limited: exceeding it is an error and does not end the process', () => {
    expect(failure({ $sort: { text: 1 } })).toBe(292);
    expect(failure({ $sort: { text: 1 } }, { $limit: 4000 })).toBe(292);
    expect(failure({ $group: { _id: '$_id' } })).toBe(292);
    expect(failure({ $group: { _id: null, all: { $push: '$text' } } })).toBe(292);
    expect(failure({ $bucketAuto: { groupBy: '$_id', buckets: 2 } })).toBe(292);
    expect(failure({ $facet: { a: [{ $limit: 1 }] } })).toBe(292);
    expect(failure({ $limit: 1 }, { $lookup: { from: 'x', pipeline: [], as: 'all' } })).toBe(292);
  });

  it('suffices for stages that keep little of a large input', () => {
    expect(failure({ $sort: { _id: -1 } }, { $limit: 1 })).toEqual([docs[4999]]);
    expect(failure({ $group: { _id: null, n: { $sum: 1 } } })).toEqual([{ _id: null, n: new Int32(5000) }]);
    expect(failure({ $unionWith: 'x' }, { $count: 'n' })).toEqual([{ n: new Int32(10_000) }]);
  });
});
