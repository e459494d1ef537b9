import { checkExercised } from './contract/exercised';
import { isComplete, type Run } from './run';
import stopDatabase from './stop-database';

/** Runs once after all test files. */
export default async function stop(run: Run): Promise<void> {
  await stopDatabase();
  if (isComplete(run)) checkExercised();
}
