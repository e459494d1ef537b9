import { Long, Int32 } from 'bson';
import type { Collection } from '../catalog/collection.js';
import { Execution, type Query } from '../planner/execution.js';
import { encode, isDocument, type Document } from '../query/bson.js';
import { compilePipeline, type Flow } from '../query/aggregate.js';
import { neededFields } from '../query/aggregate/needed-fields.js';
import { failedToParse, notImplemented, typeMismatch } from '../query/error.js';
import { compileFilter } from '../query/match.js';
import { isNumeric, toDouble } from '../query/number.js';
import { compileSort } from '../query/sort.js';
import type { Call, Command } from './command.js';
import { countAll } from './count.js';
import { Cursor } from './cursors.js';
import { documentField } from './fields.js';
import { batchSizeOf, hintOf, openCursor, scopeOf, variablesOf } from './find.js';
import { documentsOf, OtherCollections } from './other-collections.js';
import { collStatsStage } from './statistics.js';

/** Runs a pipeline. */
export const aggregate: Command = {
  names: ['aggregate'],
  fields: ['pipeline', 'cursor', 'allowDiskUse', 'bypassDocumentValidation', 'hint', 'let'],
  unsupported: ['explain', 'exchange', 'fromMongos', 'needsMerge'],
  inTransaction: true,
  async run(call) {
    if (typeof call.body.aggregate !== 'string') throw notImplemented('An aggregate on a whole database');
    if (!isDocument(call.body.cursor)) {
      throw failedToParse("The 'cursor' option is required, except for aggregate with the explain argument");
    }
    const pipeline = pipelineOf(call.body);
    const namespace = `${call.database}.${call.collectionName()}`;
    const collection = call.collection();
    const documents = await resultsOf(call, collection, pipeline);
    const results = (function* (): Generator<Uint8Array | undefined> {
      for (const document of documents) yield document && encode(document);
    })();
    const cursor = new Cursor(namespace, results, collection, call.sessionId, call.transaction);
    return openCursor(call, cursor, { batchSize: batchSizeOf(documentField(call.body, 'cursor')) });
  },
};

/** The stages of the command. */
export function pipelineOf(body: Document): readonly unknown[] {
  if (!Array.isArray(body.pipeline)) throw typeMismatch("'pipeline' option must be specified as an array");
  return body.pipeline;
}

/** Extracts the leading stages of a pipeline that the planner can run with an index. */
export function pushDown(
  call: Call,
  body: Document,
  pipeline: readonly unknown[],
): { query: Query; rest: readonly unknown[] } {
  const query: Query = { filter: {}, sort: {}, hint: hintOf(body), skip: 0, limit: 0 };
  let taken = 0;
  const next = (name: string): unknown => {
    const stage = pipeline[taken];
    return isDocument(stage) && Object.keys(stage).length === 1 ? stage[name] : undefined;
  };
  const filter = next('$match');
  if (isDocument(filter)) {
    query.filter = filter;
    taken += 1;
  }
  const sort = next('$sort');
  if (isDocument(sort) && Object.keys(sort).length > 0) {
    compileSort(sort);
    query.sort = sort;
    taken += 1;
  }
  const skip = next('$skip');
  if (isCount(skip, 0)) {
    query.skip = toDouble(skip);
    taken += 1;
  }
  const limit = next('$limit');
  if (isCount(limit, 1)) {
    query.limit = toDouble(limit);
    taken += 1;
  }
  query.matches = compileFilter(query.filter, scopeOf(call, body));
  return { query, rest: pipeline.slice(taken) };
}

function isCount(value: unknown, least: number): boolean {
  return isNumeric(value) && Number.isInteger(toDouble(value)) && toDouble(value) >= least;
}

async function resultsOf(call: Call, collection: Collection | undefined, pipeline: readonly unknown[]): Promise<Flow> {
  const [first] = pipeline;
  if (isDocument(first) && '$collStats' in first) {
    return runStages(call, [collStatsStage(call, collection, first.$collStats)], pipeline.slice(1));
  }
  const { query, rest } = pushDown(call, call.body, pipeline);
  query.fields = neededFields(pipeline);
  const counted = collection && (await countedAlone(call, collection, query, rest));
  return counted ?? runStages(call, collection ? documentsOf(new Execution(collection, query, call.view)) : [], rest);
}

function runStages(call: Call, source: Flow, stages: readonly unknown[]): Flow {
  const others = new OtherCollections(call);
  const run = compilePipeline(stages, {
    now: call.now,
    variables: variablesOf(call, call.body),
    collection: (name) => others.all(name),
    find: (name, filter) => others.find(name, filter),
  });
  return run(source);
}

// The pipeline that countDocuments sends; it can be answered without reading the documents.
async function countedAlone(
  call: Call,
  collection: Collection,
  query: Query,
  rest: readonly unknown[],
): Promise<Document[] | undefined> {
  const [stage, other] = rest;
  if (other !== undefined || query.skip || !isDocument(stage)) return undefined;
  const shape = countShape(stage);
  if (!shape) return undefined;
  const all: Query = { ...query, sort: {}, limit: 0, counting: true };
  const total = await countAll(call, new Execution(collection, all, call.view), query.limit || Infinity);
  return total === 0 ? [] : [shape(total <= 0x7fffffff ? new Int32(total) : Long.fromNumber(total))];
}

function countShape(stage: Document): ((total: unknown) => Document) | undefined {
  const { $group: group } = stage;
  if (!isDocument(group)) return undefined;
  const [[first, id] = [], [name, sum] = [], more] = Object.entries(group);
  const isConstant = id === null || isNumeric(id);
  if (first !== '_id' || !isConstant || name === undefined || more || !isDocument(sum)) return undefined;
  const { $sum: step } = sum;
  if (Object.keys(sum).length !== 1 || !(step instanceof Int32) || step.value !== 1) return undefined;
  return (total) => ({ _id: id, [name]: total });
}
