import 'reflect-metadata';
import { createTransactionBody } from '@shifa/contract/testing';
import { loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { print, runBench, startBenchApp } from '../bench-app';
import { Caches } from '../../src/platform/cache/caches';
import { addDays, businessDay, monthOf, NETWORK_TIMEZONE } from '../../src/platform/time/business-day';
import { CheckTotals } from '../../src/modules/finance/totals/check-totals';
import { fillEntries } from './fill-entries';

const SIZES = (process.env['BENCH_ENTRIES'] ?? '10000,100000,1000000').split(',').map(Number);
const PAGE = 20;
const ROUNDS = 30;
const today = businessDay(new Date(), NETWORK_TIMEZONE);
const month = monthOf(addDays(today, -120));
const year = `from=${addDays(today, -365)}&to=${today}`;
/** Of both months, as many days as possible have to be added up. */
const middle = `from=${addDays(month.from, 15)}&to=${addDays(monthOf(addDays(today, -31)).from, 14)}`;

/** Requests of the list, the cards and the reports, one after another. */
const requestsOf = (entries: number) => ({
  'a page of the list': `?limit=${PAGE}&sort=-date&status=approved`,
  'its last page, at most page 10,000': `?limit=${PAGE}&sort=-date&page=${Math.min(10_000, entries / PAGE)}`,
  'what waits for the viewer': `?limit=${PAGE}&sort=-date&waitingForMe=true`,
  'a search that finds one entry': `?limit=${PAGE}&search=MANY-2026-27-000777`,
  'a search that finds a sixth of them': `?limit=${PAGE}&search=bengal%20power`,
  'statistics of a month': `/stats?from=${month.from}&to=${month.to}`,
  'a year by day': `/reports?groupBy=day&${year}`,
  'a year by category': `/reports?groupBy=category&${year}`,
  'totals of a filter, by the ledger totals': `/totals?type=expense&${year}`,
  'totals of a party': '/totals?party=city%20hospital',
  'totals of a party from the middle of a month to that of another': `/totals?party=city%20hospital&${middle}`,
  'totals of a filter, entry by entry': '/totals?party=city%20hospital&minAmount=0.01',
});

/** How the cost grows with the number of entries, in five laboratories. */
async function bench(): Promise<void> {
  for (const entries of SIZES) await measure(entries);
  const load = loadavg().map((value) => value.toFixed(1));
  print(`load of the machine: ${load.join(', ')}`);
}

async function measure(entries: number): Promise<void> {
  const { app, client, listen, remove } = await startBenchApp();
  const found = client
    .db()
    .collection('laboratories')
    .find({}, { projection: { _id: 1 } });
  const laboratories = (await found.limit(5).toArray()).map(({ _id }) => _id);
  await fillEntries(client, laboratories, entries);
  const started = performance.now();
  await app.get(CheckTotals).rebuild();
  const seconds = (performance.now() - started) / 1000;
  print(`\n${entries} entries; rebuild of their ledger totals: ${seconds.toFixed(1)} s`);

  const { url, headers } = await listen();
  const address = `${url}/api/transactions`;
  for (const [name, path] of Object.entries(requestsOf(entries))) {
    const send = () => fetch(address + path, { headers });
    app.get(Caches).clear();
    const [first = 0] = await timesOf(send, 1);
    print(`${name}: first ${first.toFixed(1)} ms, then ${summary(await timesOf(send, ROUNDS))}`);
  }

  const body = JSON.stringify(createTransactionBody({ laboratoryId: laboratories[0]?.toHexString() ?? '' }));
  const json = { ...headers, 'content-type': 'application/json' };
  const enter = () => fetch(address, { method: 'POST', headers: json, body });
  print(`an entry: ${summary(await timesOf(enter, ROUNDS))}`);
  // The cards of the list, which are requested again after each entry.
  const stats = () => fetch(`${address}/stats`, { headers });
  print(`statistics of this month, after each entry: ${summary(await timesOf(stats, ROUNDS, enter))}`);
  await remove();
}

/** The duration of each response in milliseconds, in ascending order. */
async function timesOf(
  send: () => Promise<Response>,
  rounds: number,
  before?: () => Promise<Response>,
): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await before?.();
    const started = performance.now();
    const response = await send();
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status}: ${text}`);
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b);
}

function summary(times: readonly number[]): string {
  const [median = 0, slowest = 0] = [times[Math.floor(times.length / 2)], times.at(-1)];
  return `${median.toFixed(1)} ms, slowest of ${times.length} ${slowest.toFixed(1)} ms`;
}

runBench(bench);
