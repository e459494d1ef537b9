import 'reflect-metadata';
import { loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { createTransactionBody } from '@shifa/contract/testing';
import type { mongo } from 'mongoose';
import { filled, print, runBench, startBenchApp } from '../../../bench/bench-app';
import { Memory } from '../../../platform/memory/remembered';
import { addDays, businessDay, monthOf, NETWORK_TIMEZONE } from '../../../platform/time/business-day';
import { LedgerTotalsService } from '../reporting/ledger-totals.service';
import { manyEntries } from './many-entries';

const ENTRIES = Number(process.env['BENCH_ENTRIES'] ?? 100_000);
const BATCH = 5_000;
const ROUNDS = 30;
/** One entry of each other status for this many approved ones: 1 % are pending, and 1 % are approved once. */
const APPROVED = 94;
const today = businessDay(new Date(), NETWORK_TIMEZONE);
const month = monthOf(addDays(today, -120));
const year = `from=${addDays(today, -365)}&to=${today}`;

/** Requests of the grid, the cards and the reports, one after another. */
const requests = {
  'stats of a month': `stats?from=${month.from}&to=${month.to}`,
  'a year by days': `reports?groupBy=day&${year}`,
  'a year by category': `reports?groupBy=category&${year}`,
  'totals of a filter, by the ledger totals': `totals?type=expense&${year}`,
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
    const address = `${url}/api/transactions${path.startsWith('?') ? '' : '/'}${path}`;
    app.get(Memory).forgetAll();
    const [first = 0] = await timesOf(address, headers, 1);
    print(`${name}: first ${first.toFixed(1)} ms, then ${summary(await timesOf(address, headers, ROUNDS))}`);
  }
  // The cards of the list, which are requested again after each entry.
  const address = `${url}/api/transactions/stats`;
  const entered = await timesOf(address, headers, ROUNDS, () => enter(url, headers));
  print(`stats of this month, after each new entry: ${summary(entered)}`);
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
    { from: addDays(today, -365), days: 366, approved: APPROVED },
  )) {
    if (batch.push(row) < BATCH) continue;
    await entries.insertMany(batch, { ordered: false });
    batch = [];
  }
}

async function enter(url: string, headers: Record<string, string>): Promise<void> {
  const { laboratoryId, ...entry } = createTransactionBody();
  const laboratories = await fetch(`${url}/api/laboratories?limit=1`, { headers });
  const { data } = (await laboratories.json()) as { data: { _id: string }[] };
  const response = await fetch(`${url}/api/transactions`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ ...entry, laboratoryId: laboratoryId ?? data[0]?._id }),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
}

/** The duration of each response in milliseconds, in ascending order. */
async function timesOf(
  url: string,
  headers: Record<string, string>,
  rounds: number,
  before?: () => Promise<void>,
): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await before?.();
    const started = performance.now();
    const response = await fetch(url, { headers });
    await response.text();
    if (!response.ok) throw new Error(`${response.status}: ${url}`);
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b);
}

function summary(times: readonly number[]): string {
  const [median = 0, slowest = 0] = [times[Math.floor(times.length / 2)], times.at(-1)];
  return `${median.toFixed(1)} ms, slowest of ${times.length} ${slowest.toFixed(1)} ms`;
}

runBench(bench);
