import type { Page } from '@playwright/test';
import { pressClock } from '../support/clock.js';
import { expect, openAs, test } from '../support/journey.js';
import { median, print, ROUNDS, slowDown } from '../support/measure.js';

/** The slow one is the browsers' «Fast 3G». */
const networks = {
  'on a fast network': { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
  'on a slow network': { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 },
} as const;

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const lists = [
  { path: '/staff', button: 'New person' },
  { path: '/laboratories', button: 'New laboratory' },
  { path: '/finances/transactions', button: 'New entry' },
  { path: '/inventory', button: 'New item' },
];

for (const { path, button } of lists) {
  test(`${path} on a slow phone`, async ({ page }) => {
    await page.addInitScript(noteWhenShown);
    await openAs(page, 'superAdmin', path);
    await shown(page);
    for (const [name, network] of Object.entries(networks)) {
      await slowDown(page, network);
      const loads: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        await page.reload({ waitUntil: 'commit' });
        loads.push(await shown(page));
        // What the page before still does would be part of the next round.
        await page.waitForLoadState('networkidle');
        await page.waitForTimeout(500);
      }
      const taps: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        await page.reload({ waitUntil: 'commit' });
        await shown(page);
        taps.push(await tapped(page, button));
      }
      print(`${path}, ${name}: shown after ${median(loads)} ms, response to «${button}» ${median(taps)} ms`);
    }
  });
}

test('the clock on a slow phone', async ({ page }) => {
  await openAs(page, 'manager', '/attendance');
  const [into, out] = ['Clock in', 'Clock out'].map((name) => page.getByRole('button', { name }).first());
  if (!into || !out) throw new Error('The clock has two buttons');
  await expect(into.or(out)).toBeVisible();
  if (await out.isVisible()) await pressClock(out, into);
  await slowDown(page, networks['on a slow network']);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    await into.tap();
    await expect(out).toBeVisible();
    times.push(performance.now() - started);
    await pressClock(out, into);
  }
  print(`/attendance: the clock answers within ${median(times)} ms, at most ${Math.round(Math.max(...times))} ms`);
});

/** Runs in the page: Playwright asks too rarely, after one second up to once per second. */
function noteWhenShown(): void {
  const row = () => document.querySelector('main li, main [role="listitem"]');
  const look = () => {
    if (!row()?.getClientRects().length) return requestAnimationFrame(look);
    // Begins after the frame with the row was painted.
    return requestAnimationFrame(() => Object.assign(window, { shownAfter: performance.now() }));
  };
  requestAnimationFrame(look);
}

/** The time from the navigation until the first row of the list was painted. */
async function shown(page: Page): Promise<number> {
  const time = await page.waitForFunction(() => (window as unknown as { shownAfter?: number }).shownAfter, undefined, {
    timeout: 60_000,
  });
  return (await time.jsonValue()) ?? 0;
}

/** The longest event of a tap, until the next frame, as the browser itself measures it. */
async function tapped(page: Page, button: string): Promise<number> {
  // What a page prepares after it is shown is not part of the response.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    const longest = { duration: 0 };
    Object.assign(window, { longest });
    new PerformanceObserver((entries) => {
      for (const { duration } of entries.getEntries()) longest.duration = Math.max(longest.duration, duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  await page.getByRole('button', { name: button }).first().tap();
  await expect(page.getByRole('dialog').first()).toBeVisible({ timeout: 30_000 });
  await page.waitForTimeout(500);
  return page.evaluate(() => (window as unknown as { longest: { duration: number } }).longest.duration);
}
