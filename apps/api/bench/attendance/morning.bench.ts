import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { JwtService } from '@nestjs/jwt';
import { addPeople, print, runBench, startBenchApp } from '../bench-app';

const LABORATORIES = 40;
const PEOPLE = 2_000;
const WITHIN_MS = 55_000;

/** A morning: everybody clocks in within a minute. Everyone has one record afterwards, and nobody two. */
async function bench(): Promise<void> {
  const { app, client, listen, remove } = await startBenchApp();
  const { sessions } = await addPeople(client, 'Early', { laboratories: LABORATORIES, people: PEOPLE });
  const tokens = sessions.map((sid) => app.get(JwtService, { strict: false }).sign({ sid }));
  const { url } = await listen();

  const times: number[] = [];
  const failures: string[] = [];
  const clockIn = async (token: string) => {
    await wait(Math.random() * WITHIN_MS);
    const started = performance.now();
    const response = await fetch(`${url}/api/attendance/clock-in`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomBytes(12).toString('hex'),
      },
      body: '{}',
    });
    const text = await response.text();
    if (response.ok) times.push(performance.now() - started);
    else failures.push(`${response.status} ${text.slice(0, 200)}`);
  };
  const started = performance.now();
  await Promise.all(tokens.map(clockIn));
  const seconds = (performance.now() - started) / 1000;
  const records = client.db().collection('attendance');
  const open = await records.countDocuments({ open: true, userName: /^Early / });
  const people = (await records.distinct('userId', { open: true, userName: /^Early / })).length;

  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(0);
  print(`${PEOPLE} people of ${LABORATORIES} laboratories clocked in within ${seconds.toFixed(1)} s`);
  print(`records: ${open} of ${people} people, failures: ${failures.length} ${failures[0] ?? ''}`);
  print(`median ${at(0.5)} ms, 99 % within ${at(0.99)} ms, slowest ${at(1)} ms`);
  print(
    `load of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  );
  await remove();
  if (open !== PEOPLE || people !== PEOPLE) throw new Error('Somebody has no record, or more than one');
}

runBench(bench);
