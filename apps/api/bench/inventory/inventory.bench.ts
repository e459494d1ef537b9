import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import 'reflect-metadata';
import { mongo } from 'mongoose';
import { StockAlertSweep } from '../../src/modules/inventory/alerts/stock-alert.sweep';
import { toIncrements, StockTotalsRepository } from '../../src/modules/inventory/stock/stock-totals.repository';
import { print, runBench, startBenchApp } from '../bench-app';
import { manyItems, type Size } from './many-items';

const SIZES: [Size, Size] = [
  { items: 2_000, movements: 100_000 },
  { items: 20_000, movements: 1_000_000 },
];
const BATCH = 2_000;
const WARM_UP = 5;
const ROUNDS = 40;

/** Requests of the screens. Their cost must not grow with the data: at most 1.5 times for ten times as much. */
const requests = {
  list: '?limit=50&status=active',
  'list of a laboratory': '?limit=50&status=active&laboratoryId=LABORATORY',
  'low stock': '/low-stock?limit=50&laboratoryId=LABORATORY',
  ledger: '/movements?limit=50',
  'ledger of a laboratory': '/movements?limit=50&laboratoryId=LABORATORY',
  stats: '/stats',
  expiring: '/expiring?limit=50&days=30',
  'low stock of all laboratories': '/low-stock?limit=50',
  'reorder suggestions': '/reorder?limit=50&laboratoryId=LABORATORY',
  'rescue suggestions': '/transfers/rescues',
} as const;

async function bench(): Promise<void> {
  const [, , index] = process.argv;
  const size = SIZES[Number(index)];
  if (index !== undefined && size) return serve(size);
  // The large one first, as its session would end while the other one is loaded for many minutes.
  const servers = [fork(__filename, ['1'])];
  const large = await messageOf(servers[0]);
  servers.push(fork(__filename, ['0']));
  const small = await messageOf(servers[1]);
  for (const [name, path] of Object.entries(requests)) {
    const [before, after] = await mediansOf(requestTo(small, path), requestTo(large, path));
    const ratio = (after / before).toFixed(2);
    print(`${name}: ${before.toFixed(1)} ms, with ten times the data ${after.toFixed(1)} ms: × ${ratio}`);
  }
  const load = loadavg().map((one) => one.toFixed(1));
  print(`load of the machine: ${load.join(', ')}`);
  for (const server of servers) server.send('stop');
}

/** Where a server listens, and what a request to it needs. */
type Server = { url: string; headers: Record<string, string>; laboratoryId: string };

/** The product with so much stock, in a process of its own, until it is stopped. */
async function serve(size: Size): Promise<void> {
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
    const increments = toIncrements(items.map((after) => ({ before: null, after })));
    await app.get(StockTotalsRepository).add(increments, new Date());
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  print(`${size.items} items, ${size.movements} movements, written in ${seconds} s`);
  // Otherwise its schedule would raise the alerts of these items during the measurement.
  await app.get(StockAlertSweep).run();
  const server: Server = { ...(await listen()), laboratoryId: String(ids[0]) };
  process.send?.(server);
  await once(process, 'message');
  await remove();
}

async function messageOf(child: ChildProcess | undefined): Promise<Server> {
  if (!child) throw new Error('A server is missing');
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`A server ended with ${String(code)}`);
  });
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [Server];
  return message;
}

type Send = () => Promise<void>;

function requestTo({ url, headers, laboratoryId }: Server, path: string): Send {
  const address = `${url}/api/inventory${path.replace('LABORATORY', laboratoryId)}`;
  return async () => {
    const response = await fetch(address, { headers });
    await response.text();
    if (!response.ok) throw new Error(`${response.status}: ${address}`);
  };
}

/** The median response of each in milliseconds, taken in turns, so that other work on the machine concerns all. */
async function mediansOf(...sends: [Send, Send]): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const [index, send] of sends.entries()) {
      const started = performance.now();
      await send();
      if (round >= 0) times[index]?.push(performance.now() - started);
    }
  }
  const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  return [median(times[0]), median(times[1])];
}

runBench(bench);
