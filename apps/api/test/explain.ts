import type { Connection, mongo } from 'mongoose';

type Stage = { stage: string; inputStage?: Stage; inputStages?: Stage[] };
type Explained = {
  queryPlanner: { winningPlan: Stage };
  executionStats: { nReturned: number; totalDocsExamined: number; totalKeysExamined: number };
};
/** For a pipeline, the server separates the query that finds documents from the stages that process them. */
type ExplainResult = Explained | { stages: [{ $cursor: Explained }] };

/** The fields of a command that are passed to `explain`; the others belong to its session. */
const explainedFields = {
  find: ['find', 'filter', 'sort', 'projection', 'skip', 'limit'],
  aggregate: ['aggregate', 'pipeline', 'cursor'],
};

/** The cost of a query: its plan stages from the result down to the source, and the documents and keys examined. */
export type Cost = { stages: string[]; returned: number; examined: number; keys: number };

/** Explains the first `find` that the work sends, or otherwise its first pipeline, using the exact command sent. */
export async function costOf(connection: Connection, work: () => Promise<unknown>): Promise<Cost> {
  const sent = await startedBy(connection, work);
  const first = (name: string) => sent.find(({ commandName }) => commandName === name);
  return explained(connection, (first('find') ?? first('aggregate'))?.command ?? {});
}

/** As `costOf`, of the first query that skips: the page of a list after the first. */
export async function pageCostOf(connection: Connection, work: () => Promise<unknown>): Promise<Cost> {
  const sent = await startedBy(connection, work);
  return explained(connection, sent.find(({ command }) => Number(command['skip']) > 0)?.command ?? {});
}

/** The number of documents that all queries and pipelines of the work examine, by collection. */
export async function examinedBy(
  connection: Connection,
  work: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const examined: Record<string, number> = {};
  for (const { commandName, command } of await startedBy(connection, work)) {
    if (commandName !== 'find' && commandName !== 'aggregate') continue;
    const collection = String((command as Record<string, unknown>)[commandName]);
    examined[collection] = (examined[collection] ?? 0) + (await explained(connection, command)).examined;
  }
  return examined;
}

async function explained(connection: Connection, command: Record<string, unknown>): Promise<Cost> {
  const fields = explainedFields['find' in command ? 'find' : 'aggregate'];
  const query = fields.map((field) => [field, command[field]]).filter(([, value]) => value !== undefined);
  const result = (await connection.db?.command({
    explain: Object.fromEntries(query) as mongo.Document,
    verbosity: 'executionStats',
  })) as ExplainResult;
  const { queryPlanner, executionStats } = 'stages' in result ? result.stages[0].$cursor : result;
  return {
    stages: stagesOf(queryPlanner.winningPlan),
    returned: executionStats.nReturned,
    examined: executionStats.totalDocsExamined,
    keys: executionStats.totalKeysExamined,
  };
}

/** The names of the commands that the work sends. */
export async function commandsOf(connection: Connection, work: () => Promise<unknown>): Promise<string[]> {
  return (await startedBy(connection, work)).map(({ commandName }) => commandName);
}

/** The commands that the work sends. */
export async function startedBy(
  connection: Connection,
  work: () => Promise<unknown>,
): Promise<mongo.CommandStartedEvent[]> {
  const sent: mongo.CommandStartedEvent[] = [];
  const client = connection.getClient();
  const listener = (event: mongo.CommandStartedEvent) => void sent.push(event);
  client.on('commandStarted', listener);
  await work();
  client.off('commandStarted', listener);
  return sent;
}

function stagesOf({ stage, inputStage, inputStages = [] }: Stage): string[] {
  return [stage, ...[...(inputStage ? [inputStage] : []), ...inputStages].flatMap(stagesOf)];
}
