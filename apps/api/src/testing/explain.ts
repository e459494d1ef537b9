import type { Connection, mongo } from 'mongoose';

type Stage = { stage: string; inputStage?: Stage; inputStages?: Stage[] };
type Explained = {
  queryPlanner: { winningPlan: Stage };
  executionStats: { nReturned: number; totalDocsExamined: number };
};

/** What a query cost: the stages from the result down to where documents are found, and how many were looked at. */
export type Cost = { stages: string[]; returned: number; examined: number };

/** Explains the first `find` that the work sends, with the very command that was sent. */
export async function costOf(connection: Connection, work: () => Promise<unknown>): Promise<Cost> {
  const sent: mongo.CommandStartedEvent[] = [];
  const client = connection.getClient();
  const listener = (event: mongo.CommandStartedEvent) => void sent.push(event);
  client.on('commandStarted', listener);
  await work();
  client.off('commandStarted', listener);

  const command: Record<string, unknown> = sent.find(({ commandName }) => commandName === 'find')?.command ?? {};
  const { find, filter, sort, projection, skip, limit } = command;
  const query = Object.entries({ find, filter, sort, projection, skip, limit }).filter(
    ([, value]) => value !== undefined,
  );
  const answer = await connection.db?.command({ explain: Object.fromEntries(query), verbosity: 'executionStats' });
  const { queryPlanner, executionStats } = answer as Explained;
  return {
    stages: stagesOf(queryPlanner.winningPlan),
    returned: executionStats.nReturned,
    examined: executionStats.totalDocsExamined,
  };
}

function stagesOf({ stage, inputStage, inputStages = [] }: Stage): string[] {
  return [stage, ...[...(inputStage ? [inputStage] : []), ...inputStages].flatMap(stagesOf)];
}
