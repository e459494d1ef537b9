import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, openAs, test } from '../support/journey.js';

test('a person scans the code on the wall and is clocked in, and the display says so', async ({
  browser,
  baseURL,
}, testInfo) => {
  const contextOptions = baseURL === undefined ? {} : { baseURL };
  const [wall, phone] = [await browser.newContext(contextOptions), await browser.newContext(contextOptions)];
  const [display, page] = [await wall.newPage(), await phone.newPage()];
  await openAs(display, 'manager', '/attendance/display');
  const picture = testInfo.outputPath('display.png');
  await display.getByRole('img', { name: /^Code to clock in and out at/ }).waitFor();

  await openAs(page, 'staff', '/attendance');
  const clockOut = page.getByRole('button', { name: 'Clock out', exact: true });
  const clockIn = page.getByRole('button', { name: 'Clock in', exact: true });
  await expect(clockIn.or(clockOut).first()).toBeVisible();
  // The person may be in already, depending on the time of day.
  const isIn = await clockOut.first().isVisible();

  // A reader that has nothing to do with the product, and what the display really shows.
  await display.screenshot({ path: picture });
  const { stdout } = await promisify(execFile)('zbarimg', ['--quiet', '--raw', picture]);
  expect(stdout.trim()).toContain(`${baseURL ?? ''}/attendance?code=`);
  await page.goto(stdout.trim());
  await expect(page.getByText(isIn ? /^Clock out at / : /^Clock in at /)).toBeVisible();
  await (isIn ? clockOut : clockIn).first().click();
  await expect((isIn ? clockIn : clockOut).first()).toBeVisible();
  await expect(display.getByText(/Rohan Das/).first()).toBeVisible();
  await Promise.all([wall.close(), phone.close()]);
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
    const rows = page.getByRole('list', { name: `Waiting ${noun}s` }).getByRole('link');
    await rows.filter({ hasNotText: 'Somebody' }).first().click();
    const before = await waiting();
    await page.keyboard.press('a');
    await expect.poll(waiting).toBeLessThan(before);
  }
});
