import { forgetExercised } from './contract/exercised';
import { isComplete, type Run } from './run';
import startDatabase from './start-database';

/** Runs once before all test files. */
export default async function start(run: Run): Promise<void> {
  if (isComplete(run)) forgetExercised();
  await startDatabase();
}
