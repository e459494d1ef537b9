import type { Document } from '../query/bson.js';
import { isPlainScan, type Execution, type Query, type ScanStatistics, type Statistics } from './execution.js';
import type { IndexScan, Plan, UnionScan } from './plan.js';

/** A plan in the form of the stages in MongoDB's explain output, with the names of the indexes. */
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
  if (!plan.sorted) stage = { stage: 'SORT', ...returned, sortPattern: sort, inputStage: stage };
  if (skip > 0) stage = { stage: 'SKIP', ...returned, skipAmount: skip, inputStage: stage };
  // A sort has already applied the limit.
  if (limit > 0 && plan.sorted) stage = { stage: 'LIMIT', ...returned, limitAmount: limit, inputStage: stage };
  return stage;
}

function countStages(plan: Plan, query: Query, run: Statistics | undefined): Document {
  const counted = run && { nReturned: 0, nCounted: run.returned };
  if (plan.kind === 'collection' && plan.answersFilter) return { stage: 'RECORD_STORE_FAST_COUNT', ...counted };
  if (plan.kind === 'index' && plan.answersFilter) {
    const scan = indexScan(plan, run?.scans[0]);
    const inputStage = isPlainScan(plan) ? { ...scan, stage: 'COUNT_SCAN' } : scan;
    return { stage: 'COUNT', ...counted, inputStage };
  }
  const inputStage = plan.kind === 'union' && plan.answersFilter ? union(plan, query, run) : source(plan, query, run);
  return { stage: 'COUNT', ...counted, inputStage };
}

function source(plan: Plan, query: Query, run: Statistics | undefined): Document {
  const examined = run && { nReturned: run.returned, docsExamined: run.docsExamined };
  if (plan.kind === 'collection') return { stage: 'COLLSCAN', ...examined };
  if (plan.kind === 'union') return { stage: 'FETCH', ...examined, inputStage: union(plan, query, run) };
  if (isIdLookup(plan, query)) {
    return { stage: 'IDHACK', ...examined, ...(run && { keysExamined: run.keysExamined }) };
  }
  return { stage: 'FETCH', ...examined, inputStage: indexScan(plan, run?.scans[0]) };
}

function union({ branches, merged }: UnionScan, { sort }: Query, run: Statistics | undefined): Document {
  return {
    ...(merged ? { stage: 'SORT_MERGE', sortPattern: sort } : { stage: 'OR' }),
    ...(run && { nReturned: passed(run) - run.duplicates, dupsDropped: run.duplicates }),
    inputStages: branches.map((branch, i) => indexScan(branch, run?.scans[i])),
  };
}

function passed({ scans }: Statistics): number {
  return scans.reduce((sum, { keysPassed }) => sum + keysPassed, 0);
}

function isIdLookup({ index, access }: IndexScan, { filter, skip = 0 }: Query): boolean {
  return index.name === '_id_' && filter.length === 1 && access.scanRanges[0]?.point !== undefined && skip === 0;
}

function indexScan(plan: IndexScan, run: ScanStatistics | undefined): Document {
  const { intersectedWith, index, reverse } = plan;
  const entries = {
    stage: 'IXSCAN',
    ...(run && { nReturned: run.keysPassed, keysExamined: run.keysExamined }),
    indexName: index.name,
    isMultiKey: index.multikey,
    direction: reverse ? 'backward' : 'forward',
  };
  if (intersectedWith.length === 0) return entries;
  return {
    stage: 'AND_HASH',
    ...(run && { nReturned: run.keysPassed }),
    inputStages: [entries, ...intersectedWith.map((other, i) => indexScan(other, run?.intersectedWith[i]))],
  };
}
