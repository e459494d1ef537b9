import { bsonType, BsonType, isDocument, type Document } from '../query/bson.js';
import type { Bound } from '../query/bounds.js';
import { EVERYTHING } from '../query/bounds/interval.js';
import { isPlainScan, type Execution, type Query, type ScanStatistics, type Statistics } from './execution.js';
import { isPoint } from './index-ranges.js';
import type { IndexScan, Plan, UnionScan } from './plan.js';

/** A plan in the form of the stages in MongoDB's explain output. */
export function describePlan(plan: Plan, query: Query, counting: boolean): Document {
  return stages(plan, query, counting, undefined);
}

/** A run in the form of the execution statistics in MongoDB's explain output. */
export function describeRun(execution: Execution, query: Query, milliseconds: number, counting: boolean): Document {
  const { keysExamined, docsExamined, returned } = execution.statistics;
  return {
    executionSuccess: true,
    nReturned: counting ? 0 : returned,
    executionTimeMillis: milliseconds,
    totalKeysExamined: keysExamined,
    totalDocsExamined: docsExamined,
    executionStages: stages(execution.plan, query, counting, execution.statistics),
  };
}

function stages(plan: Plan, query: Query, counting: boolean, run: Statistics | undefined): Document {
  if (counting) return countStages(plan, query, run);
  const { skip = 0, limit = 0, sort } = query;
  let stage = source(plan, query, run);
  const returned = run && { nReturned: run.returned };
  if (!plan.sorted) {
    const limitAmount = limit > 0 ? { limitAmount: limit + skip } : {};
    stage = { stage: 'SORT', ...returned, sortPattern: sort, ...limitAmount, type: 'simple', inputStage: stage };
  }
  if (skip > 0) stage = { stage: 'SKIP', ...returned, skipAmount: skip, inputStage: stage };
  // A sort has already applied the limit.
  if (limit > 0 && plan.sorted) stage = { stage: 'LIMIT', ...returned, limitAmount: limit, inputStage: stage };
  return stage;
}

function countStages(plan: Plan, query: Query, run: Statistics | undefined): Document {
  const counted = run && { nReturned: 0, nCounted: run.returned };
  if (plan.kind === 'collection' && plan.exact) return { stage: 'RECORD_STORE_FAST_COUNT', ...counted };
  if (plan.kind === 'index' && plan.exact) {
    const scan = indexScan(plan, run?.scans[0]);
    const inputStage = isPlainScan(plan) ? { ...scan, stage: 'COUNT_SCAN' } : scan;
    return { stage: 'COUNT', ...counted, inputStage };
  }
  const inputStage = plan.kind === 'union' && plan.exact ? union(plan, query, run) : source(plan, query, run);
  return { stage: 'COUNT', ...counted, inputStage };
}

function source(plan: Plan, query: Query, run: Statistics | undefined): Document {
  const filter = plan.exact ? {} : { filter: query.filter };
  const examined = run && { nReturned: run.returned, docsExamined: run.docsExamined };
  if (plan.kind === 'collection') {
    return { stage: 'COLLSCAN', ...filter, ...examined, direction: plan.reverse ? 'backward' : 'forward' };
  }
  if (plan.kind === 'union') return { stage: 'FETCH', ...filter, ...examined, inputStage: union(plan, query, run) };
  if (isIdLookup(plan, query)) {
    return { stage: 'IDHACK', ...examined, ...(run && { keysExamined: run.keysExamined }) };
  }
  return { stage: 'FETCH', ...filter, ...examined, inputStage: indexScan(plan, run?.scans[0]) };
}

function union({ branches, merged }: UnionScan, { sort }: Query, run: Statistics | undefined): Document {
  return {
    ...(merged ? { stage: 'SORT_MERGE', sortPattern: sort } : { stage: 'OR' }),
    ...(run && {
      nReturned: passed(run) - run.duplicates,
      dupsTested: passed(run),
      dupsDropped: run.duplicates,
    }),
    inputStages: branches.map((branch, i) => indexScan(branch, run?.scans[i])),
  };
}

function passed({ scans }: Statistics): number {
  return scans.reduce((sum, { keysPassed }) => sum + keysPassed, 0);
}

function isIdLookup({ index }: IndexScan, { filter, hint, skip = 0 }: Query): boolean {
  const isOperator = isDocument(filter._id) && Object.keys(filter._id).some((name) => name.startsWith('$'));
  return index.name === '_id_' && Object.keys(filter).length === 1 && !isOperator && hint === undefined && skip === 0;
}

function indexScan(plan: IndexScan, run: ScanStatistics | undefined): Document {
  const { among } = plan;
  if (among.length === 0) return entryScan(plan, run);
  const others = among.map((other, i) => indexScan(other, run?.among[i]));
  return {
    stage: 'AND_HASH',
    ...(run && { nReturned: run.keysPassed }),
    inputStages: [entryScan(plan, run), ...others],
  };
}

function entryScan({ index, access, keyFilter, reverse }: IndexScan, run: ScanStatistics | undefined): Document {
  const fields = index.paths.map(({ text }, i): [string, string[]] => {
    const bounds = access.bounds[i] ?? keyFilter?.bounds.get(i) ?? [EVERYTHING];
    const descending = (index.directions[i] === -1) !== reverse;
    return [text, (descending ? [...bounds].reverse() : bounds).map((bound) => interval(bound, descending))];
  });
  return {
    stage: 'IXSCAN',
    ...(run && { nReturned: run.keysPassed, keysExamined: run.keysExamined }),
    keyPattern: index.specification.key,
    indexName: index.name,
    isMultiKey: index.multikey,
    isUnique: index.unique,
    isSparse: index.sparse,
    isPartial: index.partialFilter !== undefined,
    indexVersion: 2,
    direction: reverse ? 'backward' : 'forward',
    indexBounds: Object.fromEntries(fields),
  };
}

function interval(bound: Bound, descending: boolean): string {
  const low = text(bound.low);
  const high = text(bound.high);
  if (isPoint(bound)) return `[${low}, ${low}]`;
  return descending
    ? `${bound.highInclusive ? '[' : '('}${high}, ${low}${bound.lowInclusive ? ']' : ')'}`
    : `${bound.lowInclusive ? '[' : '('}${low}, ${high}${bound.highInclusive ? ']' : ')'}`;
}

function text(value: unknown): string {
  switch (bsonType(value)) {
    case BsonType.minKey:
      return 'MinKey';
    case BsonType.maxKey:
      return 'MaxKey';
    case BsonType.undefined:
      return 'undefined';
    case BsonType.objectId:
      return `ObjectId('${String(value)}')`;
    case BsonType.date:
      return `new Date(${(value as Date).getTime()})`;
    case BsonType.string:
    case BsonType.object:
    case BsonType.array:
      return JSON.stringify(value);
    default:
      return String(value).replace('Infinity', 'inf');
  }
}
