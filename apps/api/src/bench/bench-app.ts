import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { mongo } from 'mongoose';
import { createApp } from '../create-app';
import { openDatabase } from '../database';
import { DEMO_PASSWORD, seedFirstData } from '../first-data';
import { RequestLimits } from '../platform/http/request-limits';

/** The product with the demo network on a data folder of its own, for benchmarks. */
export type BenchApp = {
  app: NestFastifyApplication;
  /** To the same database, past the product. */
  client: mongo.MongoClient;
  /** Listens, and signs the super admin in. */
  listen: () => Promise<{ url: string; headers: Record<string, string> }>;
  remove: () => Promise<void>;
};

export async function startBenchApp(): Promise<BenchApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'shifa-bench-'));
  const database = await openDatabase({ mongodbUri: undefined, dataDir });
  const app = await createApp({
    mongodbUri: database.uri,
    jwtSecret: 'a secret of the benchmark, long enough',
    redisUrl: undefined,
    trustProxy: false,
    publicUrl: undefined,
    logLevel: 'warn',
    webRoot: null,
  });
  await seedFirstData(app, { seed: 'demo', firstAdmin: undefined, host: '127.0.0.1', embedded: true });
  const client = await mongo.MongoClient.connect(database.uri);
  return {
    app,
    client,
    listen: async () => {
      // The load is one person's, far beyond what the limit lets one person do; counting stays, refusing does not.
      app.get(RequestLimits).lift();
      await app.listen(0, '127.0.0.1');
      const url = await app.getUrl();
      return { url, headers: { authorization: `Bearer ${await signIn(url)}` } };
    },
    remove: async () => {
      await client.close();
      await app.close();
      await database.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'super@shifa.example', password: DEMO_PASSWORD }),
  });
  const { data } = (await response.json()) as { data: { token: string } };
  return data.token;
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Ends the process with the benchmark, with 1 where it failed. */
export function runBench(bench: () => Promise<void>): void {
  bench().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? '') : String(error)}\n`);
      process.exit(1);
    },
  );
}
