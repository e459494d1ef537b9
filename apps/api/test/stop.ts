import { rm } from 'node:fs/promises';
import { checkExercised } from './contract/exercised';
import { isComplete, type Run } from './run';
import stopDatabase from './stop-database';

/** Runs once after all test files. */
export default async function stop(run: Run): Promise<void> {
  await stopDatabase();
  await rm(process.env.TEST_RUN_FOLDER ?? '', { recursive: true, force: true });
  if (isComplete(run)) checkExercised();
}
