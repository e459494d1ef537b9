import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forgetExercised } from './contract/exercised';
import { isComplete, type Run } from './run';
import startDatabase from './start-database';

/** Runs once before all test files. */
export default async function start(run: Run): Promise<void> {
  if (isComplete(run)) forgetExercised();
  process.env.TEST_RUN_FOLDER = await mkdtemp(join(tmpdir(), 'shifa-run-'));
  await startDatabase();
}
