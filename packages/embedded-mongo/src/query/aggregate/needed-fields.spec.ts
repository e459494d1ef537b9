import { describe, expect, it } from 'vitest';
import { type Document, encode } from '../bson.js';
import { groupCases } from '../testing/cases/pipeline.js';
import { numbered } from '../testing/cases/case.js';
import { partialDecoder } from '../partial.js';
import { contextOf, overWire, runPipeline } from '../testing/run.js';
import { neededFields } from './needed-fields.js';

const fieldsOf = (...pipeline: Document[]): string[] | undefined => {
  const fields = neededFields(pipeline);
  return fields && [...fields].sort();
};

describe('neededFields', () => {
  it('returns the fields that a pipeline reads before it groups', () => {
    expect(fieldsOf({ $count: 'n' })).toEqual([]);
    expect(
      fieldsOf(
        { $match: { 'a.b': 1, $or: [{ c: { $gt: 1 } }, { 'd.e': 1 }] } },
        { $sort: { f: 1 } },
        { $group: { _id: { x: '$g' }, n: { $sum: { $cond: ['$h', { $literal: 1 }, 0] } } } },
        { $match: { later: 1 } },
      ),
    ).toEqual(['a', 'c', 'd', 'f', 'g', 'h']);
  });

  it('returns undefined if whole documents are read', () => {
    expect(fieldsOf({ $match: { a: 1 } })).toBeUndefined();
    expect(fieldsOf({ $project: { a: 1 } }, { $count: 'n' })).toBeUndefined();
  });

  it.each(groupCases.filter(([, , pipeline]) => neededFields(pipeline)))(
    'tells enough: %s',
    (_name, docs, pipeline, _expected, collections = {}) => {
      const wired = overWire({ docs: numbered(docs), pipeline, collections });
      const read = partialDecoder(neededFields(wired.pipeline) ?? new Set());
      const parts = wired.docs.map((doc) => read(Buffer.from(encode(doc))));
      const run = (source: Document[]): unknown => {
        try {
          return [...runPipeline(wired.pipeline, source, contextOf(wired.collections))];
        } catch (error) {
          return error;
        }
      };
      expect(run(parts)).toEqual(run(wired.docs));
    },
  );
});
