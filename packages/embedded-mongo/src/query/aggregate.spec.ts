import { describe, expect, it } from 'vitest';
import { compilePipeline, runPipeline } from './aggregate.js';
import type { Document } from './bson.js';
import { numbered } from './testing/cases/case.js';
import { joinCases, pipelineRefusals, shapeCases } from './testing/cases/pipeline.js';
import { groupCases } from './testing/cases/pipeline-group.js';
import { unsupportedPipelines } from './testing/cases/unsupported.js';
import { check, overWire } from './testing/run.js';

const nothing = (): Document[] => [];

describe('runPipeline', () => {
  it.each([...groupCases, ...shapeCases, ...joinCases, ...pipelineRefusals, ...unsupportedPipelines])(
    '$name',
    ({ docs, pipeline, collections = {}, expected }) => {
      const wired = overWire({ docs: numbered(docs), pipeline, collections });
      const context = { collection: (name: string) => wired.collections[name] ?? [] };
      check(() => [...runPipeline(wired.pipeline, wired.docs, context)], expected);
    },
  );

  it('reads no more than an array of documents beyond what is requested', () => {
    let read = 0;
    function* source(): Iterable<Document> {
      for (;;) yield { _id: read++ };
    }
    const result = runPipeline([{ $match: {} }, { $limit: 3 }], source(), { collection: nothing });
    expect([...result]).toHaveLength(3);
    expect(read).toBeLessThanOrEqual(128);
  });

  it('runs a compiled pipeline again without state from the previous run', () => {
    const run = compilePipeline([{ $group: { _id: null, n: { $sum: 1 } } }, { $limit: 1 }], { collection: nothing });
    expect([...run([{}, {}])]).toEqual([...run([{}, {}])]);
  });
});
