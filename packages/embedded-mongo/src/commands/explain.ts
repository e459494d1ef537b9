import { hostname } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { Collection } from '../catalog/collection.js';
import { Execution, type Query } from '../planner/execution.js';
import { describePlan, describeRun } from '../planner/explain.js';
import { isDocument, type Document } from '../query/bson.js';
import { badValue, MongoError, ErrorCode } from '../query/error.js';
import { pipelineOf, pushDown } from './aggregate.js';
import type { Call, Command } from './command.js';
import { countAll, countQuery } from './count.js';
import { integerField } from './fields.js';
import { findQuery, hintOf } from './find.js';
import { SERVER_VERSION } from './hello.js';

const VERBOSITIES = ['queryPlanner', 'executionStats', 'allPlansExecution'];

/** Describes how a command would be executed and, with executionStats, how it was executed. */
export const explain: Command = {
  names: ['explain'],
  fields: ['verbosity'],
  async run(call) {
    const { explain: command, verbosity = 'allPlansExecution' } = call.body;
    if (!isDocument(command)) throw badValue("BSON field 'explain.explain' is the wrong type, expected type 'object'");
    if (typeof verbosity !== 'string' || !VERBOSITIES.includes(verbosity)) {
      throw badValue(`Enumeration value '${String(verbosity)}' for field 'explain.verbosity' is not a valid value.`);
    }
    const [name = ''] = Object.keys(command);
    const target = command[name];
    const { query, rest } = explainedQuery(call, name, command);
    const collection = typeof target === 'string' ? call.engine.catalog.find(call.database, target) : undefined;
    const namespace = `${call.database}.${String(target)}`;
    const report = await describe(call, { collection, namespace, query, counting: name === 'count' }, verbosity);
    const answer = rest.length > 0 ? { stages: [{ $cursor: report }, ...rest] } : report;
    return {
      explainVersion: '1',
      ...answer,
      command: { ...command, $db: call.database },
      serverInfo: { host: hostname(), port: 0, version: SERVER_VERSION, gitVersion: 'embedded' },
    };
  },
};

function explainedQuery(call: Call, name: string, command: Document): { query: Query; rest: readonly unknown[] } {
  const rest: readonly unknown[] = [];
  switch (name) {
    case 'find':
      return { query: findQuery(call, command), rest };
    case 'count':
    case 'distinct':
      return { query: countQuery(call, command), rest };
    case 'aggregate':
      return pushDown(call, command, pipelineOf(command));
    case 'update':
    case 'delete': {
      const list: unknown = command[`${name}s`];
      const [statement] = Array.isArray(list) ? (list as unknown[]) : [];
      if (!isDocument(statement)) throw badValue(`explained ${name} needs one statement`);
      const limit = name === 'update' ? (statement.multi === true ? 0 : 1) : integerField(statement, 'limit', 0);
      return { query: findQuery(call, { filter: statement.q, hint: hintOf(statement), limit }), rest };
    }
    case 'findAndModify':
    case 'findandmodify': {
      const { query: filter, sort } = command;
      return { query: findQuery(call, { filter, sort, hint: hintOf(command), limit: 1 }), rest };
    }
    default:
      throw new MongoError(ErrorCode.CommandNotFound, `Explain failed due to unknown command: ${name}`);
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
  const planner = { namespace, indexFilterSet: false, parsedQuery: query.filter, rejectedPlans: [] };
  if (!collection) {
    const winningPlan = { stage: 'EOF' };
    const stats = {
      executionSuccess: true,
      nReturned: 0,
      executionTimeMillis: 0,
      totalKeysExamined: 0,
      totalDocsExamined: 0,
    };
    const executionStats = { ...stats, executionStages: { ...winningPlan, nReturned: 0 } };
    return { queryPlanner: { ...planner, winningPlan }, ...(verbosity === 'queryPlanner' ? {} : { executionStats }) };
  }
  const execution = new Execution(collection, { ...query, counting }, call.view);
  const queryPlanner = { ...planner, winningPlan: describePlan(execution.plan, query, counting) };
  if (verbosity === 'queryPlanner') return { queryPlanner };
  const started = performance.now();
  if (counting) await countAll(call, execution);
  else for (const found of execution.results()) if (!found) await call.yieldTurn();
  const executionTimeMillis = Math.round(performance.now() - started);
  return { queryPlanner, executionStats: describeRun(execution, query, executionTimeMillis, counting) };
}
