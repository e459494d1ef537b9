import type { Browser, Page } from '@playwright/test';
import { type Account, expect, openAs, test } from '../support/journey.js';
import { openLive } from '../support/live.js';

/** Another person in a browser of their own, once their socket is open. */
async function openElsewhere(browser: Browser, baseURL: string | undefined, who: Account, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await openLive(page, () => openAs(page, who, path));
  return page;
}

async function write(page: Page, title: string, type: string, priority: string): Promise<void> {
  const form = page.getByRole('dialog', { name: 'Create Notification' });
  await form.getByRole('combobox', { name: /^Type/ }).click();
  await page.getByRole('option', { name: type }).click();
  await form.getByRole('combobox', { name: /^Priority/ }).click();
  await page.getByRole('option', { name: priority }).click();
  await form.getByLabel('Title').fill(title);
  await form.getByLabel('Message').fill('From 10:00 to 12:00.');
  await form.getByRole('button', { name: 'Send notification' }).click();
}

test('a broadcast reaches everyone in the laboratory at once, and is read in every tab', async ({
  page,
  browser,
  baseURL,
}) => {
  const staff = await openElsewhere(browser, baseURL, 'staff', '/attendance');
  const otherTab = await staff.context().newPage();
  await openLive(otherTab, () => otherTab.goto('/notifications'));
  const elsewhere = await openElsewhere(browser, baseURL, 'labAdminOfDubai', '/notifications');

  await openAs(page, 'labAdmin', '/notifications');
  await page.getByRole('button', { name: 'Create Notification' }).click();
  await page.getByRole('dialog', { name: 'Create Notification' }).getByText('My Laboratory', { exact: true }).click();
  const unread = await unreadOn(staff);
  await write(page, 'Power cut on Saturday', 'Announcement', 'High');

  // At the same time, because both are gone after some seconds.
  await Promise.all([
    expect(staff.getByRole('alert').filter({ hasText: 'Power cut on Saturday' })).toBeVisible(),
    expect(page.getByText('Notification sent successfully!')).toBeVisible(),
  ]);
  await expect.poll(() => unreadOn(staff)).toBe(unread + 1);
  await expect(page.getByRole('dialog', { name: 'Create Notification' })).toBeHidden();
  await expect(page.getByRole('listitem', { name: 'Power cut on Saturday' })).toBeVisible();

  const there = otherTab.getByRole('listitem', { name: 'Power cut on Saturday' });
  await expect(there.getByRole('button', { name: 'Mark as Read' })).toBeVisible();
  await staff.getByRole('link', { name: /^Notifications/ }).click();
  const here = staff.getByRole('listitem', { name: 'Power cut on Saturday' });
  await here.getByRole('button', { name: 'Mark as Read' }).click();
  await expect(here.getByRole('button', { name: 'Mark as Read' })).toBeHidden();
  await expect(there.getByRole('button', { name: 'Mark as Read' })).toBeHidden();
  await expect.poll(() => unreadOn(otherTab)).toBe(unread);

  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  await expect(elsewhere.getByText('Power cut on Saturday')).toHaveCount(0);
  await elsewhere.reload();
  await expect(elsewhere.getByText(/unread notifications?$/)).toBeVisible();
  await expect(elsewhere.getByText('Power cut on Saturday')).toHaveCount(0);
  await staff.context().close();
  await elsewhere.context().close();
});

test('a warning opens the panel of a super admin', async ({ page, browser, baseURL }) => {
  const superAdmin = await openElsewhere(browser, baseURL, 'superAdmin', '/settings');
  await openAs(page, 'superAdmin', '/notifications');
  await page.getByRole('button', { name: 'Create Notification' }).click();
  const form = page.getByRole('dialog', { name: 'Create Notification' });
  await form.getByRole('combobox', { name: 'User' }).fill('Farida');
  await page.getByRole('option', { name: /Farida/ }).click();
  await write(page, 'Fridge 2 is warm', 'Warning', 'Urgent');
  const panel = superAdmin.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByText('Fridge 2 is warm')).toBeVisible();
  await panel.getByRole('button', { name: 'Mark read', exact: true }).click();
  await panel.getByRole('button', { name: 'Dismiss Fridge 2 is warm' }).click();
  await expect(panel.getByText('No notifications yet')).toBeVisible();
  await superAdmin.context().close();
});

/** The number at the bell. */
async function unreadOn(page: Page): Promise<number> {
  const label = await page.getByRole('link', { name: /^Notifications/ }).getAttribute('aria-label');
  return Number(/\d+/.exec(label ?? '')?.[0] ?? 0);
}
