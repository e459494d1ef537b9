import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from '../support/server.js';
import type { Client } from './client.js';
import type { Use } from './resources.js';

export type Result = {
  name: string;
  laboratories: number;
  people: number;
  seconds: number;
  client: Client;
  sockets: { open: number; events: number; reconnected: number; delays: readonly number[] };
  resources: Record<string, Use>;
  /** By how much the file of the embedded database grew. */
  grownMb: number | undefined;
};

type Row = { count: number; median: number; p95: number; p99: number; slowest: number };

/** Prints what a load led to, and writes it to `e2e/reports` as JSON. */
export async function report(result: Result): Promise<void> {
  const { name, client, seconds, sockets } = result;
  const rows = Object.fromEntries([...client.times].map(([what, times]) => [what, rowOf(times)]));
  const all = rowOf([...client.times.values()].flat());
  const errors = Object.fromEntries(client.failures);
  const failed = Object.values(errors).reduce((sum, count) => sum + count, 0);
  const document = {
    name,
    at: new Date().toISOString(),
    machine: { processors: cpus().length, model: cpus()[0]?.model, memoryGb: Math.round(totalmem() / 1e9) },
    node: process.version,
    loadAverage: loadavg().map((value) => Number(value.toFixed(1))),
    laboratories: result.laboratories,
    people: result.people,
    seconds: Math.round(seconds),
    requestsPerSecond: round(all.count / seconds),
    requests: { all, ...rows },
    errors,
    sockets: { ...sockets, delays: rowOf(sockets.delays) },
    resources: result.resources,
    changes: client.acknowledged.length,
    grownMb: result.grownMb,
  };
  const folder = join(REPOSITORY, 'e2e/reports');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `load-${name}.json`), `${JSON.stringify(document, null, 2)}\n`);
  const lines = [
    `\n${name}: ${result.laboratories} laboratories, ${result.people} people, ${document.seconds} s, ` +
      `${document.requestsPerSecond} requests per second, ${failed} failed (load ${document.loadAverage.join(', ')})`,
    tableOf({ all, ...rows, 'a socket hears of a movement': rowOf(sockets.delays) }),
    `sockets: ${sockets.open} open, ${sockets.events} events, ${sockets.reconnected} reconnected`,
    ...Object.entries(result.resources).map(([of, { cpuSeconds, memoryMb }]) => {
      return `${of}: ${round((100 * cpuSeconds) / seconds)} % of a processor, at most ${Math.round(memoryMb)} MB`;
    }),
    ...(result.grownMb === undefined ? [] : [`the data grew by ${round(result.grownMb)} MB`]),
    ...Object.entries(errors).map(([error, count]) => `${count} × ${error}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function rowOf(times: readonly number[]): Row {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => round(sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0);
  return { count: sorted.length, median: at(0.5), p95: at(0.95), p99: at(0.99), slowest: at(1) };
}

function tableOf(rows: Readonly<Record<string, Row>>): string {
  const cells = [
    ['ms', 'count', 'median', '95 %', '99 %', 'slowest'],
    ...Object.entries(rows).map(([what, row]) => [what, ...Object.values(row).map(String)]),
  ];
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length))) ?? [];
  return cells
    .map((row) =>
      row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
    )
    .join('\n');
}

function round(value: number): number {
  return Number(value.toFixed(1));
}
