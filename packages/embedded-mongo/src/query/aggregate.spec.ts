import { describe, expect, it } from 'vitest';
import { compilePipeline, runPipeline } from './aggregate.js';
import type { Document } from './bson.js';
import { numbered } from './cases/case.js';
import { joinCases, pipelineRefusals, shapeCases } from './cases/pipeline.js';
import { groupCases } from './cases/pipeline-group.js';
import { unsupportedPipelines } from './cases/unsupported.js';
import { check, overWire } from './testing/run.js';

const now = new Date('2024-05-06T07:08:09Z');
const nothing = (): Document[] => [];

describe('runPipeline', () => {
  it.each([...groupCases, ...shapeCases, ...joinCases, ...pipelineRefusals, ...unsupportedPipelines])(
    '$name',
    ({ docs, pipeline, collections = {}, expected }) => {
      const wired = overWire({ docs: numbered(docs), pipeline, collections });
      const context = { now, collection: (name: string) => wired.collections[name] ?? [] };
      check(() => [...runPipeline(wired.pipeline, wired.docs, context)], expected);
    },
  );

  it('reads no more than requested', () => {
    let read = 0;
    function* source(): Iterable<Document> {
      for (;;) yield { _id: read++ };
    }
    const result = runPipeline([{ $match: {} }, { $limit: 3 }], source(), { now, collection: nothing });
    expect([...result]).toHaveLength(3);
    expect(read).toBe(3);
  });

  it('knows the command’s time and variables, also in nested pipelines', () => {
    const pipeline = [{ $lookup: { from: 'x', pipeline: [{ $set: { a: '$$n', at: '$$NOW' } }], as: 'x' } }];
    const run = compilePipeline(pipeline, { now, collection: () => [{ _id: 1 }], variables: { n: 5 } });
    expect([...run([{}])]).toEqual([{ x: [{ _id: 1, a: 5, at: now }] }]);
  });

  it('runs a compiled pipeline again without state from the previous run', () => {
    const run = compilePipeline([{ $group: { _id: null, n: { $sum: 1 } } }, { $limit: 1 }], {
      now,
      collection: nothing,
    });
    expect([...run([{}, {}])]).toEqual([...run([{}, {}])]);
  });
});
