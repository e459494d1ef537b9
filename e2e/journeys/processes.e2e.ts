import { accounts, expect, openAs, PASSWORD, test as sharedTest } from '../support/journey.js';
import { openLive } from '../support/live.js';
import { type Network, startNetwork } from '../support/network.js';

type Person = { _id: string; laboratoryId: { _id: string } };

const test = sharedTest.extend<{ network: Network }>({
  network: [
    async ({}, use) => {
      const network = await startNetwork();
      await use(network);
      await network.remove();
    },
    // Two servers start for it.
    { timeout: 120_000 },
  ],
  baseURL: ({ network }, use) => use(network.there.url),
});

test('of two processes, each shows at once what happened at the other, and ends its sessions', async ({
  page,
  request,
  network,
}) => {
  await openLive(page, () => openAs(page, 'superAdmin', '/laboratories'));
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

test('a permission taken away at one process silences the open screen at the other', async ({
  page,
  request,
  network,
}) => {
  const frames: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(payload.toString())));
  const hears = (text: string) => expect.poll(() => frames.some((frame) => frame.includes(text))).toBe(true);
  await openAs(page, 'manager');
  const manager = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}') as Person);

  const credentials = { email: accounts.superAdmin, password: PASSWORD };
  const login = await request.post(`${network.here.url}/api/auth/login`, { data: credentials });
  const { data } = (await login.json()) as { data: { token: string } };
  const headers = { authorization: `Bearer ${data.token}` };
  const set = async (permissions: Record<string, boolean | null>) => {
    const url = `${network.here.url}/api/permissions/users/${manager._id}`;
    expect((await request.put(url, { headers, data: { permissions } })).status()).toBe(200);
  };
  const create = async (name: string) => {
    const person = { name, email: `${name.toLowerCase()}@shifa.example`, role: 'staff' };
    const body = { ...person, laboratoryId: manager.laboratoryId._id };
    const created = await request.post(`${network.here.url}/api/staff`, { headers, data: body });
    expect(created.status(), await created.text()).toBe(201);
  };

  await expect(async () => {
    await set({ 'staff.view': true });
    await set({ 'staff.view': null });
    expect(frames.some((frame) => frame.includes('user:updated'))).toBe(true);
  }).toPass();
  await set({ 'staff.view': true });
  await create('Heard');
  await hears('Heard');
  await set({ 'staff.view': null });
  await create('Unheard');
  // What comes after is there, so what came before would be.
  frames.push('mark');
  await set({ 'inventory.stock': false });
  await expect.poll(() => frames.slice(frames.indexOf('mark')).join()).toContain('user:updated');
  expect(frames.join()).not.toContain('Unheard');
});

test('what happens while Redis is away is shown when it is back', async ({ page, request, network }) => {
  await openLive(page, () => openAs(page, 'superAdmin', '/laboratories'));
  await expect(page.getByRole('row', { name: /Shifa Patna/ })).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const headers = { authorization: `Bearer ${token ?? ''}` };
  const create = (name: string, code: string) =>
    request.post(`${network.here.url}/api/laboratories`, {
      headers,
      data: { name, code, contact: { phone: '+91 33 4021 7799' }, location: { city: 'Durgapur' } },
    });
  expect((await create('Shifa Durgapur', 'DGP')).status()).toBe(201);
  await expect(page.getByRole('row', { name: /Shifa Durgapur/ })).toBeVisible();

  await network.redis.stop();
  expect((await create('Shifa Bolpur', 'BLP')).status()).toBe(201);
  await network.redis.start();
  await expect(page.getByRole('row', { name: /Shifa Bolpur/ })).toBeVisible({ timeout: 15_000 });
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
