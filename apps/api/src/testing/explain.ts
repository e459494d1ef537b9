import type { Connection, mongo } from 'mongoose';

type Stage = { stage: string; inputStage?: Stage; inputStages?: Stage[] };
type Explained = {
  queryPlanner: { winningPlan: Stage };
  executionStats: { nReturned: number; totalDocsExamined: number };
};
/** Of a pipeline, the part that finds documents is told apart from the stages that work on them. */
type Answer = Explained | { stages: [{ $cursor: Explained }] };

/** What of a command is explained; the rest belongs to its session. */
const explained = {
  find: ['find', 'filter', 'sort', 'projection', 'skip', 'limit'],
  aggregate: ['aggregate', 'pipeline', 'cursor'],
};

/** What a query cost: the stages from the result down to where documents are found, and how many were looked at. */
export type Cost = { stages: string[]; returned: number; examined: number };

/** Explains the first `find` that the work sends, or else its first pipeline, with the very command that was sent. */
export async function costOf(connection: Connection, work: () => Promise<unknown>): Promise<Cost> {
  const sent: mongo.CommandStartedEvent[] = [];
  const client = connection.getClient();
  const listener = (event: mongo.CommandStartedEvent) => void sent.push(event);
  client.on('commandStarted', listener);
  await work();
  client.off('commandStarted', listener);

  const first = (name: string) => sent.find(({ commandName }) => commandName === name);
  const command: Record<string, unknown> = (first('find') ?? first('aggregate'))?.command ?? {};
  const fields = explained['find' in command ? 'find' : 'aggregate'];
  const query = fields.map((field) => [field, command[field]]).filter(([, value]) => value !== undefined);
  const answer = (await connection.db?.command({
    explain: Object.fromEntries(query) as mongo.Document,
    verbosity: 'executionStats',
  })) as Answer;
  const { queryPlanner, executionStats } = 'stages' in answer ? answer.stages[0].$cursor : answer;
  return {
    stages: stagesOf(queryPlanner.winningPlan),
    returned: executionStats.nReturned,
    examined: executionStats.totalDocsExamined,
  };
}

function stagesOf({ stage, inputStage, inputStages = [] }: Stage): string[] {
  return [stage, ...[...(inputStage ? [inputStage] : []), ...inputStages].flatMap(stagesOf)];
}
