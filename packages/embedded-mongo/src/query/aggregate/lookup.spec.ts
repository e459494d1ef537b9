import { Double, Int32, Long } from 'bson';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PipelineContext, runPipeline } from '../aggregate.js';
import type { Document } from '../bson.js';
import { compileFilter } from '../filter.js';
import { MongoError } from '../error.js';
import { runs } from '../../testing/effort.js';

/** A context whose other collection can only be read through filters, as if every field had an index. */
function indexed(docs: readonly Document[], asked: Document[] = []): PipelineContext {
  return {
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
];

describe('$lookup by an index', () => {
  it('finds the same as without an index', () => {
    fc.assert(
      fc.property(documents, documents, fc.constantFrom(...joins), (local, foreign, join) => {
        const numbered = foreign.map((doc, n) => ({ ...doc, n }));
        const pipeline = [{ $lookup: join }];
        const plain = [...runPipeline(pipeline, local, { collection: () => numbered })];
        const withIndex = [...runPipeline(pipeline, local, indexed(numbered))];
        const inOrder = (results: Document[]): unknown[] =>
          results.map(({ found }) => (found as { n: number }[]).map(({ n }) => n).sort((a, b) => a - b));
        expect(inOrder(withIndex)).toEqual(inOrder(plain));
      }),
      runs(500),
    );
  });

  it('searches for the values of a document', () => {
    const asked: Document[] = [];
    const join = { from: 'x', localField: 'k', foreignField: 'f', as: 'found' };
    const result = runPipeline([{ $lookup: join }], [{ k: 'a' }, { k: [1, 2] }], indexed([{ f: 'a' }], asked));
    expect([...result].map(({ found }): unknown => found)).toEqual([[{ f: 'a' }], []]);
    expect(asked).toEqual([{ f: { $eq: 'a' } }, { f: { $in: [1, 2] } }]);
  });
});

describe('the memory of a pipeline', () => {
  const docs = Array.from({ length: 5000 }, (_, i) => ({ _id: i, text: 'x'.repeat(100) }));
  const failure = (...pipeline: Document[]): unknown => {
    try {
      const context = { collection: () => docs, memoryLimit: 100_000 };
      return [...runPipeline(pipeline, docs, context)];
    } catch (error) {
      return error instanceof MongoError ? error.code : error;
    }
  };

  it('is limited: exceeding it is an error and does not end the process', () => {
    expect(failure({ $sort: { text: 1 } })).toBe(292);
    expect(failure({ $sort: { text: 1 } }, { $limit: 4000 })).toBe(292);
    expect(failure({ $group: { _id: '$_id' } })).toBe(292);
    expect(
      failure({ $limit: 1 }, { $lookup: { from: 'x', localField: 'none', foreignField: 'none', as: 'all' } }),
    ).toBe(292);
  });

  it('suffices for stages that keep little of a large input', () => {
    expect(failure({ $sort: { _id: -1 } }, { $limit: 1 })).toEqual([docs[4999]]);
    expect(failure({ $group: { _id: null, n: { $sum: 1 } } })).toEqual([{ _id: null, n: new Int32(5000) }]);
    expect(failure({ $match: {} }, { $count: 'n' })).toEqual([{ n: new Int32(5000) }]);
  });
});
