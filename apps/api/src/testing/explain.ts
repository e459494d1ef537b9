import type { Connection, mongo } from 'mongoose';

type Stage = { stage: string; inputStage?: Stage; inputStages?: Stage[] };
type Explained = {
  queryPlanner: { winningPlan: Stage };
  executionStats: { nReturned: number; totalDocsExamined: number };
};
/** For a pipeline, the server separates the query that finds documents from the stages that process them. */
type ExplainResult = Explained | { stages: [{ $cursor: Explained }] };

/** The fields of a command that are passed to `explain`; the others belong to its session. */
const explainedFields = {
  find: ['find', 'filter', 'sort', 'projection', 'skip', 'limit'],
  aggregate: ['aggregate', 'pipeline', 'cursor'],
};

/** The cost of a query: its plan stages from the result down to the source, and the number of documents examined. */
export type Cost = { stages: string[]; returned: number; examined: number };

/** Explains the first `find` that the work sends, or otherwise its first pipeline, using the exact command sent. */
export async function costOf(connection: Connection, work: () => Promise<unknown>): Promise<Cost> {
  const sent: mongo.CommandStartedEvent[] = [];
  const client = connection.getClient();
  const listener = (event: mongo.CommandStartedEvent) => void sent.push(event);
  client.on('commandStarted', listener);
  await work();
  client.off('commandStarted', listener);

  const first = (name: string) => sent.find(({ commandName }) => commandName === name);
  const command: Record<string, unknown> = (first('find') ?? first('aggregate'))?.command ?? {};
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
  };
}

function stagesOf({ stage, inputStage, inputStages = [] }: Stage): string[] {
  return [stage, ...[...(inputStage ? [inputStage] : []), ...inputStages].flatMap(stagesOf)];
}
