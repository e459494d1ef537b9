import 'reflect-metadata';
import { loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { mongo } from 'mongoose';
import { addPeople, print, runBench, startBenchApp } from './bench-app';
import { fillEntries } from './finance/fill-entries';
import { Caches } from '../src/platform/cache/caches';
import { CheckTotals } from '../src/modules/finance/totals/check-totals';

const LABORATORIES = 50;
const PEOPLE = Number(process.env['BENCH_PEOPLE'] ?? 5_000);
const ENTRIES = Number(process.env['BENCH_ENTRIES'] ?? 1_000_000);
const ROUNDS = 20;

const blocks = ['attention', 'attendance', 'finance', 'inventory', 'staff', 'laboratories', 'activity', 'me'];

/** A super admin opens the dashboard of a network in the middle of a working day: four of five people are at work. */
async function bench(): Promise<void> {
  const { app, client, listen, remove } = await startBenchApp();
  const { laboratories } = await addPeople(client, 'Bench', { laboratories: LABORATORIES, people: PEOPLE });
  await clockIn(client);
  const started = performance.now();
  const ids = laboratories.map((id) => new mongo.ObjectId(id));
  await fillEntries(client, ids, ENTRIES);
  print(`filled in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  await app.get(CheckTotals).rebuild();
  const { url, headers } = await listen();
  print(`${LABORATORIES} laboratories, ${PEOPLE} people, ${ENTRIES} entries`);
  const requests = ['dashboard', 'dashboard/quick-stats', ...blocks.map((block) => `dashboard?blocks=${block}`)];
  for (const request of requests) {
    app.get(Caches).clear();
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const asked = performance.now();
      const response = await fetch(`${url}/api/${request}`, { headers });
      await response.text();
      if (!response.ok) throw new Error(`${request}: ${response.status}`);
      times.push(performance.now() - asked);
    }
    const sorted = times.toSorted((a, b) => a - b);
    const median = sorted[Math.floor(ROUNDS / 2)] ?? 0;
    print(`${request}: first ${(times[0] ?? 0).toFixed(1)} ms, median ${median.toFixed(1)} ms`);
  }
  const load = loadavg().map((value) => value.toFixed(1));
  print(`load of the machine: ${load.join(', ')}`);
  await remove();
}

/** Copies of a record of the demo network, open and of today. */
async function clockIn(client: mongo.MongoClient): Promise<void> {
  const database = client.db();
  const [record] = await database.collection('attendance').find({ status: 'present' }).limit(1).toArray();
  const people = await database
    .collection('users')
    .find({ name: /^Bench / })
    .toArray();
  const workDate = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date());
  const rows = people
    .filter((_, index) => index % 5 !== 0)
    .map(({ _id: userId, laboratoryId }: mongo.Document, index): mongo.Document => {
      const late = { lateMinutes: index % 10 === 0 ? 20 : 0 };
      return {
        ...record,
        ...late,
        _id: new mongo.ObjectId(),
        userId: userId as unknown,
        laboratoryId: laboratoryId as unknown,
        workDate,
        open: true,
      };
    });
  await database.collection('attendance').insertMany(rows);
}

runBench(bench);
