import type { Page } from '@playwright/test';
import { violationsOn } from '../support/accessibility.js';
import { codeOf } from '../support/authenticator.js';
import { accounts, expect, openAs, PASSWORD } from '../support/journey.js';
import { freshTest as test } from '../support/own-server.js';

/** At the width of a phone and of a desktop. */
async function isAccessible(page: Page, name: string): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await violationsOn(page), `${name} at ${width} px`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${name} at ${width} px is not wider than the screen`).toBeLessThanOrEqual(0);
    const folder = process.env['SCREENSHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png` });
  }
}

async function setRule(page: Page, graceDays: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit rule' }).click();
  await page.getByRole('checkbox', { name: 'Manager' }).setChecked(true);
  await page.getByLabel('Grace period').fill(graceDays);
  await isAccessible(page, 'rule');
  await page.getByRole('button', { name: 'Save rule' }).click();
}

test('a second factor is required of managers: announced first, then the only page until it is there', async ({
  page,
  browser,
}) => {
  await openAs(page, 'superAdmin', '/settings/network');
  // As for a session of which the sign-in was a while ago.
  let isConfirmed = false;
  await page.route('**/api/settings/network/second-factor', async (route) => {
    if (isConfirmed) return route.continue();
    isConfirmed = true;
    const message = "Confirm that it's you to continue";
    const json = { success: false, message, code: 'CONFIRMATION_REQUIRED', errors: [], requestId: 'one' };
    return route.fulfill({ status: 403, json });
  });
  await setRule(page, '14');
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  await expect(dialog).toBeVisible();
  await isAccessible(page, 'confirmation');
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('14 days', { exact: true }).first()).toBeVisible();

  const context = await browser.newContext();
  const manager = await context.newPage();
  await openAs(manager, 'manager', '/inventory');
  await expect(manager.getByText(/Your role needs a second factor\. Add one by/)).toBeVisible();
  await isAccessible(manager, 'notice');

  await setRule(page, '0');
  await expect(manager.getByRole('heading', { name: 'Add a second factor' })).toBeVisible();
  await isAccessible(manager, 'required-factor');
  await manager.getByRole('button', { name: 'Logout' }).click();
  await expect(manager).toHaveURL(/\/login/);

  await manager.goto('/inventory');
  await manager.getByLabel('Email').fill(accounts.manager);
  await manager.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await manager.getByRole('button', { name: 'Sign in' }).click();
  await manager.getByRole('button', { name: 'Add authenticator app' }).click();
  const key = await manager.getByText(/^Or enter this key: /).innerText();
  const secret = key.replace('Or enter this key: ', '').replaceAll(/\s/g, '');
  await manager.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await manager.getByRole('button', { name: 'Add app' }).click();
  await expect(manager.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await manager.getByRole('button', { name: 'Done' }).click();
  await manager.getByRole('button', { name: 'Close' }).click();
  await expect(manager.getByRole('heading', { name: 'Inventory Management' })).toBeVisible();
  await context.close();
});
