import { expect, openAs, test } from '../support/journey.js';
import { eventsInto } from '../support/specification.js';

// Section 4 of the specification: states and transitions.

test.use({ serviceWorkers: 'block', tolerated: /status of 500/ });

const stored = () => ({ token: localStorage.getItem('token'), user: localStorage.getItem('user') });

test.describe('session', () => {
  test('login stores token and user; logout clears them, whatever the server answers', async ({ page }) => {
    await openAs(page, 'staff');
    const { token, user } = await page.evaluate(stored);
    expect(token).toBeTruthy();
    expect(JSON.parse(user ?? '')).toMatchObject({ role: 'staff' });
    await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(stored)).toEqual({ token: null, user: null });
  });

  test('a stored token that is refused at start is removed, and so is the user', async ({ page }) => {
    await page.goto('/favicon.svg');
    await page.evaluate(() => localStorage.setItem('token', 'refused'));
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(stored)).toEqual({ token: null, user: null });
  });

  test('the socket is opened with the token at start', async ({ page }) => {
    const opened = page.waitForEvent('websocket', (socket) => socket.url().includes('/socket.io/'));
    await openAs(page, 'staff');
    const sent = await (await opened).waitForEvent('framesent', ({ payload }) => payload.toString().startsWith('40'));
    expect(sent.payload.toString()).toContain(String((await page.evaluate(stored)).token));
  });
});

test.describe('notifications', () => {
  const rows = ['First', 'Second'].map((title, index) => ({
    _id: `65f00000000000000000000${index}`,
    title,
    message: 'Message',
    type: 'announcement',
    priority: 'medium',
    isRead: false,
    readAt: null,
    createdAt: '2026-11-20T09:00:00.000Z',
    isSystemGenerated: false,
    laboratoryId: null,
    actionUrl: null,
    actionLabel: null,
    sender: null,
  }));

  test('marking sets isRead and decrements the unread count, never below 0; mark all sets 0', async ({ page }) => {
    await page.route(/\/api\/notifications\?/, async (route) => {
      const { user } = await page.evaluate(stored);
      const recipientId = { _id: (JSON.parse(user ?? '{}') as { _id: string })._id, name: 'Me' };
      const pagination = { page: 1, limit: 20, total: 2, totalPages: 1 };
      const data = rows.map((row) => ({ ...row, recipientId }));
      await route.fulfill({
        json: { success: true, data, pagination, unreadCount: 1, asOf: '2026-11-22T09:00:00.000Z' },
      });
    });
    await page.route(/\/api\/notifications\/.*read/, () => undefined);
    await openAs(page, 'staff', '/notifications');
    await expect(page.getByText('1 unread notification', { exact: true })).toBeVisible();
    for (const title of ['First', 'Second']) {
      const card = page.getByRole('listitem', { name: title });
      await card.getByRole('button', { name: 'Mark as Read' }).click();
      await expect(card.getByRole('button', { name: 'Mark as Read' })).toHaveCount(0);
      await expect(page.getByText('0 unread notifications')).toBeVisible();
    }
    await page.reload();
    await page.getByRole('button', { name: 'Mark All as Read' }).click();
    await expect(page.getByText('0 unread notifications')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mark as Read', exact: true })).toHaveCount(0);
  });

  for (const type of ['error', 'warning'] as const) {
    test(`live: ${type} opens the panel, whose items can be read, dismissed and cleared`, async ({ page }) => {
      const receive = await eventsInto(page);
      await openAs(page, 'superAdmin');
      await receive('notification', { type: 'info', title: 'Quiet', message: "An info doesn't open it" });
      const panel = page.getByRole('dialog', { name: 'Notifications' });
      await expect(page.getByRole('button', { name: /^Notifications, 1 unread/ })).toBeVisible();
      await expect(panel).toBeHidden();
      await receive('notification', { type, message: 'Without a title' });
      await expect(panel.getByText('Without a title')).toBeVisible();
      // The default title.
      await expect(panel.getByText('Notification', { exact: true })).toBeVisible();
      await panel.getByRole('button', { name: 'Mark read' }).first().click();
      await expect(page.getByRole('button', { name: /^Notifications, 1 unread/ })).toBeVisible();
      await panel.getByRole('button', { name: 'Dismiss Quiet' }).click();
      await expect(panel.getByText('Quiet')).toHaveCount(0);
      await panel.getByRole('button', { name: 'Clear all' }).click();
      await expect(panel.getByText('No notifications yet')).toBeVisible();
    });
  }
});

test('install prompt: appears when the browser offers it; Install triggers it; close hides it', async ({ page }) => {
  await openAs(page, 'staff');
  await expect(page.getByText(/^Welcome back, /).first()).toBeVisible();
  const offer = () =>
    page.evaluate(() => {
      const event = Object.assign(new Event('beforeinstallprompt'), {
        prompt: () => {
          document.title = 'prompted';
          return Promise.resolve({ outcome: 'dismissed' });
        },
        userChoice: Promise.resolve({ outcome: 'dismissed' }),
      });
      window.dispatchEvent(event);
    });
  const prompt = page.getByText('Install Shifa MS');
  await expect(prompt).toHaveCount(0);
  await offer();
  await expect(prompt).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(prompt).toHaveCount(0);
  await offer();
  await page.getByRole('button', { name: 'Install', exact: true }).click();
  await expect(page).toHaveTitle('prompted');
});
