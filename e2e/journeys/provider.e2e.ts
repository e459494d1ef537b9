import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Locator } from '@playwright/test';
import { violationsOn } from '../support/accessibility.js';
import { accounts, expect, test as sharedTest } from '../support/journey.js';
import { CLIENT, OpenidProvider } from '../support/openid-provider.js';
import { Server } from '../support/server.js';

/** The provider and the product have to know each other's address before they start. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

const test = sharedTest.extend<object, { address: string }>({
  address: [
    async ({}, use) => {
      const PORT = String(await freePort());
      const PUBLIC_URL = `http://127.0.0.1:${PORT}`;
      const provider = await OpenidProvider.start(PUBLIC_URL);
      const env = { PORT, PUBLIC_URL, OIDC_ISSUER: provider.issuer, OIDC_LABEL: 'Example ID', ...CLIENT };
      const server = await Server.start(env);
      await use(PUBLIC_URL);
      await server.remove();
      await provider.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ address }, use) => use(address),
});

test('someone signs in with the provider, lands where they wanted to go, and signs out of both', async ({ page }) => {
  await page.goto('/profile');
  const button = page.getByRole('button', { name: 'Sign in with Example ID' });
  await expect(button).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await violationsOn(page), `the sign-in page at ${width} px`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
  await button.click();
  await page.getByLabel('Work email').fill(accounts.manager);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByText(accounts.manager).first()).toBeVisible();
  // The code has left the address, also of the pages before.
  expect(await page.evaluate(() => document.referrer)).not.toContain('code=');

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: /yes/i }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByLabel('Email')).toBeVisible();
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/login$/);
});

test('someone confirms by signing in at the provider again, in a window that leaves the page as it is', async ({
  page,
}) => {
  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click();
  await page.getByLabel('Work email').fill(accounts.manager);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/settings\/security$/);
  const token = await page.evaluate(() => localStorage.getItem('token'));

  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  const again = dialog.getByRole('button', { name: 'Sign in again with Example ID' });
  await expect(again).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await violationsOn(page), `the confirmation at ${width} px`).toEqual([]);
  }

  /** In the window, which asks although the person is still signed in at the provider. */
  const signInAs = async (button: Locator, email: string) => {
    const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()]);
    await popup.getByLabel('Work email').fill(email);
    const closed = popup.waitForEvent('close');
    await popup.getByRole('button', { name: 'Continue' }).click();
    await closed;
  };
  await signInAs(again, accounts.labAdmin);
  await expect(dialog.getByText('You signed in there as someone else.', { exact: false })).toBeVisible();
  await signInAs(again, accounts.manager);
  await expect(page.getByRole('dialog', { name: 'Add authenticator app' })).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(token);
});

test('an answer that no page waits for confirms nothing, and says so', async ({ page }) => {
  await page.goto('/login/return?code=a-code&state=confirm.unknown');
  await expect(page.getByText('This sign-in is no longer needed')).toBeVisible();
  await expect(page).toHaveURL(/\/login\/return$/);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await violationsOn(page), `the page at ${width} px`).toEqual([]);
  }
});

test('an account that the provider does not know here, and an answer in another browser, open nothing', async ({
  page,
  browser,
}) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click();
  await page.getByLabel('Work email').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(/No account here has the verified email address/)).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back to sign in' }).click();

  // Someone starts a sign-in and has another person finish it, who would then work in the wrong account.
  const answer = page.waitForRequest(/\/login\/return\?/);
  await page.route(/\/login\/return\?/, (route) => route.abort());
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click();
  const address = (await answer).url();
  const other = await browser.newContext();
  const victim = await other.newPage();
  await victim.goto(address);
  await expect(victim.getByText('This sign-in took too long. Sign in again.')).toBeVisible();
  await other.close();
});
