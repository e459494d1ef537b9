import 'reflect-metadata';
import { loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { CheckTotals } from '../../src/modules/finance/totals/check-totals';
import { addDays, businessDay, NETWORK_TIMEZONE } from '../../src/platform/time/business-day';
import { filled, print, runBench, startBenchApp } from '../bench-app';
import { fillEntries } from '../finance/fill-entries';
import { manyOrders } from './many-orders';

const COUNT = Number(process.env['BENCH_ORDERS'] ?? 20_000);
const PAGE = 20;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 30);
const BATCH = 2_000;
const deep = COUNT / PAGE - 1;

/** The same question, of orders and of entries. */
const questions: Readonly<Record<string, readonly [orders: string, entries: string]>> = {
  'the first page': ['', '&sort=-date'],
  'the status that most have': ['&status=closed', '&sort=-date&status=approved'],
  'a rare status': ['&status=pending_approval', '&sort=-date&status=pending'],
  'what waits for the viewer': ['&waitingForMe=true', '&sort=-date&waitingForMe=true'],
  'a search that finds one': ['&search=PO-MANY-2026-27-000777', '&search=MANY-2026-27-000777'],
  'a search that finds a sixth': ['&search=bengal%20power', '&search=bengal%20power'],
  [`page ${deep}`]: [`&page=${deep}`, `&sort=-date&page=${deep}`],
};

/** Lists of orders against lists of as many entries, in five laboratories, one request after another and in turn. */
async function bench(): Promise<void> {
  const { app, client, listen, remove } = await startBenchApp();
  const found = client
    .db()
    .collection('laboratories')
    .find({}, { projection: { _id: 1 } });
  const laboratories = (await found.limit(5).toArray()).map(({ _id }) => _id);
  await fillEntries(client, laboratories, COUNT);
  await app.get(CheckTotals).rebuild();
  const orders = client.db().collection('purchase_orders');
  const rows = [...manyOrders(COUNT, laboratories, addDays(businessDay(new Date(), NETWORK_TIMEZONE), -365))];
  await filled(orders, async () => {
    for (let at = 0; at < rows.length; at += BATCH) await orders.insertMany(rows.slice(at, at + BATCH));
  });

  const { url, headers } = await listen();
  print(`${COUNT} orders of ten lines and ${COUNT} entries; medians of ${ROUNDS} requests`);
  for (const [name, [ofOrders, ofEntries]] of Object.entries(questions)) {
    const ask = (path: string) => timeOf(`${url}/api/${path}`, headers);
    const times: [number, number][] = [];
    for (let round = -3; round < ROUNDS; round += 1) {
      const pair: [number, number] = [
        await ask(`purchase-orders?limit=${PAGE}${ofOrders}`),
        await ask(`transactions?limit=${PAGE}${ofEntries}`),
      ];
      // Neither is judged while it is still being compiled.
      if (round >= 0) times.push(pair);
    }
    const [one, other] = [median(times.map(([order]) => order)), median(times.map(([, entry]) => entry))];
    print(`${name}: orders ${one.toFixed(1)} ms, entries ${other.toFixed(1)} ms, ratio ${(one / other).toFixed(2)}`);
  }
  const load = loadavg().map((value) => value.toFixed(1));
  print(`load of the machine: ${load.join(', ')}`);
  await remove();
}

async function timeOf(address: string, headers: Record<string, string>): Promise<number> {
  const started = performance.now();
  const response = await fetch(address, { headers });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${response.status} of ${address}`);
  return performance.now() - started;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

runBench(bench);
