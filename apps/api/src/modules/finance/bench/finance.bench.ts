import 'reflect-metadata';
import { loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { mongo } from 'mongoose';
import { filled, print, runBench, startBenchApp } from '../../../bench/bench-app';
import { LedgerTotalsService } from '../reporting/ledger-totals.service';
import { manyEntries } from './many-entries';

const ENTRIES = Number(process.env['BENCH_ENTRIES'] ?? 100_000);
const BATCH = 5_000;
const ROUNDS = 30;

/** Requests of the grid, the cards and the reports, one after another. */
const requests = {
  'stats of a month': 'stats?from=2026-03-01&to=2026-03-31',
  'a year by days': 'reports?groupBy=day&from=2025-11-20&to=2026-11-20',
  'a year by category': 'reports?groupBy=category&from=2025-11-20&to=2026-11-20',
  'totals of a filter, by the ledger totals': 'totals?type=expense&from=2025-11-20&to=2026-11-20',
  'totals of a filter, entry by entry': 'totals?party=city%20hospital',
  'a page of the list': '?limit=20&sort=-date&status=approved',
} as const;

async function bench(): Promise<void> {
  const { app, client, listen, remove } = await startBenchApp();
  await filled(client.db().collection('transactions'), () => fill(client));
  const started = performance.now();
  await app.get(LedgerTotalsService).rebuild();
  print(`rebuild of the ledger totals of ${ENTRIES} entries: ${((performance.now() - started) / 1000).toFixed(1)} s`);

  const { url, headers } = await listen();
  for (const [name, path] of Object.entries(requests)) {
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

  await remove();
}

async function fill(client: mongo.MongoClient): Promise<void> {
  const laboratories = await client
    .db()
    .collection('laboratories')
    .find({}, { projection: { _id: 1 } })
    .limit(5)
    .toArray();
  const entries = client.db().collection('transactions');
  let batch: mongo.Document[] = [];
  for (const row of manyEntries(
    ENTRIES,
    laboratories.map(({ _id }) => _id),
    { from: '2025-11-20', days: 366 },
  )) {
    if (batch.push(row) < BATCH) continue;
    await entries.insertMany(batch, { ordered: false });
    batch = [];
  }
}

/** The median and the slowest response in milliseconds, after a warm-up. */
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

runBench(bench);
