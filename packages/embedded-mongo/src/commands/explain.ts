import { performance } from 'node:perf_hooks';
import { Execution, type Query } from '../planner/execution.js';
import { describePlan } from '../planner/explain.js';
import { isDocument, type Document } from '../query/bson.js';
import { badValue } from '../query/error.js';
import { refused } from '../supported.js';
import { pipelineOf, pushDown } from './aggregate.js';
import type { Call, Command } from './call.js';
import { countAll, countQuery } from './count.js';
import { findQuery } from './find.js';

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
