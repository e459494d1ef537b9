import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { mongo } from 'mongoose';
import { createApp } from '../create-app';
import { openDatabase } from '../database';
import { DEMO_PASSWORD, plantFirstData } from '../first-data';
import { FinanceFigures } from '../modules/finance/finance.port';
import { RequestLimits } from '../platform/http/request-limits';
import { manyEntries } from './many-entries';

const ENTRIES = 100_000;
const BATCH = 5_000;
const ROUNDS = 30;

/** One page of the grid, the cards and the reports of five laboratories, one request after another. */
const asked = {
  'stats of a month': 'stats?from=2026-03-01&to=2026-03-31',
  'a year by days': 'reports?groupBy=day&from=2025-11-20&to=2026-11-20',
  'a year by category': 'reports?groupBy=category&from=2025-11-20&to=2026-11-20',
  'totals of a filter, by the figures': 'totals?type=expense&from=2025-11-20&to=2026-11-20',
  'totals of a filter, entry by entry': 'totals?party=city%20hospital',
  'a page of the list': '?limit=20&sort=-date&status=approved',
} as const;

async function bench(): Promise<void> {
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
  await plantFirstData(app, { seed: 'demo', firstAdmin: undefined, embedded: true });
  const client = await mongo.MongoClient.connect(database.uri);
  await fill(client);
  const started = performance.now();
  await app.get(FinanceFigures).rebuild();
  print(`rebuild of the figures of ${ENTRIES} entries: ${((performance.now() - started) / 1000).toFixed(1)} s`);

  // The load is one person's, far beyond what the limit lets one person do; counting stays, refusing does not.
  app.get(RequestLimits).lift();
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const headers = { authorization: `Bearer ${await signIn(url)}` };
  for (const [name, path] of Object.entries(asked)) {
    const [median, slowest] = await timesOf(
      `${url}/api/transactions${path.startsWith('?') ? '' : '/'}${path}`,
      headers,
    );
    print(`${name}: ${median.toFixed(1)} ms, slowest of ${ROUNDS} ${slowest.toFixed(1)} ms`);
  }
  print(
    `load of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  );

  await client.close();
  await app.close();
  await database.stop();
  rmSync(dataDir, { recursive: true });
}

async function fill(client: mongo.MongoClient): Promise<void> {
  const places = await client
    .db()
    .collection('laboratories')
    .find({}, { projection: { _id: 1 } })
    .limit(5)
    .toArray();
  const entries = client.db().collection('transactions');
  let batch: mongo.Document[] = [];
  for (const row of manyEntries(
    ENTRIES,
    places.map(({ _id }) => _id),
    { from: '2025-11-20', days: 366 },
  )) {
    if (batch.push(row) < BATCH) continue;
    await entries.insertMany(batch, { ordered: false });
    batch = [];
  }
}

/** The median and the slowest answer, in milliseconds, after some that are not counted. */
async function timesOf(url: string, headers: Record<string, string>): Promise<[number, number]> {
  const times: number[] = [];
  for (let round = -5; round < ROUNDS; round += 1) {
    const started = performance.now();
    const response = await fetch(url, { headers });
    await response.text();
    if (!response.ok) throw new Error(`${response.status}: ${url}`);
    if (round >= 0) times.push(performance.now() - started);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return [sorted[Math.floor(ROUNDS / 2)] ?? 0, sorted.at(-1) ?? 0];
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

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

bench().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? '') : String(error)}\n`);
    process.exit(1);
  },
);
