import { expect, openAs, test as sharedTest } from '../support/journey.js';
import { type Network, startNetwork } from '../support/network.js';

const test = sharedTest.extend<{ network: Network }>({
  network: async ({}, use) => {
    const network = await startNetwork();
    await use(network);
    await network.remove();
  },
  baseURL: ({ network }, use) => use(network.there.url),
});

test('of two processes, each shows at once what happened at the other, and ends its sessions', async ({
  page,
  request,
  network,
}) => {
  const joined = page
    .waitForEvent('websocket', (socket) => socket.url().includes('/socket.io/'))
    .then((socket) => socket.waitForEvent('framereceived'));
  await openAs(page, 'superAdmin', '/laboratories');
  await joined;
  await expect(page.getByRole('row', { name: /Shifa Patna/ })).toBeVisible();

  const token = await page.evaluate(() => localStorage.getItem('token'));
  const headers = { authorization: `Bearer ${token ?? ''}` };
  const created = await request.post(`${network.here.url}/api/laboratories`, {
    headers,
    data: { name: 'Shifa Asansol', code: 'ASN', contact: { phone: '+91 33 4021 7799' }, location: { city: 'Asansol' } },
  });
  expect(created.status(), await created.text()).toBe(201);
  await expect(page.getByRole('row', { name: /Shifa Asansol/ })).toBeVisible();

  const ended = await request.post(`${network.here.url}/api/auth/logout`, { headers });
  expect(ended.status()).toBe(200);
  await expect(page).toHaveURL(/\/login/);
  const refused = await request.get(`${network.there.url}/api/auth/me`, { headers });
  expect(refused.status()).toBe(401);
});

test('guesses are counted by both processes together', async ({ request, network }) => {
  const data = { email: 'manager@shifa.example', password: 'Wrong-1234' };
  const guess = (url: string) => request.post(`${url}/api/auth/login`, { data });
  for (let count = 0; count < 5; count += 1) {
    expect((await guess(network.here.url)).status()).toBe(401);
    expect((await guess(network.there.url)).status()).toBe(401);
  }
  expect((await guess(network.here.url)).status()).toBe(429);
  expect((await guess(network.there.url)).status()).toBe(429);
});
