import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';

/** Sequential calls per second, measured for about the given number of milliseconds. */
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

/** The same with the given number of concurrent calls. */
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

/** How many milliseconds one call takes. */
export async function durationOf(call: () => unknown): Promise<number> {
  const started = performance.now();
  await call();
  return performance.now() - started;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** The memory of a process in MB: total resident, and private. */
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

/** Formats a rate. */
export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`;
}
