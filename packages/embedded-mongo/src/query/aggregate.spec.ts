import { describe, expect, it } from 'vitest';
import { compilePipeline } from './aggregate.js';
import type { Document } from './bson.js';
import { numbered } from './testing/cases/case.js';
import { joinCases, pipelineRefusals, shapeCases } from './testing/cases/pipeline.js';
import { groupCases } from './testing/cases/pipeline-group.js';
import { unsupportedPipelines } from './testing/cases/unsupported.js';
import { check, contextOf, overWire, runPipeline } from './testing/run.js';

describe('runPipeline', () => {
  it.each([...groupCases, ...shapeCases, ...joinCases, ...pipelineRefusals, ...unsupportedPipelines])(
    '$name',
    ({ docs, pipeline, collections = {}, expected }) => {
      const wired = overWire({ docs: numbered(docs), pipeline, collections });
      check(() => [...runPipeline(wired.pipeline, wired.docs, contextOf(wired.collections))], expected);
    },
  );

  it('reads no more than an array of documents beyond what is requested', () => {
    let read = 0;
    function* source(): Iterable<Document> {
      for (;;) yield { _id: read++ };
    }
    const result = runPipeline([{ $match: {} }, { $limit: 3 }], source(), contextOf());
    expect([...result]).toHaveLength(3);
    expect(read).toBeLessThanOrEqual(128);
  });

  it('runs a compiled pipeline again without state from the previous run', () => {
    const run = compilePipeline([{ $group: { _id: null, n: { $sum: 1 } } }, { $limit: 1 }], contextOf());
    expect([...run([{}, {}])]).toEqual([...run([{}, {}])]);
  });
});
