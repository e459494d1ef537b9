import type { Page } from '@playwright/test';
import { expect, openAs, test } from '../support/journey.js';
import { eventsInto, fillInComplaint } from '../support/specification.js';

// Section 8 of the specification, the error catalogue, and the error screens of section 2.

test.use({ serviceWorkers: 'block', tolerated: /TypeError|status of 500|The above error occurred|Minified React/ });

/** Lets a call fail, with the server's message if there is one. */
async function fails(page: Page, url: RegExp | string, message?: string): Promise<void> {
  const json = { success: false, ...(message !== undefined && { message }), errors: [] };
  await page.route(url, (route) => route.fulfill({ status: 500, json }));
}

test('any 401 removes token and user and leads to /login', async ({ page }) => {
  await openAs(page, 'staff');
  await expect(page.getByText(/^Welcome back, /).first()).toBeVisible();
  await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: { success: false } }));
  await page.getByRole('link', { name: 'Attendance' }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])).toEqual([
    null,
    null,
  ]);
});

test.describe('notifications', () => {
  for (const message of [undefined, 'The message of the server']) {
    test(`${message ? 'the server’s message' : 'the default'} when reading or marking fails`, async ({ page }) => {
      await fails(page, /\/api\/notifications\/read-all/, message);
      await fails(page, /\/api\/notifications\/[0-9a-f]{24}\/read/, message);
      await fails(page, /\/api\/notifications\/[0-9a-f]{24}$/, message);
      await openAs(page, 'superAdmin', '/notifications');
      await page.getByRole('button', { name: 'Mark All as Read' }).click();
      await expect(page.getByText(message ?? 'Failed to mark all as read')).toBeVisible();
      await page.reload();
      await page.getByRole('button', { name: 'Mark as Read', exact: true }).first().click();
      await expect(page.getByText(message ?? 'Failed to mark as read')).toBeVisible();
      await page.reload();
      await page
        .getByRole('button', { name: /^Delete / })
        .first()
        .click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByText(message ?? 'Failed to delete notification')).toBeVisible();
      await fails(page, /\/api\/notifications\?/, message);
      await page.reload();
      await expect(page.getByText(message ?? 'Failed to fetch notifications').first()).toBeVisible();
    });
  }

  test('the defaults when sending fails, and «Notification sent successfully!»', async ({ page }) => {
    await page.goto('/');
    await fails(page, '**/api/notifications/create');
    await fails(page, /\/api\/notifications\/laboratory\/\w+\/broadcast/);
    await fails(page, '**/api/notifications/broadcast-all');
    await openAs(page, 'superAdmin', '/notifications');
    await page.getByRole('button', { name: 'Create Notification' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Notification' });
    const choose = async (label: RegExp | string, option: string | RegExp) => {
      await dialog.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: option }).first().click();
    };
    await choose(/^Type/, 'Announcement');
    await choose(/^Priority/, 'Medium');
    await dialog.getByLabel('Title').fill('Title');
    await dialog.getByLabel('Message').fill('Message');
    const send = dialog.getByRole('button', { name: 'Send notification' });

    await choose('User', /./);
    await send.click();
    await expect(dialog.getByText('Failed to create notification')).toBeVisible();
    await dialog.getByRole('radio', { name: 'Laboratory', exact: true }).check({ force: true });
    await choose('Laboratory', /./);
    await send.click();
    await expect(dialog.getByText('Failed to broadcast notification')).toBeVisible();
    await dialog.getByRole('radio', { name: 'All Users' }).check({ force: true });
    await send.click();
    await page.getByRole('alertdialog').getByRole('button', { name: /^Send/ }).click();
    await expect(dialog.getByText('Failed to broadcast to all')).toBeVisible();

    await page.unroute('**/api/notifications/create');
    await dialog.getByRole('radio', { name: 'Individual' }).check({ force: true });
    // Found on the server as it is typed: the list begins with a few people only.
    await dialog.getByRole('combobox', { name: 'User' }).fill('Rohan');
    await page.getByRole('option', { name: /Rohan/ }).first().click();
    await send.click();
    await expect(page.getByText('Notification sent successfully!')).toBeVisible();
  });
});

test('complaint: «Failed to open WhatsApp. Please try again.» when the tab is blocked', async ({ page }) => {
  await page.addInitScript(() => (window.open = () => null));
  await openAs(page, 'staff', '/help-support');
  await fillInComplaint(page);
  await page.getByRole('button', { name: 'Submit Complaint' }).click();
  await expect(page.getByText('Failed to open WhatsApp. Please try again.')).toBeVisible();
});

test('the live panel: «Laboratory Created», «New User Added», «Transaction Approved», «Low Stock Alert»', async ({
  page,
}) => {
  const receive = await eventsInto(page);
  await openAs(page, 'superAdmin');
  const ids = { _id: '65f0000000000000000000aa', laboratoryId: '65f0000000000000000000ab', by: null, version: 1 };
  await receive('laboratory:created', { ...ids, name: 'North', code: 'NTH' });
  await receive('user:created', { ...ids, name: 'Rana Sen', role: 'staff' });
  await receive('transaction:approved', {
    ...ids,
    transactionNo: 'KOL-1',
    type: 'expense',
    category: 'rent',
    amountPaise: 100,
    reversalOf: null,
  });
  await receive('inventory:low-stock', { ...ids, name: 'Gloves', usableQuantity: 1, minQuantity: 5, unit: 'box' });
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  for (const title of ['Laboratory Created', 'New User Added', 'Transaction Approved', 'Low Stock Alert']) {
    await expect(panel.getByText(title)).toBeVisible();
  }
  await panel.getByRole('button', { name: 'View Inventory' }).click();
  await expect(page).toHaveURL('/inventory');
});

test.describe('error screens', () => {
  test('a page that fails to render says so, with «Refresh Page»', async ({ page }) => {
    await page.route('**/api/auth/sessions', (route) => route.fulfill({ json: { success: true, data: [null] } }));
    await openAs(page, 'staff', '/profile');
    await expect(page.getByRole('heading', { name: 'Something went wrong', exact: true })).toBeVisible();
    await expect(
      page.getByText('An unexpected error occurred. Please try refreshing the page.', { exact: true }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Refresh Page' })).toBeVisible();
  });

  test('the crash screen: «Oops! Something went wrong», «Try Again», «Go to Dashboard»', async ({ page }) => {
    // What the frame of every page depends on.
    await page.addInitScript(() => {
      const matchMedia = window.matchMedia.bind(window);
      window.matchMedia = (query) => {
        if (query.includes('width')) throw new TypeError('Broken by the test');
        return matchMedia(query);
      };
    });
    await openAs(page, 'staff');
    await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toBeVisible();
  });
});
