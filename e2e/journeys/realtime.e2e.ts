import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { type Account, accounts, expect, openAs, PASSWORD } from '../support/journey.js';
import { openLive } from '../support/live.js';
// What other journeys do in the same laboratories would be heard as well.
import { test } from '../support/own-server.js';

type Answer<Data> = { data: Data };
type Versioned = { _id: string; version: number };

/** The name of each event that a page receives: `42["user:created",{…}]`. */
type Screen = { page: Page; heard: string[] };

async function openScreen(browser: Browser, baseURL: string | undefined, who: Account): Promise<Screen> {
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const page = await context.newPage();
  const heard: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      const name = /^42\["([^"]+)"/.exec(payload.toString())?.[1];
      if (name !== undefined) heard.push(name);
    });
  });
  await openLive(page, () => openAs(page, who, '/settings'));
  return { page, heard };
}

/** Acts through the API, as somebody whose screen is not watched. */
class Actor {
  private constructor(
    private readonly request: APIRequestContext,
    private readonly headers: Record<string, string>,
    readonly user: { _id: string; laboratoryId: { _id: string } | null },
  ) {}

  static async signIn(request: APIRequestContext, who: Account): Promise<Actor> {
    const answer = await request.post('/api/auth/login', { data: { email: accounts[who], password: PASSWORD } });
    const { data } = (await answer.json()) as Answer<{ token: string; user: Actor['user'] }>;
    return new Actor(request, { authorization: `Bearer ${data.token}` }, data.user);
  }

  async send<Data = Versioned>(method: 'get' | 'post' | 'put' | 'delete', path: string, data?: object): Promise<Data> {
    const answer = await this.request[method](`/api${path}`, { headers: this.headers, ...(data && { data }) });
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
    return ((await answer.json()) as Answer<Data>).data;
  }
}

test('what happens in a laboratory is heard on the screens of those concerned, and in no other laboratory', async ({
  browser,
  baseURL,
  request,
}) => {
  const head = await openScreen(browser, baseURL, 'superAdmin');
  const here = await openScreen(browser, baseURL, 'labAdmin');
  const elsewhere = await openScreen(browser, baseURL, 'labAdminOfDubai');
  const [network, manager, labAdmin, dubai] = [
    await Actor.signIn(request, 'superAdmin'),
    await Actor.signIn(request, 'manager'),
    await Actor.signIn(request, 'labAdmin'),
    await Actor.signIn(request, 'labAdminOfDubai'),
  ];
  const laboratoryId = labAdmin.user.laboratoryId?._id ?? '';

  const contact = { phone: '+91 33 4021 7799' };
  const created = await network.send('post', '/laboratories', {
    name: 'Shifa Bardhaman',
    code: 'BWN',
    contact,
    location: { city: 'Bardhaman' },
  });
  await network.send('delete', `/laboratories/${created._id}`);
  const { version } = await network.send('get', `/laboratories/${laboratoryId}`);
  await network.send('put', `/laboratories/${laboratoryId}`, { contact, version });

  const person = { name: 'Tara Lal', email: 'tara.lal@shifa.example', role: 'staff', laboratoryId };
  const added = await network.send('post', '/staff', person);
  await network.send('put', `/staff/${added._id}`, { department: 'Serology', version: added.version });

  const entry = {
    type: 'income',
    amountPaise: 120_000,
    category: 'test_fees',
    paymentMethod: 'cash',
    description: 'Fees of the afternoon',
    laboratoryId,
  };
  for (const approved of [true, false]) {
    const { _id } = await network.send('post', '/transactions', entry);
    const reason = approved ? undefined : 'The receipt is missing';
    await labAdmin.send('put', `/transactions/${_id}/approve`, { approved, reason });
  }

  const item = await network.send('post', '/inventory', {
    name: 'Serum tube',
    category: 'consumable',
    unit: 'piece',
    minQuantity: 10,
    quantity: 20,
    expiryDate: '2099-12-31',
    laboratoryId,
  });
  await network.send('put', `/inventory/${item._id}/stock`, { type: 'out', quantity: 5 });
  await network.send('put', `/inventory/${item._id}/stock`, { type: 'out', quantity: 10 });

  // Whether the manager is in already depends on the hour.
  const punches = ['clock-in', 'clock-out'] as const;
  const { isIn } = await manager
    .send<{ open: boolean }[]>('get', '/attendance/me?limit=1')
    .then(([last]) => ({ isIn: last?.open === true }));
  for (const punch of isIn ? punches.toReversed() : punches) await manager.send('post', `/attendance/${punch}`, {});

  const message = { type: 'announcement', priority: 'low', title: 'For one person', message: 'Hello.' };
  await network.send('post', '/notifications/create', { ...message, recipientId: labAdmin.user._id });
  await network.send('post', '/notifications/create', { ...message, recipientId: dubai.user._id });

  const ofLaboratory = [
    'laboratory:updated',
    'user:created',
    'user:updated',
    'transaction:created',
    'transaction:approved',
    'transaction:rejected',
    'inventory:updated',
    'inventory:low-stock',
    'attendance:clock-in',
    'attendance:clock-out',
    'notification',
  ];
  await expect.poll(() => here.heard).toEqual(expect.arrayContaining(ofLaboratory));
  const ofNetwork = ofLaboratory.filter((name) => name !== 'notification');
  const laboratories = ['laboratory:created', 'laboratory:deleted'];
  await expect.poll(() => head.heard).toEqual(expect.arrayContaining([...laboratories, ...ofNetwork]));
  expect(here.heard).not.toEqual(expect.arrayContaining(laboratories));
  // The last thing that was sent has arrived, so anything before it would have.
  await expect.poll(() => elsewhere.heard).toEqual(['notification']);
  for (const { page } of [head, here, elsewhere]) await page.context().close();
});
