import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';

/** How many calls a second, one after another, for about the given milliseconds. */
export async function rateOf(milliseconds: number, call: (n: number) => unknown): Promise<number> {
  const started = performance.now();
  let n = 0;
  let elapsed = 0;
  for (; elapsed < milliseconds; n += 1) {
    await call(n);
    elapsed = performance.now() - started;
  }
  return (n * 1000) / elapsed;
}

/** The same with so many calls under way at any time. */
export async function concurrentRateOf(
  milliseconds: number,
  width: number,
  call: (n: number) => Promise<unknown>,
): Promise<number> {
  const started = performance.now();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() - started < milliseconds) await call(next++);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return (next * 1000) / (performance.now() - started);
}

/** The milliseconds that one call takes. */
export async function durationOf(call: () => unknown): Promise<number> {
  const started = performance.now();
  await call();
  return performance.now() - started;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** What a process has in memory, in MB: all that is mapped, and what is its own alone. */
export function memoryOf(pid: number): { resident: number; own: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  return { resident: megabytes('VmRSS'), own: megabytes('RssAnon') };
}

export function printMachine(): void {
  print(`${cpus().length} cores (${cpus()[0]?.model ?? '?'}), Node ${process.version}`);
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a table in Markdown. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  for (const row of [head, widths.map((width) => '-'.repeat(width)), ...rows]) print(line(row));
}

/** A rate for reading. */
export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`;
}
