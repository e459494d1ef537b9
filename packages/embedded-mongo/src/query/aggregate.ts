import { refused } from '../supported.js';
import { group } from './aggregate/group.js';
import { lookup } from './aggregate/lookup.js';
import { count, limit, limitOf, match, project, sortStage } from './aggregate/stages.js';
import type { Flow, Stage, StageCompiler, StageContext } from './aggregate/stages.js';
import { inBatches, type Source } from './batches.js';
import { type Document, isDocument } from './bson.js';
import { MongoError, typeMismatch } from './error.js';
import type { Filter } from './filter.js';
import { MEMORY_LIMIT } from './memory.js';

export const STAGES = new Map<string, StageCompiler>(
  Object.entries({
    $match: match,
    $project: project,
    $group: group,
    $sort: sortStage,
    $limit: limit,
    $lookup: lookup,
    $count: count,
  }),
);

/** What a pipeline needs from the command that runs it. */
export interface PipelineContext {
  /** The documents of another collection that match a filter, for `$lookup`. */
  find: (name: string, filter: Filter) => Source<Document>;
  /** How many bytes of BSON one stage may keep. */
  memoryLimit?: number;
}

/**
 * Compiles a pipeline, to be run over any number of sources: nothing is read before it is requested.
 * @throws MongoError 238 for a stage that is not supported, by name
 */
export function compilePipeline(
  pipeline: readonly unknown[],
  context: PipelineContext,
): (source: Source<Document>) => Flow {
  const stageContext: StageContext = {
    memoryLimit: context.memoryLimit ?? MEMORY_LIMIT,
    find: (name, filter) => inBatches(context.find(name, filter)),
  };
  const stages = pipeline.map((stage, i) => compileStage(stage, pipeline.slice(i + 1), stageContext));
  return (source) => stages.reduce<Flow>((documents, stage) => stage(documents), inBatches(source));
}

function compileStage(stage: unknown, following: readonly unknown[], context: StageContext): Stage {
  const [name, argument] = stageParts(stage);
  if (name === '$sort') return sortStage(argument, context, limitAfter(following));
  const compile = STAGES.get(name);
  if (!compile) throw refused('stage', name);
  return compile(argument, context);
}

function stageParts(stage: unknown): [string, unknown] {
  if (!isDocument(stage)) throw typeMismatch("Each element of the 'pipeline' array must be an object");
  const [name, other] = Object.keys(stage);
  if (name === undefined || other !== undefined) {
    throw new MongoError(40323, 'A pipeline stage specification object must contain exactly one field.');
  }
  return [name, stage[name]];
}

// A sort only needs to keep what a $limit after it lets through.
function limitAfter([following]: readonly unknown[]): number | undefined {
  return isDocument(following) && '$limit' in following ? limitOf(following.$limit) : undefined;
}
