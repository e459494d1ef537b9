import 'reflect-metadata';
import { loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { mongo } from 'mongoose';
import { print, runBench, startBenchApp } from '../../../bench/bench-app';
import { incrementsOf } from '../reporting/stock-totals';
import { StockTotalsRepository } from '../reporting/stock-totals.repository';
import { manyItems } from './many-items';

const SIZES = [
  { items: 2_000, movements: 100_000 },
  { items: 20_000, movements: 1_000_000 },
];
const BATCH = 2_000;
const ROUNDS = 30;

/** Requests of the screens. Their cost must not grow with the data: at most 1.5 times for ten times as much. */
const requests = {
  list: '?limit=50&status=active',
  'list of a laboratory': '?limit=50&status=active&laboratoryId=LABORATORY',
  'low stock': '/low-stock?limit=50&laboratoryId=LABORATORY',
  ledger: '/movements?limit=50',
  'ledger of a laboratory': '/movements?limit=50&laboratoryId=LABORATORY',
  stats: '/stats',
  expiring: '/expiring?limit=50&days=30',
} as const;

async function bench(): Promise<void> {
  const medians: Record<string, number[]> = {};
  for (const size of SIZES) {
    for (const [name, median] of await measure(size)) (medians[name] ??= []).push(median);
  }
  for (const [name, [small = 0, large = 0]] of Object.entries(medians)) {
    print(
      `${name}: ${small.toFixed(1)} ms, with ten times the data ${large.toFixed(1)} ms: × ${(large / small).toFixed(2)}`,
    );
  }
  const load = loadavg().map((one) => one.toFixed(1));
  print(`load of the machine: ${load.join(', ')}`);
}

async function measure(size: (typeof SIZES)[number]): Promise<[string, number][]> {
  const { app, client, listen, remove } = await startBenchApp();
  const database = client.db();
  const laboratories = await database
    .collection('laboratories')
    .find({}, { projection: { _id: 1 } })
    .toArray();
  const ids = laboratories.map(({ _id }) => _id);
  const started = performance.now();
  for (const { items, movements } of manyItems(size, ids, BATCH)) {
    await database.collection('inventory_items').insertMany(items, { ordered: false });
    for (let from = 0; from < movements.length; from += BATCH) {
      const part = movements.slice(from, from + BATCH) as mongo.Document[];
      await database.collection('stock_movements').insertMany(part, { ordered: false });
    }
    const increments = incrementsOf(items.map((after) => ({ before: null, after })));
    await app.get(StockTotalsRepository).add(increments, new Date());
  }
  print(
    `${size.items} items, ${size.movements} movements, written in ${Math.round((performance.now() - started) / 1000)} s`,
  );
  const { url, headers } = await listen();
  const results: [string, number][] = [];
  for (const [name, path] of Object.entries(requests)) {
    const address = `${url}/api/inventory${path.replace('LABORATORY', String(ids[0]))}`;
    results.push([name, await medianOf(address, headers)]);
  }
  await remove();
  return results;
}

/** The median response in milliseconds, after a warm-up. */
async function medianOf(url: string, headers: Record<string, string>): Promise<number> {
  const times: number[] = [];
  for (let round = -5; round < ROUNDS; round += 1) {
    const started = performance.now();
    const response = await fetch(url, { headers });
    await response.text();
    if (!response.ok) throw new Error(`${response.status}: ${url}`);
    if (round >= 0) times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}

runBench(bench);
