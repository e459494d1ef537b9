import 'reflect-metadata';
import { createApp } from './create-app';
import { openDatabase } from './database';
import { readEnv } from './env';
import { Rescue } from './modules/access/rescue';

const usage = 'Usage: npm run rescue -- <email address of a super admin>';

/** Gives a super admin a temporary password, who has lost every other way to sign in. Used by `npm run rescue`. */
async function rescue(email: string): Promise<string> {
  const env = readEnv();
  const database = await openDatabase(env);
  const app = await createApp({ ...env, mongodbUri: database.uri, logLevel: 'warn' });
  const password = await app.get(Rescue).rescue(email);
  await app.close();
  await database.stop();
  if (password === undefined) throw new Error(`No active super admin has the email address ${email}.`);
  return password;
}

const [email] = process.argv.slice(2);

(email === undefined ? Promise.reject(new Error(usage)) : rescue(email)).then(
  (password) => {
    process.stdout.write(`Temporary password: ${password}\n`);
    process.stdout.write('It works for 72 hours. All sessions have ended, and the second factor was removed.\n');
    process.exit(0);
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
