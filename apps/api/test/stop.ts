import { checkExercised } from './contract/exercised';
import stopDatabase from './stop-database';

/** The part of jest's configuration that tells whether every test was run. */
type Run = { nonFlagArgs: string[]; testNamePattern?: string; onlyChanged: boolean; findRelatedTests: boolean };

/** Runs once after all test files. */
export default async function stop(run: Run): Promise<void> {
  await stopDatabase();
  const isPart = run.nonFlagArgs.length > 0 || run.testNamePattern || run.onlyChanged || run.findRelatedTests;
  if (!isPart) checkExercised();
}
