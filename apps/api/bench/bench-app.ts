import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { mongo } from 'mongoose';
import { createApp } from '../src/create-app';
import { openDatabase } from '../src/database';
import { DEMO_PASSWORD, seedFirstData } from '../src/first-data';
import { RequestLimits } from '../src/platform/http/request-limits';

const DAY_MS = 86_400_000;

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
    backups: undefined,
    support: { email: 'support@shifa.example', phone: '+91 33 0000 0000', whatsapp: null },
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

/**
 * Adds laboratories like the first of the demo network, with staff like one of its people and a session for each.
 * @returns the ids of the laboratories, and of the sessions; person number n is in laboratory n modulo their number.
 */
export async function addPeople(
  client: mongo.MongoClient,
  name: string,
  count: { laboratories: number; people: number },
): Promise<{ laboratories: string[]; sessions: string[] }> {
  const database = client.db();
  const laboratory = await database.collection('laboratories').findOne({ code: 'KOL' });
  const person = await database.collection('users').findOne({ email: 'staff@shifa.example' });
  if (!laboratory || !person) throw new Error('The demo network is missing');
  const laboratories = Array.from({ length: count.laboratories }, (_, index) => {
    return { ...laboratory, _id: new mongo.ObjectId(), code: `B${index}`, name: `Benchmark ${index}` };
  });
  await database.collection('laboratories').insertMany(laboratories);
  const people = Array.from({ length: count.people }, (_, index) => ({
    ...person,
    _id: new mongo.ObjectId(),
    name: `${name} ${index}`,
    email: `${name.toLowerCase()}.${index}@shifa.example`,
    employeeCode: `B-${index}`,
    laboratoryId: laboratories[index % laboratories.length]?._id,
  }));
  await database.collection('users').insertMany(people);
  const now = new Date();
  const sessions = people.map(({ _id: userId }) => ({
    _id: new mongo.ObjectId(),
    userId,
    device: 'Benchmark',
    ipAddress: '127.0.0.1',
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + DAY_MS),
  }));
  await database.collection('sessions').insertMany(sessions);
  return {
    laboratories: laboratories.map(({ _id }) => _id.toHexString()),
    sessions: sessions.map(({ _id }) => _id.toHexString()),
  };
}

/** Fills a collection without its indexes and builds them afterwards, which takes a fraction of the time. */
export async function filled(collection: mongo.Collection, fill: () => Promise<void>): Promise<void> {
  const indexes = (await collection.indexes()).filter(({ name }) => name !== '_id_');
  await collection.dropIndexes();
  await fill();
  await collection.createIndexes(indexes.map(({ v: _, ...index }) => index));
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
