import 'reflect-metadata';
import { createApp } from './create-app';
import { openDatabase } from './database';
import { readEnv } from './env';
import { seedFirstData } from './first-data';

/** Seeds the database specified in the environment with the demo network, if the database is empty. */
async function seed(): Promise<void> {
  const env = readEnv();
  const database = await openDatabase(env);
  const app = await createApp({ ...env, mongodbUri: database.uri, logLevel: 'warn' });
  const hasDemo = await seedFirstData(app, { ...env, seed: 'demo', embedded: database.embedded });
  process.stdout.write(
    hasDemo ? 'The database contains the demo network.\n' : "The database isn't empty: nothing was seeded.\n",
  );
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
