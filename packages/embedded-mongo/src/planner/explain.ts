import type { Document } from '../query/bson.js';
import { isPlainScan, type Query } from './execution.js';
import type { IndexScan, Plan, UnionScan } from './plan.js';

/** A plan in the form of the stages in MongoDB's explain output, with the names of the indexes. */
export function describePlan(plan: Plan, query: Query): Document {
  if (query.counting) return countStages(plan);
  const { skip = 0, limit = 0 } = query;
  let stage = source(plan);
  if (!plan.sorted) stage = { stage: 'SORT', inputStage: stage };
  if (skip > 0) stage = { stage: 'SKIP', inputStage: stage };
  // A sort has already applied the limit.
  if (limit > 0 && plan.sorted) stage = { stage: 'LIMIT', inputStage: stage };
  return stage;
}

function countStages(plan: Plan): Document {
  if (!plan.answersFilter) return { stage: 'COUNT', inputStage: source(plan) };
  if (plan.kind === 'collection') return { stage: 'RECORD_STORE_FAST_COUNT' };
  if (plan.kind === 'union') return { stage: 'COUNT', inputStage: union(plan) };
  return { stage: 'COUNT', inputStage: { ...indexScan(plan), ...(isPlainScan(plan) && { stage: 'COUNT_SCAN' }) } };
}

function source(plan: Plan): Document {
  if (plan.kind === 'collection') return { stage: 'COLLSCAN' };
  if (plan.kind === 'union') return { stage: 'FETCH', inputStage: union(plan) };
  return { stage: 'FETCH', inputStage: indexScan(plan) };
}

function union({ branches, merged }: UnionScan): Document {
  return { stage: merged ? 'SORT_MERGE' : 'OR', inputStages: branches.map(indexScan) };
}

function indexScan({ intersectedWith, index }: IndexScan): Document {
  const entries = { stage: 'IXSCAN', indexName: index.name };
  if (intersectedWith.length === 0) return entries;
  return { stage: 'AND_HASH', inputStages: [entries, ...intersectedWith.map(indexScan)] };
}
