import type { BrowserContext } from '@playwright/test';
import { type Account, signIn, test } from '../support/journey.js';
import { median, print, ROUNDS, slowDown } from '../support/measure.js';

/**
 * The largest contentful paint of main pages on a slow phone: a quarter of this machine's speed, 10 Mbit/s, 100 ms.
 * `cold` is a device that was never here but is signed in; `repeated` has everything that the visit before kept.
 */
const NETWORK = { offline: false, latency: 100, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 };

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
      if (who !== undefined) {
        const page = await context.newPage();
        await signIn(page, who);
        await page.close();
      }
      for (const visit of ['cold', 'repeated'] as const) times[visit].push(await paintedAfter(context, path));
      await context.close();
    }
    print(`LCP ${path}: cold ${median(times.cold)} ms, repeated ${median(times.repeated)} ms`);
  });
}

/** The last candidate within six seconds, in milliseconds from the navigation. */
async function paintedAfter(context: BrowserContext, path: string): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) Object.assign(window, { lastPaint: startTime });
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await slowDown(page, NETWORK);
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForTimeout(6_000);
  const painted = await page.evaluate(() => (window as unknown as { lastPaint: number }).lastPaint);
  await page.close();
  return painted;
}
