import { Long, Int32 } from 'bson';
import type { Collection } from '../catalog/collection.js';
import { Execution, type Query } from '../planner/execution.js';
import { encode, isDocument, type Document } from '../query/bson.js';
import { compilePipeline } from '../query/aggregate.js';
import { type Batches, oneByOne, type Source } from '../query/batches.js';
import { neededFields } from '../query/aggregate/needed-fields.js';
import { limitOf } from '../query/aggregate/stages.js';
import { failedToParse, typeMismatch } from '../query/error.js';
import { type Filter, parseFilter } from '../query/filter.js';
import { refused } from '../supported.js';
import { isNumeric } from '../query/number.js';
import { compileSort } from '../query/sort.js';
import type { Call, Command } from './call.js';
import { countAll } from './count.js';
import { Cursor } from './cursors.js';
import { documentField } from './fields.js';
import { batchSizeOf, openCursor } from './find.js';

export const aggregate: Command = {
  inTransaction: true,
  async run(call) {
    if (typeof call.body.aggregate !== 'string') throw refused('option', 'aggregate: 1');
    if (!isDocument(call.body.cursor)) {
      throw failedToParse("The 'cursor' option is required, except for aggregate with the explain argument");
    }
    const pipeline = pipelineOf(call.body);
    const collection = call.collection();
    const documents = await resultsOf(call, collection, pipeline);
    const results = (function* (): Generator<readonly Uint8Array[]> {
      for (const batch of documents) yield batch.map(encode);
    })();
    const cursor = new Cursor(call.namespace, oneByOne(results), collection, call.sent.sessionId, call.transaction);
    return openCursor(call, cursor, { batchSize: batchSizeOf(documentField(call.body, 'cursor')) });
  },
};

export function pipelineOf(body: Document): readonly unknown[] {
  if (!Array.isArray(body.pipeline)) throw typeMismatch("'pipeline' option must be specified as an array");
  return body.pipeline;
}

/** Extracts the leading stages of a pipeline that the planner can run with an index. */
export function pushDown(pipeline: readonly unknown[]): { query: Query; rest: readonly unknown[] } {
  const query: Query = { filter: [], sort: {}, limit: 0 };
  let taken = 0;
  const next = (name: string): unknown => {
    const stage = pipeline[taken];
    return isDocument(stage) && Object.keys(stage).length === 1 ? stage[name] : undefined;
  };
  const filter = next('$match');
  if (isDocument(filter)) {
    query.filter = parseFilter(filter);
    taken += 1;
  }
  const sort = next('$sort');
  if (isDocument(sort) && Object.keys(sort).length > 0) {
    compileSort(sort);
    query.sort = sort;
    taken += 1;
  }
  const limit = next('$limit');
  if (limit !== undefined) {
    query.limit = limitOf(limit);
    taken += 1;
  }
  return { query, rest: pipeline.slice(taken) };
}

async function resultsOf(
  call: Call,
  collection: Collection | undefined,
  pipeline: readonly unknown[],
): Promise<Batches<Document>> {
  const { query, rest } = pushDown(pipeline);
  query.fields = neededFields(pipeline);
  const counted = collection && (await countWithoutPipeline(call, collection, query, rest));
  if (counted) return [counted];
  const find = (name: string, filter: Filter): Source<Document> =>
    documentsOf(call, call.collection(`${call.database}.${name}`), { filter, sort: {} });
  return compilePipeline(rest, { find })(documentsOf(call, collection, query));
}

function* documentsOf({ view }: Call, collection: Collection | undefined, query: Query): Source<Document> {
  if (!collection) return;
  for (const found of new Execution(collection, query, view).results()) yield found?.document;
}

// The pipeline that countDocuments sends; it can be answered without reading the documents.
async function countWithoutPipeline(
  call: Call,
  collection: Collection,
  query: Query,
  rest: readonly unknown[],
): Promise<Document[] | undefined> {
  const [stage, other] = rest;
  if (other !== undefined || !isDocument(stage)) return undefined;
  const shape = asSingleCount(stage);
  if (!shape) return undefined;
  const all: Query = { ...query, sort: {}, limit: 0, counting: true };
  const total = await countAll(call, new Execution(collection, all, call.view), query.limit || Infinity);
  return total === 0 ? [] : [shape(total <= 0x7fffffff ? new Int32(total) : Long.fromNumber(total))];
}

function asSingleCount(stage: Document): ((total: unknown) => Document) | undefined {
  const { $group: group } = stage;
  if (!isDocument(group)) return undefined;
  const [[first, id] = [], [name, sum] = [], more] = Object.entries(group);
  const isConstant = id === null || isNumeric(id);
  if (first !== '_id' || !isConstant || name === undefined || more || !isDocument(sum)) return undefined;
  const { $sum: step } = sum;
  if (Object.keys(sum).length !== 1 || !(step instanceof Int32) || step.value !== 1) return undefined;
  return (total) => ({ _id: id, [name]: total });
}
