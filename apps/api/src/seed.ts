import 'reflect-metadata';
import { createApp } from './create-app';
import { openDatabase } from './database';
import { readEnv } from './env';
import { plantFirstData } from './first-data';

/** Plants the demo network into the database that the environment names, if it is empty, and ends. */
async function seed(): Promise<void> {
  const env = readEnv();
  const database = await openDatabase(env);
  const app = await createApp({ ...env, mongodbUri: database.uri, logLevel: 'warn' });
  const planted = await plantFirstData(app, { ...env, seed: 'demo', embedded: database.embedded });
  process.stdout.write(planted ? 'The demo network is there.\n' : 'The database is not empty: nothing was planted.\n');
  await app.close();
  await database.stop();
}

seed().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
