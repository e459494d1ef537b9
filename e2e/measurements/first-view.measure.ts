import { loadavg } from 'node:os';
import type { BrowserContext } from '@playwright/test';
import { type Account, accounts, PASSWORD, test } from '../support/journey.js';

/**
 * The largest contentful paint of main pages on a slow phone: a quarter of this machine's speed, 10 Mbit/s, 100 ms.
 * `cold` is a device that was never here but is signed in; `repeated` has everything that the visit before kept.
 */
const CPU_RATE = 4;
const NETWORK = { offline: false, latency: 100, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 };
const ROUNDS = 5;

const pages: { path: string; who?: Account }[] = [
  { path: '/login' },
  { path: '/attendance', who: 'staff' },
  { path: '/dashboard', who: 'labAdmin' },
  { path: '/staff', who: 'labAdmin' },
  { path: '/finances/transactions', who: 'labAdmin' },
  { path: '/inventory', who: 'labAdmin' },
  { path: '/approvals', who: 'manager' },
];

for (const { path, who } of pages) {
  test(`${path} is seen`, async ({ browser, baseURL }) => {
    const times = { cold: [] as number[], repeated: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const context = await browser.newContext({
        baseURL: baseURL ?? '',
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        timezoneId: 'Asia/Kolkata',
      });
      if (who !== undefined) await signIn(context, who);
      for (const visit of ['cold', 'repeated'] as const) times[visit].push(await paintedAfter(context, path));
      await context.close();
    }
    const [cold, repeated] = [times.cold, times.repeated].map(seconds);
    process.stdout.write(`LCP ${path}: cold ${cold ?? ''} s, repeated ${repeated ?? ''} s (load ${load()})\n`);
  });
}

/** Puts the session on the device without loading any of the product's code. */
async function signIn(context: BrowserContext, who: Account): Promise<void> {
  const page = await context.newPage();
  const answer = await page.request.post('/api/auth/login', { data: { email: accounts[who], password: PASSWORD } });
  const { data } = (await answer.json()) as { data: { token: string; user: unknown } };
  await page.goto('/favicon.svg');
  await page.evaluate(({ token, user }) => {
    localStorage.setItem('token', token);
    localStorage.setItem('user', JSON.stringify(user));
  }, data);
  await page.close();
}

/** The last candidate within six seconds, in milliseconds from the navigation. */
async function paintedAfter(context: BrowserContext, path: string): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) Object.assign(window, { lastPaint: startTime });
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForTimeout(6_000);
  const painted = await page.evaluate(() => (window as unknown as { lastPaint: number }).lastPaint);
  await page.close();
  return painted;
}

function seconds(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  return ((sorted[Math.floor(sorted.length / 2)] ?? 0) / 1000).toFixed(2);
}

function load(): string {
  return loadavg()[0]?.toFixed(1) ?? '?';
}
