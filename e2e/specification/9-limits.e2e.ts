import type { Page } from '@playwright/test';
import { expect, openAs, test, WITHOUT_NETWORK } from '../support/journey.js';
import { eventsInto, fillInComplaint, passTime } from '../support/specification.js';

// Section 9 of the specification: business constants and limits. The page's clock is moved, so that nothing is waited for.

test.use({ serviceWorkers: 'block', tolerated: WITHOUT_NETWORK });

/** Stops the page's clock; only `passTime` moves it. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
}

test('requests time out after 10000 ms', async ({ page }) => {
  await page.clock.install();
  await page.goto('/login');
  await page.route('**/api/auth/login', () => undefined);
  await page.getByLabel('Email').fill('someone@shifa.example');
  await page.getByLabel('Password', { exact: true }).fill('Anything1');
  const asked = page.waitForRequest('**/api/auth/login');
  await stopClock(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await asked;
  await passTime(page, 9_900);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await passTime(page, 200);
  await expect(page.getByRole('alert')).toBeVisible();
});

test('a changed password: the dialog closes after 1500 ms, the toast after 4000 ms at the top right', async ({
  page,
}) => {
  await page.clock.install();
  await page.route('**/api/auth/password', (route) => route.fulfill({ json: { success: true, data: null } }));
  await openAs(page, 'staff', '/profile');
  await page.getByRole('button', { name: 'Change Password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  await dialog.getByLabel('Current Password').fill('Shifa@2026');
  await dialog.getByLabel('New Password', { exact: true }).fill('Longer2026');
  await dialog.getByLabel('Confirm New Password').fill('Longer2026');
  await stopClock(page);
  await dialog.getByRole('button', { name: 'Update Password' }).click();
  const banner = dialog.getByText('Password Updated Successfully! Your password has been changed.');
  await expect(banner).toBeVisible();
  await expect(dialog.getByLabel('Current Password')).toBeDisabled();
  const toast = page.getByText('Password updated successfully', { exact: true });
  await expect(toast).toBeVisible();
  await passTime(page, 1_400);
  await expect(banner).toBeVisible();
  await passTime(page, 600);
  await expect(dialog).toBeHidden();
  const box = await toast.boundingBox();
  expect(box?.x).toBeGreaterThan(640);
  expect(box?.y).toBeLessThan(200);
  await passTime(page, 4_500);
  await expect(toast).toHaveCount(0);
});

test('the complaint banner is shown for 5000 ms, and the form is reset', async ({ page }) => {
  await page.clock.install();
  await page.addInitScript(() => (window.open = () => window));
  await openAs(page, 'staff', '/help-support');
  await fillInComplaint(page);
  await stopClock(page);
  await page.getByRole('button', { name: 'Submit Complaint' }).click();
  const banner = page.getByText("Complaint Submitted Successfully! We'll get back to you within 24-48 hours.");
  await expect(banner).toBeVisible();
  await expect(page.getByLabel('Subject')).toHaveValue('');
  await passTime(page, 4_900);
  await expect(banner).toBeVisible();
  await passTime(page, 200);
  await expect(banner).toHaveCount(0);
});

test('live notifications: 50 are kept, newest first; the badge is «9+» above 9', async ({ page }) => {
  const receive = await eventsInto(page);
  await openAs(page, 'superAdmin');
  const bell = page.getByRole('button', { name: /^Notifications/ });
  const send = (number: number) => receive('notification', { type: 'info', title: `Number ${number}`, message: '' });
  for (let number = 1; number <= 9; number += 1) await send(number);
  await expect(page.getByRole('banner').getByText('9', { exact: true })).toBeVisible();
  for (let number = 10; number <= 60; number += 1) await send(number);
  await expect(page.getByRole('banner').getByText('9+', { exact: true })).toBeVisible();
  await bell.click();
  const items = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem');
  await expect(items).toHaveCount(50);
  await expect(items.first()).toContainText('Number 60');
  await expect(items.last()).toContainText('Number 11');
});

test('the socket reconnects after 1 s up to 5 s, varied by half, and never stops', async ({ page, context }) => {
  await page.clock.install();
  let attempts = 0;
  page.on('websocket', () => (attempts += 1));
  await openAs(page, 'staff', '/profile');
  await expect.poll(() => attempts).toBe(1);
  await context.setOffline(true);
  await stopClock(page);
  const attemptsWithin = async (seconds: number) => {
    const before = attempts;
    for (let second = 0; second < seconds; second += 1) {
      await passTime(page, 1_000);
      // The attempts themselves are outside the page's clock.
      await page.waitForTimeout(100);
    }
    return attempts - before;
  };
  expect(await attemptsWithin(10)).toBeGreaterThanOrEqual(1);
  // At 5 s, from 2.5 to 7.5 s apart.
  for (const _ of [1, 2]) {
    const later = await attemptsWithin(30);
    expect(later).toBeGreaterThanOrEqual(3);
    expect(later).toBeLessThanOrEqual(12);
  }
});

test('currency is INR in US English; dates are US English', async ({ page }) => {
  await openAs(page, 'labAdmin', '/finances/transactions');
  await expect(page.getByRole('gridcell', { name: /^(Income|Expense) [−+]?₹[\d,]+\.\d\d$/ }).first()).toBeVisible();
  // The short form on screen, the long one as its name.
  const day = page.getByRole('gridcell', { name: /^[A-Z][a-z]+ \d{1,2}, \d{4}$/ }).first();
  await expect(day).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/);
});

test('office hours: Mon-Fri 9:00-18:00, Sat 10:00-16:00, Sun closed', async ({ page }) => {
  await openAs(page, 'staff', '/help-support');
  const hours = page.getByRole('region', { name: 'Office Hours' });
  await expect(hours.getByRole('term')).toHaveText(['Mon-Fri', 'Sat', 'Sun']);
  await expect(hours.getByRole('definition')).toHaveText(['9:00-18:00', '10:00-16:00', 'closed']);
});
