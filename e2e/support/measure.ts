import { loadavg } from 'node:os';
import type { Page } from '@playwright/test';

/** What measurements repeat, so that one slow round says nothing. */
export const ROUNDS = 5;

export type Network = { offline: boolean; latency: number; downloadThroughput: number; uploadThroughput: number };

/** A quarter of this machine's speed, as a slow phone has it. Latency in milliseconds, throughput in bytes per second. */
export async function slowDown(page: Page, network: Network): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

export function median(values: readonly number[]): number {
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);
}

export function print(line: string): void {
  process.stdout.write(`${line} (load ${loadavg()[0]?.toFixed(1) ?? '?'})\n`);
}
