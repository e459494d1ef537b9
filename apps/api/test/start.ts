import { forgetExercised } from './contract/exercised';
import startDatabase from './start-database';

/** Runs once before all test files. */
export default async function start(): Promise<void> {
  forgetExercised();
  await startDatabase();
}
