import { bucket, bucketAuto, group, sortByCount } from './aggregate/group.js';
import { facet, unionWith } from './aggregate/join.js';
import { lookup } from './aggregate/lookup.js';
import {
  addFields,
  count,
  countArgument,
  limit,
  match,
  project,
  replaceRoot,
  replaceWith,
  sample,
  set,
  skip,
  sort,
  sortStage,
  unset,
  unwind,
} from './aggregate/reshape.js';
import { documentsOf, paced, type Flow, type Stage, type StageCompiler, type StageContext } from './aggregate/stage.js';
import { type Document, isDocument } from './bson.js';
import { MongoError, notImplemented, typeMismatch } from './error.js';
import { type Scope, scopeWith } from './expression.js';
import { MEMORY_LIMIT } from './memory.js';

export type { Flow } from './aggregate/stage.js';

const STAGES = new Map<string, StageCompiler>(
  Object.entries({
    $match: match,
    $project: project,
    $addFields: addFields,
    $set: set,
    $unset: unset,
    $group: group,
    $sort: sort,
    $skip: skip,
    $limit: limit,
    $unwind: unwind,
    $lookup: lookup,
    $facet: facet,
    $count: count,
    $bucket: bucket,
    $bucketAuto: bucketAuto,
    $sortByCount: sortByCount,
    $replaceRoot: replaceRoot,
    $replaceWith: replaceWith,
    $unionWith: unionWith,
    $sample: sample,
  }),
);

const UNSUPPORTED = new Set([
  '$changeStream',
  '$changeStreamSplitLargeEvent',
  '$currentOp',
  '$densify',
  '$documents',
  '$fill',
  '$geoNear',
  '$graphLookup',
  '$indexStats',
  '$listLocalSessions',
  '$listSampledQueries',
  '$listSearchIndexes',
  '$listSessions',
  '$merge',
  '$out',
  '$planCacheStats',
  '$querySettings',
  '$queryStats',
  '$rankFusion',
  '$redact',
  '$search',
  '$searchMeta',
  '$setWindowFields',
  '$shardedDataDistribution',
  '$vectorSearch',
]);

/** What a pipeline needs from the command that runs it. */
export interface PipelineContext {
  /** `$$NOW` */
  now: Date;
  /** The documents of another collection, for `$lookup` and `$unionWith`. */
  collection: (name: string) => Flow;
  /** The documents that match a filter, found through an index; undefined if reading all of them is no slower. */
  find?: (name: string, filter: Document) => Flow | undefined;
  /** How many bytes of BSON one stage may keep. */
  memoryLimit?: number;
  /** The evaluated variables of the command's `let`. */
  variables?: Document | undefined;
}

/**
 * Runs a pipeline over documents, streaming where possible: nothing is read before it is requested.
 * @throws MongoError 40324 for an unknown stage, 238 for one this engine does not support; both name it.
 */
export function runPipeline(
  pipeline: readonly unknown[],
  source: Iterable<Document>,
  context: PipelineContext,
): Iterable<Document> {
  return documentsOf(compilePipeline(pipeline, context)(source));
}

/** Compiles a pipeline, to be run over any number of sources. Its results contain pause points. */
export function compilePipeline(pipeline: readonly unknown[], context: PipelineContext): (source: Flow) => Flow {
  const { memoryLimit = MEMORY_LIMIT } = context;
  const stageContext = (scope: Scope): StageContext => ({
    scope,
    memoryLimit,
    collection: (name) => paced(context.collection(name)),
    find: (name, filter) => {
      const found = context.find?.(name, filter);
      return found && paced(found);
    },
    compile: (inner, innerScope) => compileStages(inner, stageContext(innerScope)),
  });
  const run = compileStages(pipeline, stageContext(scopeWith(context.now, context.variables)));
  return (source) => run(paced(source));
}

function compileStages(pipeline: unknown, context: StageContext): Stage {
  if (!Array.isArray(pipeline)) throw typeMismatch("'pipeline' option must be specified as an array");
  const list: readonly unknown[] = pipeline;
  const stages = list.map((stage, i) => compileStage(stage, list.slice(i + 1), context));
  return (source) => stages.reduce((documents, stage) => paced(stage(documents)), source);
}

function compileStage(stage: unknown, following: readonly unknown[], context: StageContext): Stage {
  const [name, argument] = stageParts(stage);
  if (name === '$sort') return sortStage(argument, context, limitAfter(following));
  const compile = STAGES.get(name);
  if (compile) return compile(argument, context);
  if (UNSUPPORTED.has(name)) throw notImplemented(name);
  // In its only valid position, the command has already removed it.
  if (name === '$collStats') throw new MongoError(40602, '$collStats is only valid as the first stage in a pipeline');
  throw new MongoError(40324, `Unrecognized pipeline stage name: '${name}'`);
}

function stageParts(stage: unknown): [string, unknown] {
  if (!isDocument(stage)) throw typeMismatch("Each element of the 'pipeline' array must be an object");
  const [name, other] = Object.keys(stage);
  if (name === undefined || other !== undefined) {
    throw new MongoError(40323, 'A pipeline stage specification object must contain exactly one field.');
  }
  return [name, stage[name]];
}

// A sort only needs to keep what a subsequent $limit (possibly after a $skip) lets through.
function limitAfter(following: readonly unknown[]): number | undefined {
  let skipped = 0;
  for (const stage of following) {
    const [name, argument] = stageParts(stage);
    if (name === '$limit') return skipped + countArgument('$limit', argument);
    if (name !== '$skip') return undefined;
    skipped += countArgument('$skip', argument);
  }
  return undefined;
}
