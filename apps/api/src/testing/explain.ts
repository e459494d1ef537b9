import type { Connection, mongo } from 'mongoose';

type Stage = { stage: string; inputStage?: Stage; inputStages?: Stage[] };
type Explained = {
  queryPlanner: { winningPlan: Stage };
  executionStats: { nReturned: number; totalDocsExamined: number };
};
/** Of a pipeline, the part that finds documents is told apart from the stages that work on them. */
type Answer = Explained | { stages: [{ $cursor: Explained }] };

/** What of a command is explained; the rest belongs to its session. */
const explained: Record<string, readonly string[]> & Record<'find' | 'aggregate', readonly string[]> = {
  find: ['find', 'filter', 'sort', 'projection', 'skip', 'limit'],
  aggregate: ['aggregate', 'pipeline', 'cursor'],
};

/** What a query cost: the stages from the result down to where documents are found, and how many were looked at. */
export type Cost = { stages: string[]; returned: number; examined: number };

/** Explains the first `find` or pipeline that the work sends, with the very command that was sent. */
export async function costOf(connection: Connection, work: () => Promise<unknown>): Promise<Cost> {
  const sent: mongo.CommandStartedEvent[] = [];
  const client = connection.getClient();
  const listener = (event: mongo.CommandStartedEvent) => void sent.push(event);
  client.on('commandStarted', listener);
  await work();
  client.off('commandStarted', listener);

  const command: Record<string, unknown> = sent.find(({ commandName }) => commandName in explained)?.command ?? {};
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
