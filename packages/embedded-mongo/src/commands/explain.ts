import { performance } from 'node:perf_hooks';
import type { Collection } from '../catalog/collection.js';
import { Execution, type Query } from '../planner/execution.js';
import { describePlan, describeRun } from '../planner/explain.js';
import { isDocument, type Document } from '../query/bson.js';
import { badValue } from '../query/error.js';
import { refused } from '../supported.js';
import { pipelineOf, pushDown } from './aggregate.js';
import type { Call } from './call.js';
import type { Command } from './command.js';
import { countAll, countQuery } from './count.js';
import { findQuery } from './find.js';

const VERBOSITIES = ['queryPlanner', 'executionStats', 'allPlansExecution'];

/** Describes how a command would be executed and, with executionStats, how it was executed. */
export const explain: Command = {
  async run(call) {
    const { explain: command, verbosity = 'allPlansExecution' } = call.body;
    if (!isDocument(command)) throw badValue("BSON field 'explain.explain' is the wrong type, expected type 'object'");
    if (typeof verbosity !== 'string' || !VERBOSITIES.includes(verbosity)) {
      throw badValue(`Enumeration value '${String(verbosity)}' for field 'explain.verbosity' is not a valid value.`);
    }
    const [name = ''] = Object.keys(command);
    const target = command[name];
    const { query, rest } = explainedQuery(name, command);
    const namespace = `${call.database}.${String(target)}`;
    const collection = call.engine.catalog.find(namespace);
    const report = await describe(call, { collection, namespace, query, counting: name === 'count' }, verbosity);
    const answer = rest.length > 0 ? { stages: [{ $cursor: report }, ...rest] } : report;
    return { explainVersion: '1', ...answer };
  },
};

function explainedQuery(name: string, command: Document): { query: Query; rest: readonly unknown[] } {
  switch (name) {
    case 'find':
      return { query: findQuery(command), rest: [] };
    case 'count':
      return { query: countQuery(command), rest: [] };
    case 'aggregate':
      return pushDown(pipelineOf(command));
    default:
      throw refused('option', `explain.${name}`);
  }
}

interface Explained {
  collection: Collection | undefined;
  namespace: string;
  query: Query;
  counting: boolean;
}

async function describe(call: Call, explained: Explained, verbosity: string): Promise<Document> {
  const { collection, namespace, query, counting } = explained;
  if (!collection) {
    const winningPlan = { stage: 'EOF' };
    const stats = { executionSuccess: true, nReturned: 0, totalKeysExamined: 0, totalDocsExamined: 0 };
    const executionStats = { ...stats, executionStages: winningPlan };
    return { queryPlanner: { namespace, winningPlan }, ...(verbosity === 'queryPlanner' ? {} : { executionStats }) };
  }
  const execution = new Execution(collection, { ...query, counting }, call.view);
  const queryPlanner = { namespace, winningPlan: describePlan(execution.plan, query, counting) };
  if (verbosity === 'queryPlanner') return { queryPlanner };
  const started = performance.now();
  if (counting) await countAll(call, execution);
  else for (const found of execution.results()) if (!found) await call.yieldTurn();
  const executionTimeMillis = Math.round(performance.now() - started);
  return { queryPlanner, executionStats: describeRun(execution, query, executionTimeMillis, counting) };
}
