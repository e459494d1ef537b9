import 'reflect-metadata';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Broadcast, ClientToServerEvents, ServerToClientEvents } from '@shifa/contract';
import { JwtService } from '@nestjs/jwt';
import { io, type Socket } from 'socket.io-client';
import { addPeople, print, runBench, startBenchApp } from '../bench-app';

const LABORATORIES = 40;
const PEOPLE = 5_000;
/** Between the requests that measure how long others wait. */
const PAUSE_MS = 10;
const QUIET_MS = 5_000;

/** A message to five thousand people: how long it takes, how it progresses, and how long other requests wait. */
async function bench(): Promise<void> {
  const { app, client, listen, remove } = await startBenchApp();
  const { sessions } = await addPeople(client, 'Reader', { laboratories: LABORATORIES, people: PEOPLE });
  const [sid = ''] = sessions;
  const reader = app.get(JwtService, { strict: false }).sign({ sid });
  const { url, headers } = await listen();
  const sender: Socket<ServerToClientEvents, ClientToServerEvents> = io(url, {
    auth: { token: (headers['authorization'] ?? '').slice('Bearer '.length) },
    transports: ['websocket'],
  });
  await once(sender as never, 'connect');

  /** How long each request of a reader takes until the signal. */
  const requestsUntil = async (signal: AbortSignal): Promise<number[]> => {
    const times: number[] = [];
    while (!signal.aborted) {
      const started = performance.now();
      const response = await fetch(`${url}/api/notifications?limit=20`, {
        headers: { authorization: `Bearer ${reader}` },
      });
      await response.text();
      if (!response.ok) throw new Error(`A reader was answered with ${response.status}`);
      times.push(performance.now() - started);
      await wait(PAUSE_MS);
    }
    return times;
  };
  await requestsUntil(AbortSignal.timeout(QUIET_MS));
  const before = await requestsUntil(AbortSignal.timeout(QUIET_MS));

  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const finished = new AbortController();
  const started = performance.now();
  const progress: { delivered: number; at: number }[] = [];
  sender.on('broadcast:progressed', ({ delivered, recipients }) => {
    progress.push({ delivered, at: performance.now() - started });
    if (delivered >= recipients) finished.abort();
  });
  const others = requestsUntil(finished.signal);
  const response = await fetch(`${url}/api/notifications/broadcast-all`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'announcement', priority: 'medium', title: 'Benchmark', message: 'To everyone.' }),
  });
  const answered = performance.now() - started;
  const { data } = (await response.json()) as { data: Broadcast };
  const during = await others;
  const total = performance.now() - started;
  loop.disable();

  const copies = await client.db().collection('notifications').countDocuments({ title: 'Benchmark' });
  const steps = progress.map(({ at }, index) => at - (progress[index - 1]?.at ?? 0));
  print(
    `${copies} of ${data.recipients} people have it after ${seconds(total)} s; answered after ${seconds(answered)} s`,
  );
  print(`${progress.length} reports of progress, the longest gap ${Math.max(...steps).toFixed(0)} ms`);
  print(`another person's requests before: ${spread(before)}`);
  print(`another person's requests meanwhile: ${spread(during)}`);
  print(`longest stall of the event loop: ${(loop.max / 1e6).toFixed(0)} ms`);
  print(
    `load of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  );
  sender.close();
  await remove();
  if (copies !== data.recipients || copies < PEOPLE) throw new Error('Somebody has no copy, or more than one');
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(0);
  return `${sorted.length}, median ${at(0.5)} ms, 99 % within ${at(0.99)} ms, slowest ${at(1)} ms`;
}

runBench(bench);
