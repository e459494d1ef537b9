import { Int32 } from 'bson';
import { describe, expect, it } from 'vitest';
import type { Document } from '../bson.js';
import { MongoError } from '../error.js';
import { contextOf, runPipeline } from '../testing/run.js';

describe('the memory of a pipeline', () => {
  const docs = Array.from({ length: 5000 }, (_, i) => ({ _id: i, text: 'x'.repeat(100) }));
  const failure = (...pipeline: Document[]): unknown => {
    try {
      return [...runPipeline(pipeline, docs, contextOf({ x: docs }, 100_000))];
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
