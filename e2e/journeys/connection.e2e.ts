import { createServer, request as forward } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { accounts, expect, openAs, PASSWORD, test, WITHOUT_NETWORK } from '../support/journey.js';

test.use({ serviceWorkers: 'allow', tolerated: WITHOUT_NETWORK });

test('a network that refuses websockets gets its live updates by polling', async ({ page, baseURL }) => {
  const target = new URL(baseURL ?? '');
  const proxy = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const onward = forward({ host: target.hostname, port: target.port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  proxy.on('upgrade', (_, socket) => socket.destroy());
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  try {
    const login = await page.request.post(`${origin}/api/auth/login`, {
      data: { email: accounts.superAdmin, password: PASSWORD },
    });
    const { data } = (await login.json()) as { data: { token: string } };
    await page.goto(`${origin}/favicon.svg`);
    await page.evaluate((token) => localStorage.setItem('token', token), data.token);
    const polled = page.waitForResponse(
      (response) => response.url().includes('transport=polling') && response.request().method() === 'POST',
    );
    await page.goto(`${origin}/dashboard`);
    expect((await polled).status()).toBe(200);
  } finally {
    await page.close();
    proxy.closeAllConnections();
    proxy.close();
  }
});

/** A connection on which the browser fetches nothing but what is used. */
const savesData = () => Object.defineProperty(navigator, 'connection', { value: { saveData: true } });

test('a section that was never loaded opens by itself when the device is online again', async ({ page, context }) => {
  await page.addInitScript(savesData);
  await openAs(page, 'superAdmin', '/laboratories');
  await expect(page.getByRole('grid', { name: 'Laboratories' })).toContainText('Kolkata');
  await context.setOffline(true);
  await expect(page.getByText("You've been offline since")).toBeVisible();
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await expect(page.getByRole('heading', { name: "Couldn't load this page" })).toBeVisible();
  await context.setOffline(false);
  // Older browsers keep the failed import, so the page loads itself anew.
  await expect(page.getByRole('heading', { name: 'Reports & Analytics' })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("You've been offline since")).toBeHidden();
});

test('an action that was never used says in its place that it needs a connection', async ({ page, context }) => {
  await page.addInitScript(savesData);
  await openAs(page, 'superAdmin', '/staff?search=das');
  await expect(page.getByRole('grid', { name: 'People' })).toContainText('Das');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Import people' }).click();
  const notice = page.getByRole('dialog', { name: 'This needs a connection' });
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Close' }).click();
  await expect(notice).toBeHidden();
  await expect(page.getByRole('searchbox').first()).toHaveValue('das');
  await expect(page.getByRole('grid', { name: 'People' })).toContainText('Das');
});

test('after an idle moment every section opens without a network, and Home is the clock', async ({ page, context }) => {
  test.setTimeout(120_000);
  await openAs(page, 'staff', '/attendance');
  await page.waitForFunction(() => localStorage.getItem('kept-version') !== null, undefined, { timeout: 90_000 });
  await context.setOffline(true);
  await page.goto('/dashboard');
  const day = page.getByRole('region', { name: 'Your day' });
  await expect(day.getByText(/as of \d/i)).toBeVisible();
  await expect(day.getByRole('link', { name: 'Scan the code' })).toBeVisible();
  await page.goto('/help-support');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText("Couldn't load this page")).toBeHidden();
});

test.describe('after an upgrade', () => {
  test.use({ serviceWorkers: 'block' });

  test('a page of the former version loads the new one at once when its code is gone', async ({ page }) => {
    await openAs(page, 'superAdmin', '/laboratories');
    await expect(page.getByRole('grid', { name: 'Laboratories' })).toContainText('Kolkata');
    let isOld = true;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) isOld = false;
    });
    const next = '<script type="module" crossorigin src="/assets/index-next.js"></script>';
    await page.route('/', (route) =>
      isOld ? route.fulfill({ contentType: 'text/html', body: next }) : route.fallback(),
    );
    await page.route(/\/assets\/.*\.js$/, (route) => (isOld ? route.fulfill({ status: 404 }) : route.fallback()));
    const failed = page.getByRole('heading', { name: "Couldn't load this page" });
    const wasShown = failed.waitFor({ timeout: 15_000 }).then(
      () => true,
      () => false,
    );
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Reports & Analytics' })).toBeVisible();
    expect(isOld).toBe(false);
    expect(await wasShown).toBe(false);
  });
});

test('an expired session leads to sign in, and back into the form with its input', async ({ page }) => {
  await openAs(page, 'superAdmin', '/laboratories');
  await page.getByRole('button', { name: 'New laboratory' }).click();
  for (const [label, text] of [
    ['Name', 'North Wing'],
    ['Code', 'NWG'],
    ['Phone', '+91 33 4021 7741'],
    ['City', 'Kolkata'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
  // The session ends elsewhere; the server closes the socket, and the page learns why.
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await page.request.post('/api/auth/logout', { data: {}, headers: { authorization: `Bearer ${token ?? ''}` } });
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(accounts.superAdmin);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'New laboratory' })).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('North Wing');
  await expect(page.getByLabel('City', { exact: true })).toHaveValue('Kolkata');
});
