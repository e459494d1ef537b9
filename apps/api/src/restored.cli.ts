import 'reflect-metadata';
import { createApp } from './create-app';
import { openDatabase } from './database';
import { readEnv } from './env';
import { Restores } from './modules/backups/restores';

/** Ends what is outdated in a database that was restored by other tools. Used by `npm run db:restored`. */
async function endOutdated(): Promise<void> {
  const env = readEnv();
  const database = await openDatabase(env);
  // What is waiting must not be sent meanwhile.
  const app = await createApp({ ...env, mongodbUri: database.uri, logLevel: 'warn', jobs: false });
  const restores = app.get(Restores);
  await restores.endOutdated();
  await restores.record(null);
  await app.close();
  await database.stop();
}

endOutdated().then(
  () => {
    process.stdout.write('All sessions have ended, and the messages that were waiting are dropped.\n');
    process.exit(0);
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
