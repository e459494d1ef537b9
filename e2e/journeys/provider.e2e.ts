import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
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
