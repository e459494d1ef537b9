import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { createApp } from './create-app';
import { type Database, openDatabase } from './database';
import { EnvironmentFault, placeholdersIn, readEnv } from './env';
import { demoAccounts, DEMO_PASSWORD, seedFirstData } from './first-data';
import { removeLeftFiles } from './platform/files/spool';
import { Draining } from './platform/http/draining';
import { createLogger } from './platform/logging';
import { MetricsController } from './platform/metrics/metrics.controller';
import type { TracingEnd } from './platform/observability/tracing';
import { ProcessRegistry } from './platform/mongo/process-registry';

/** After draining has ended, or without it. */
const SHUTDOWN_TIMEOUT_MS = 4_500;

/** What has been started so far. */
const running: {
  app?: NestFastifyApplication;
  database?: Database;
  logger?: Logger;
  endTracing?: TracingEnd | undefined;
} = {};
let stopping = false;

/** @param endTracing sends the traces that have not been sent yet. */
export async function serve(endTracing?: TracingEnd): Promise<void> {
  running.endTracing = endTracing;
  try {
    await start();
  } catch (error) {
    const text =
      error instanceof EnvironmentFault ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${text ?? 'Failed to start'}\n`);
    await stop(1);
  }
}

async function start(): Promise<void> {
  const env = readEnv();
  const logger = (running.logger = createLogger(env.logLevel));
  // Node reports unhandled rejections here too. What the error has left undone is unknown, so the process must end.
  process.on('uncaughtException', (error, origin) => {
    logger.fatal({ err: error, origin }, 'unhandled error');
    void stop(1);
  });
  const placeholders = placeholdersIn(env.support);
  if (placeholders.length > 0) {
    logger.warn(`Help & Support shows placeholder contacts. Set ${placeholders.join(', ')}.`);
  }
  await removeLeftFiles();
  const database = (running.database = await openDatabase(env));
  const app = (running.app = await createApp({ ...env, mongodbUri: database.uri, logger }));
  if (!database.embedded && env.redisUrl === undefined) await app.get(ProcessRegistry).join();
  const isDemo = await seedFirstData(app, { ...env, embedded: database.embedded });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(0, env.drainMs));
  await app.get(MetricsController).listen();
  await app.listen(env.port, env.host);
  announce(await app.getUrl(), isDemo);
}

/** Finishes the requests in progress and ends; work that hangs is abandoned before the caller kills the process. */
async function stop(code: number, drainMs = 0): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(code), drainMs + SHUTDOWN_TIMEOUT_MS);
  const { app, database, logger, endTracing } = running;
  await app?.get(Draining).drain(drainMs);
  await app?.close().catch((error: unknown) => logger?.error(error));
  await endTracing?.().catch((error: unknown) => logger?.error(error));
  await database?.stop().catch((error: unknown) => logger?.error(error));
  process.exit(code);
}

function announce(url: string, isDemo: boolean): void {
  const lines = [`Shifa MS is ready at ${url}`];
  if (isDemo) {
    lines.push('', `Demo accounts, password ${DEMO_PASSWORD}:`);
    lines.push(...demoAccounts.map(([email, who]) => `  ${email.padEnd(30)}${who}`));
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}
