import type { Page } from '@playwright/test';
import { violationsOn } from '../support/accessibility.js';
import { addVirtualAuthenticator, codeOf } from '../support/authenticator.js';
import { accounts, expect, openAs, PASSWORD } from '../support/journey.js';
import { freshTest } from '../support/own-server.js';

/** Passkeys belong to a name, not to an address of numbers. */
const test = freshTest.extend({
  baseURL: ({ freshServer }, use) => use(freshServer.url.replace('127.0.0.1', 'localhost')),
});

const settings = '/settings/security';

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** At the width of a phone and of a desktop. */
async function isAccessible(page: Page, name: string): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await violationsOn(page), `${name} at ${width} px`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${name} at ${width} px is not wider than the screen`).toBeLessThanOrEqual(0);
    if (process.env['SCREENSHOTS']) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: `${process.env['SCREENSHOTS']}/${name}-${width}-${colorScheme}.png` });
      }
      await page.emulateMedia({ colorScheme: 'light' });
    }
  }
}

test('an authenticator app is added, asked for at the next sign-in, replaced by a recovery code, and removed', async ({
  page,
}) => {
  await openAs(page, 'staff', settings);
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  const key = page.getByText(/^Or enter this key: /);
  const secret = (await key.innerText()).replace('Or enter this key: ', '').replaceAll(/\s/g, '');
  await isAccessible(page, 'add-app');
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Add app' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [recoveryCode = ''] = await codes.allInnerTexts();
  await isAccessible(page, 'recovery-codes');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save file' }).click();
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('10 of 10 left')).toBeVisible();
  await isAccessible(page, 'security');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/);

  await enterPassword(page, accounts.staff);
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  // The first step opens nothing.
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await isAccessible(page, 'second-step');
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('This code is wrong, has expired or was already used')).toBeVisible();
  await page.getByLabel('Code').fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/);

  await enterPassword(page, accounts.staff);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.goto(settings);
  await expect(page.getByText('9 of 10 left')).toBeVisible();
  await page.getByRole('button', { name: 'Remove app' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove app' }).click();
  await expect(page.getByRole('button', { name: 'Add authenticator app' })).toBeVisible();
});

test('a passkey is made, and signs in from what the browser offers to fill in', async ({ page }) => {
  await addVirtualAuthenticator(page);
  await openAs(page, 'manager', settings);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await isAccessible(page, 'add-passkey');
  await page.getByLabel('Name').fill('Reception computer');
  await page.getByRole('dialog').getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save file' }).click();
  await download;
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('Reception computer');
  await isAccessible(page, 'passkeys');
  // The virtual device answers as soon as the sign-in page offers passkeys. Until then, the page may still be the former.
  const signedIn = page.waitForResponse((response) => response.url().endsWith('/api/auth/passkey'));
  await page.getByRole('button', { name: 'Logout' }).click();
  expect((await signedIn).status()).toBe(200);
  await expect(page).toHaveURL(/\/dashboard|\/settings/, { timeout: 15_000 });
  await expect(
    page
      .getByText(/^Welcome back, /)
      .or(page.getByRole('heading', { name: 'Settings' }))
      .first(),
  ).toBeVisible();
  await page.goto(settings);
  await expect(page.getByRole('list', { name: 'Passkeys' })).not.toContainText('not used yet');
});
