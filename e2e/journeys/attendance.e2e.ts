import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { pressClock } from '../support/clock.js';
import { expect, openAs, test, WITHOUT_NETWORK } from '../support/journey.js';

test.use({ serviceWorkers: 'allow' });

/** Makes a page a wall display, as a manager and the person who hangs up the tablet do together. */
async function pairDisplay(manager: Page, display: Page, name: string): Promise<void> {
  await openAs(manager, 'manager', '/settings/displays');
  await manager.getByLabel('Name of the new display').fill(name);
  await manager.getByRole('button', { name: 'Create a pairing code' }).click();
  const code = manager.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
  await display.goto('/display');
  await display.getByLabel('Pairing code').fill((await code.textContent()) ?? '');
  await display.getByRole('button', { name: 'Pair' }).click();
}

/** The link in the code of a display, by a reader that has nothing to do with the product. */
async function linkOn(display: Page, picture: string): Promise<string> {
  await display.getByRole('img', { name: /^Code to clock in and out at/ }).waitFor();
  await display.screenshot({ path: picture });
  const { stdout } = await promisify(execFile)('zbarimg', ['--quiet', '--raw', picture]);
  return stdout.trim();
}

test('a person scans the code on a paired tablet, which nobody is signed in on, and is clocked in', async ({
  browser,
  baseURL,
}, testInfo) => {
  const contextOptions = baseURL === undefined ? {} : { baseURL };
  const contexts = await Promise.all(['office', 'wall', 'phone'].map(() => browser.newContext(contextOptions)));
  const [manager, display, page] = await Promise.all(contexts.map((context) => context.newPage()));
  if (!manager || !display || !page) throw new Error('Three contexts have three pages');
  await pairDisplay(manager, display, 'Reception');
  await openAs(page, 'staff', '/attendance');
  const clockOut = page.getByRole('button', { name: 'Clock out', exact: true });
  const clockIn = page.getByRole('button', { name: 'Clock in', exact: true });
  await expect(clockIn.or(clockOut).first()).toBeVisible();
  // The person may be in already, depending on the time of day.
  const isIn = await clockOut.first().isVisible();

  const link = await linkOn(display, testInfo.outputPath('display.png'));
  expect(link).toContain(`${baseURL ?? ''}/attendance?code=`);
  await page.goto(link);
  await expect(page.getByText(isIn ? /^Clock out at / : /^Clock in at /)).toBeVisible();
  await pressClock((isIn ? clockOut : clockIn).first(), (isIn ? clockIn : clockOut).first());

  await manager.getByRole('button', { name: 'Remove Reception' }).click();
  await manager.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(manager.getByRole('button', { name: 'Remove Reception' })).toHaveCount(0);
  // It fetches again within half a minute. Opened again after that, it would only ask to be paired.
  await expect(display.getByText('This display was removed.', { exact: false })).toBeVisible({ timeout: 60_000 });
  await Promise.all(contexts.map((context) => context.close()));
});

test.describe('on a phone that was here before and has no network', () => {
  test.use({ tolerated: WITHOUT_NETWORK });

  test('the product opens, keeps a scanned code, and sends it once', async ({
    page,
    context,
    browser,
    baseURL,
  }, testInfo) => {
    const wall = await browser.newContext(baseURL === undefined ? {} : { baseURL });
    const [manager, display] = [await wall.newPage(), await wall.newPage()];
    await pairDisplay(manager, display, 'Back office');
    await openAs(page, 'labAdmin', '/attendance');
    const clock = page.getByRole('button', { name: /^Clock (in|out)$/ }).first();
    // The person may be in already, depending on the time of day.
    const action = (await clock.textContent()) ?? '';
    const link = await linkOn(display, testInfo.outputPath('display.png'));
    await wall.close();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const sent: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/attendance/offline-punches')) sent.push(response.status());
    });

    await context.setOffline(true);
    // As the phone's own camera opens it.
    await page.goto(link);
    // The emulation does not tell every version of the browser that the new page is offline.
    const seemsOnline = await page.evaluate(() => navigator.onLine);
    const notice = seemsOnline ? /^The server hasn't answered since/ : /^You've been offline since/;
    await expect(page.getByText(notice).first()).toBeVisible();
    await page.getByRole('button', { name: action, exact: true }).click();
    await expect(page.getByText('Waiting to be sent')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Waiting to be sent')).toBeVisible();

    await context.setOffline(false);
    await expect(page.getByText('Waiting to be sent')).toBeHidden();
    await page.reload();
    await expect(clock).toBeVisible();
    expect(sent).toEqual([200]);

    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    const kept = await page.evaluate(async () => {
      const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const requests = (await Promise.all(stores.map((store) => store.keys()))).flat();
      return requests.map(({ url }) => new URL(url).pathname);
    });
    expect(kept).toContain('/index.html');
    expect(kept.filter((path) => path.startsWith('/api') || path.startsWith('/socket.io'))).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  });
});

test('a manager decides on a leave and a day in one list, and the number in the navigation falls', async ({ page }) => {
  await openAs(page, 'manager', '/approvals');
  const navigation = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: /^Approvals/ });
  const waiting = async () => Number((await navigation.innerText()).replace(/\D/g, ''));
  await expect(page.getByRole('radio', { name: /^All \d/ })).toBeChecked();
  await expect.poll(waiting).toBeGreaterThan(1);
  for (const [kind, noun] of [
    ['Leave', 'leave'],
    ['Attendance', 'record'],
  ] as const) {
    await page.getByText(new RegExp(`^${kind} \\d`)).click();
    // What only others can decide says so.
    const rows = page.getByRole('list', { name: `Pending ${noun}s` }).getByRole('link');
    await rows
      .filter({ hasNotText: /someone else/i })
      .first()
      .click();
    const before = await waiting();
    await page.keyboard.press('a');
    await expect.poll(waiting).toBeLessThan(before);
  }
});
