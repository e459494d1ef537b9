import 'reflect-metadata';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from './create-app';
import { type Database, openDatabase } from './database';
import { EnvironmentFault, readEnv } from './env';
import { demoAccounts, DEMO_PASSWORD, seedFirstData } from './first-data';

const SHUTDOWN_TIMEOUT_MS = 4_500;

async function start(): Promise<void> {
  const env = readEnv();
  const database = await openDatabase(env);
  const app = await createApp({ ...env, mongodbUri: database.uri });
  const isDemo = await seedFirstData(app, { ...env, embedded: database.embedded });
  stopOnSignal(app, database);
  await app.listen(env.port, env.host);
  announce(await app.getUrl(), isDemo);
}

/** Finishes the requests in progress and ends; work that hangs is abandoned before the caller kills the process. */
function stopOnSignal(app: NestFastifyApplication, database: Database): void {
  const stop = async () => {
    setTimeout(() => process.exit(0), SHUTDOWN_TIMEOUT_MS).unref();
    await app.close();
    await database.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
}

function announce(url: string, isDemo: boolean): void {
  const lines = [`Shifa MS is ready at ${url}`];
  if (isDemo) {
    lines.push('', `Demo accounts, password ${DEMO_PASSWORD}:`);
    lines.push(...demoAccounts.map(([email, who]) => `  ${email.padEnd(30)}${who}`));
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

start().catch((error: unknown) => {
  const text = error instanceof EnvironmentFault ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text ?? 'Failed to start'}\n`);
  process.exit(1);
});
