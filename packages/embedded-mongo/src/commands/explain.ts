import { performance } from 'node:perf_hooks';
import { Execution, type Query, isPlainScan } from '../planner/execution.js';
import { isDocument, type Document } from '../query/bson.js';
import { badValue } from '../query/error.js';
import { refused } from '../supported.js';
import { pipelineOf, pushDown } from './aggregate.js';
import type { Call, Command } from './call.js';
import { countAll, countQuery } from './count.js';
import { findQuery } from './find.js';
import type { IndexScan, Plan, UnionScan } from '../planner/plan.js';

/** Executes a command and describes how that was done. */
export const explain: Command = {
  async run(call) {
    const { explain: command, verbosity } = call.body;
    if (!isDocument(command)) throw badValue("BSON field 'explain.explain' is the wrong type, expected type 'object'");
    if (verbosity !== 'executionStats') throw refused('option', `explain.verbosity: ${String(verbosity)}`);
    const [name = ''] = Object.keys(command);
    const target = command[name];
    const { query, rest } = explainedQuery(name, command);
    const report = await describe(call, `${call.database}.${String(target)}`, query);
    const answer = rest.length > 0 ? { stages: [{ $cursor: report }, ...rest] } : report;
    return { explainVersion: '1', ...answer };
  },
};

function explainedQuery(name: string, command: Document): { query: Query; rest: readonly unknown[] } {
  switch (name) {
    case 'find':
      return { query: findQuery(command), rest: [] };
    case 'count':
      return { query: { ...countQuery(command), counting: true }, rest: [] };
    case 'aggregate':
      return pushDown(pipelineOf(command));
    default:
      throw refused('option', `explain.${name}`);
  }
}

async function describe(call: Call, namespace: string, query: Query): Promise<Document> {
  const collection = call.engine.catalog.find(namespace);
  const execution = collection && new Execution(collection, query, call.view);
  const winningPlan = execution ? describePlan(execution.plan, query) : { stage: 'EOF' };
  const started = performance.now();
  if (execution && query.counting) await countAll(call, execution);
  else for (const found of execution?.results() ?? []) if (!found) await call.yieldTurn();
  const { keysExamined = 0, docsExamined = 0, returned = 0 } = execution?.statistics ?? {};
  const executionStats = {
    executionSuccess: true,
    nReturned: query.counting ? 0 : returned,
    executionTimeMillis: Math.round(performance.now() - started),
    totalKeysExamined: keysExamined,
    totalDocsExamined: docsExamined,
    executionStages: query.counting ? { ...winningPlan, nCounted: returned } : winningPlan,
  };
  return { queryPlanner: { namespace, winningPlan }, executionStats };
}

/** A plan in the form of the stages in MongoDB's explain output, with the names of the indexes. */
function describePlan(plan: Plan, query: Query): Document {
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
