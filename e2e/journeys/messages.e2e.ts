import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { fullBrowser } from '../support/full-browser.js';
import { accounts, expect, openAs, PASSWORD, test as base } from '../support/journey.js';
import { MailHost } from '../support/mail-host.js';
import { Server } from '../support/server.js';

const NEW_PASSWORD = 'Another@2026';

type Own = { mailHost: MailHost; server: Server };

const test = base.extend<object, Own>({
  mailHost: [
    async ({}, use) => {
      const mailHost = await MailHost.start();
      await use(mailHost);
      await mailHost.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ mailHost }, use) => {
      const env = { SMTP_URL: mailHost.url, MAIL_FROM: 'Shifa MS <no-reply@lab.example>' };
      const server = await Server.start({ ...env, PUBLIC_URL: 'https://lab.example' });
      await use(server);
      await server.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ server }, use) => use(server.url),
});

test.use({ launchOptions: ({ launchOptions }, use) => use({ ...launchOptions, ...fullBrowser }) });

test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' });

/** The path of the link in the latest email with the subject. */
async function linkIn(mailHost: MailHost, subject: string): Promise<string> {
  const find = () => mailHost.received.findLast((mail) => mail.subject === subject)?.text;
  await expect.poll(find, { timeout: 30_000 }).toBeDefined();
  return /https:\/\/lab\.example(\/\S+)/.exec(find() ?? '')?.[1] ?? '';
}

async function expectAccessible(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

test('an address is confirmed, what is sent is chosen, and a forgotten password is replaced by email', async ({
  page,
  mailHost,
}) => {
  await openAs(page, 'manager', '/settings/notifications');
  await page.getByRole('button', { name: 'Send confirmation link' }).click();
  await expect(page.getByText('Check your inbox for the confirmation link')).toBeVisible();
  await page.goto(await linkIn(mailHost, 'Confirm your email address'));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await page.getByRole('link', { name: 'Choose what is sent to you' }).click();

  await page.getByRole('combobox', { name: 'Email: Announcement' }).selectOption('At once');
  await page.getByRole('button', { name: 'Send me a test' }).click();
  await expect(page.getByText(/^Sent\. The answer was: 250/)).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Email: Announcement' })).toHaveValue('at_once');

  const context = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  if (!context) throw new Error('There is no browser');
  const elsewhere = await context.newPage();
  await elsewhere.goto('/login');
  await elsewhere.getByRole('link', { name: 'Forgot your password?' }).click();
  await elsewhere.getByLabel('Email').fill(accounts.manager);
  await expectAccessible(elsewhere);
  await elsewhere.getByRole('button', { name: 'Send link' }).click();
  const reset = await linkIn(mailHost, 'Reset your password');
  await elsewhere.goto(reset);
  await elsewhere.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD);
  await elsewhere.getByLabel('Confirm New Password').fill(NEW_PASSWORD);
  await expectAccessible(elsewhere);
  await elsewhere.getByRole('button', { name: 'Set password' }).click();
  await elsewhere.getByRole('link', { name: 'Sign in' }).click();
  // The session on the first device has ended.
  await expect(page).toHaveURL(/\/login$/);

  await elsewhere.getByLabel('Email').fill(accounts.manager);
  await elsewhere.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await elsewhere.getByRole('button', { name: 'Sign in' }).click();
  await expect(elsewhere.getByText('Invalid email or password')).toBeVisible();
  await elsewhere.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await elsewhere.getByRole('button', { name: 'Sign in' }).click();
  await expect(elsewhere).toHaveURL(/\/dashboard$/);
  await context.close();
});

test('a push message is shown, and a tap opens what it is about and marks it as read', async ({ page }) => {
  await page.context().grantPermissions(['notifications']);
  await openAs(page, 'labAdmin', '/notifications');
  const unread = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Mark as Read' }) });
  await expect(unread.first()).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const answer = await page.request.get('/api/notifications?isRead=false&limit=1', {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await answer.json()) as { data: { _id: string }[] };
  const id = data[0]?._id ?? '';

  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'));
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify({
      notificationId: id,
      title: 'Shifa MS',
      body: 'You have a new notification',
      path: '/inventory',
    }),
  });
  const shown = () =>
    page.evaluate(async () => {
      const { getNotifications } = await navigator.serviceWorker.ready.then((registration) => ({
        getNotifications: () => registration.getNotifications(),
      }));
      return (await getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    });
  await expect.poll(shown).toEqual([{ title: 'Shifa MS', body: 'You have a new notification', tag: id }]);

  // The tap itself, which only the system can make, as the event that it causes.
  await worker.evaluate(`(async () => {
    const [notification] = await self.registration.getNotifications();
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  })()`);
  await expect(page).toHaveURL(/\/inventory$/);
  await expect.poll(shown).toEqual([]);
  const read = async () => {
    const response = await page.request.get('/api/notifications?isRead=false&limit=100', {
      headers: { authorization: `Bearer ${token}` },
    });
    return ((await response.json()) as { data: { _id: string }[] }).data.some(({ _id }) => _id === id);
  };
  await expect.poll(read).toBe(false);
});
