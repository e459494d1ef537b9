import { existsSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { AppModule, BUILT_WEB } from './app.module';
import type { Env } from './env';
import { BackupService } from './modules/backups/backup.service';
import { Restores } from './modules/backups/restores';
import { createAdapter, prepareServer } from './platform/http/server';
import { serveWeb } from './platform/http/web';
import { proxyTrust } from './platform/limits/proxy-trust';
import { AppLogger, createLogger } from './platform/logging';
import { Metrics } from './platform/metrics/metrics';
import { dropUndeclaredIndexes, Migrations } from './platform/mongo/migrations';
import { findWordsInPunctuation } from './platform/mongo/search-words';
import { RealtimeAdapter } from './platform/realtime/realtime.adapter';
import { SharedRedis } from './platform/redis/shared-redis';

export type CreateAppOptions = Pick<
  Env,
  'jwtSecret' | 'redisUrl' | 'support' | 'trustProxy' | 'publicUrl' | 'logLevel' | 'backups'
> &
  Partial<Pick<Env, 'metrics' | 'mail' | 'pushAllowedHosts' | 'gateway' | 'provider'>> & {
    /** As in `AppOptions`. */
    pushCertificates?: string;
    mongodbUri: string;
    /** The folder of the web app to serve; by default the built one, where there is one. */
    webRoot?: string | null;
    /** As in `AppOptions`; by default, jobs run. */
    jobs?: boolean;
    logger?: Logger;
  };

/** The whole API, its collections and indexes in place, not yet listening. */
export async function createApp(options: CreateAppOptions): Promise<NestFastifyApplication> {
  const logger = options.logger ?? createLogger(options.logLevel);
  const trust = proxyTrust(options.trustProxy);
  const server = { logger, trust, publicUrl: options.publicUrl };
  const { webRoot = existsSync(BUILT_WEB) ? BUILT_WEB : null, jobs = true } = options;
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.forRoot({ ...options, webRoot, jobs }),
    createAdapter(server),
    { bodyParser: false, logger: new AppLogger(logger), abortOnError: false },
  );
  app.get(Metrics).watch(app.getHttpAdapter().getInstance());
  await prepareServer(app, server);
  await serveWeb(app, webRoot);
  app.useWebSocketAdapter(new RealtimeAdapter(app, app.get(SharedRedis), trust));
  const restores = app.get(Restores);
  const madeAt = await restores.findUnrecorded();
  // Jobs start with the application.
  if (madeAt) await restores.endOutdated();
  await app.init();
  const again = ['2026-11-24-drop-undeclared-indexes', '2026-11-25-drop-undeclared-indexes'];
  const migrations = app.get(Migrations);
  migrations.register(
    findWordsInPunctuation,
    dropUndeclaredIndexes,
    ...again.map((id) => ({ ...dropUndeclaredIndexes, id })),
  );
  if (await migrations.arePending()) await app.get(BackupService).beforeMigrations();
  await migrations.run();
  if (madeAt) await restores.record(madeAt);
  return app;
}

/**
 * The API on a copy of the stored data, which contacts no one, whatever the environment says: no job runs, and it knows
 * no mail host, message gateway, sign-in provider or Redis.
 */
export function createAppOnCopy(
  { jwtSecret, support, trustProxy, publicUrl }: Env,
  mongodbUri: string,
): Promise<NestFastifyApplication> {
  const nothingElse = { redisUrl: undefined, backups: undefined, logLevel: 'error', jobs: false };
  return createApp({ jwtSecret, support, trustProxy, publicUrl, mongodbUri, ...nothingElse });
}
