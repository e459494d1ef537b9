import { randomUUID } from 'node:crypto';
import { expect, type APIRequestContext } from '@playwright/test';
import { type Account, accounts, PASSWORD, test as sharedTest } from '../support/journey.js';
import { type Network, startNetwork } from '../support/network.js';
import { Server } from '../support/server.js';

/** `PROOFS=full` makes as many changes as the workflow does. */
const ROUNDS = process.env['PROOFS'] === 'full' ? 160 : 64;
/** After so many rounds, Redis restarts and has lost everything. */
const RESTART_EVERY = 40;
/** After so many rounds, a process ends in the middle of a change that it does not answer. */
const CRASH_EVERY = 32;
const SEED = 20_261_126;

type Processes = Network & { third: Server; uncached: Server };

const test = sharedTest.extend<{ network: Processes }>({
  network: [
    async ({}, use) => {
      const network = await startNetwork();
      const third = await Server.start(network.shared);
      // Without a Redis that it could ask, a process uses nothing that it has kept.
      const uncached = await Server.start({ ...network.shared, REDIS_URL: 'redis://127.0.0.1:1' });
      await use({ ...network, third, uncached });
      await Promise.all([third.remove(), uncached.remove()]);
      await network.remove();
    },
    // Four servers start for it.
    { timeout: 240_000 },
  ],
  baseURL: ({ network }, use) => use(network.here.url),
});

test.setTimeout(600_000);

const reads: readonly (readonly [Account, string])[] = [
  ['superAdmin', '/dashboard'],
  ['labAdmin', '/dashboard'],
  ['superAdmin', '/dashboard/quick-stats'],
  ['superAdmin', '/reports/analytics/financial'],
  ['labAdmin', '/transactions/stats'],
  ['labAdmin', '/transactions?limit=1'],
  ['labAdmin', '/staff/stats'],
  ['labAdmin', '/staff?limit=1'],
  ['labAdmin', '/inventory/stats'],
  ['labAdmin', '/attendance/board?limit=1'],
  // Refused where the permission was taken away.
  ['manager', '/staff?limit=1'],
  ['manager', '/auth/me'],
];

test('three processes keep values, and none answers an older one once a change was answered', async ({
  request,
  network,
}) => {
  const desk = await Desk.open(request, network);
  const differences: string[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const isRestart = round % RESTART_EVERY === 0;
    if (isRestart) await network.redis.stop();
    // What others read during a change must not be kept either.
    await Promise.all([
      isRestart && network.redis.start(),
      desk.write(),
      ...desk.some(reads, 4).map((read) => desk.read(desk.anyProcess(), read)),
    ]);
    for (const read of desk.some(reads, 3)) differences.push(...(await desk.differencesIn(read)));
    if (round % CRASH_EVERY !== 0) continue;
    await Promise.all([desk.write(network.third).catch(() => undefined), desk.crash(network.third)]);
    for (const read of reads) differences.push(...(await desk.differencesIn(read, network.here)));
    await network.third.run();
  }
  expect(differences).toEqual([]);
  expect(desk.written).toBeGreaterThanOrEqual(ROUNDS);
});

/** People who use any of the processes. */
class Desk {
  written = 0;
  private state = SEED;
  private isDenied = false;

  private constructor(
    private readonly request: APIRequestContext,
    private readonly network: Processes,
    private readonly tokens: Readonly<Record<string, string>>,
    private readonly ids: { manager: string; laboratory: string; item: string },
  ) {}

  static async open(request: APIRequestContext, network: Processes): Promise<Desk> {
    const tokens: Record<string, string> = {};
    const ids = { manager: '', laboratory: '', item: '' };
    for (const who of ['superAdmin', 'labAdmin', 'manager', 'staff'] as const) {
      const data = { email: accounts[who], password: PASSWORD };
      const answer = await request.post(`${network.here.url}/api/auth/login`, { data });
      type Login = { data: { token: string; user: { _id: string; laboratoryId: { _id: string } | null } } };
      const { token, user } = ((await answer.json()) as Login).data;
      tokens[who] = token;
      if (who === 'manager') Object.assign(ids, { manager: user._id, laboratory: user.laboratoryId?._id });
    }
    const desk = new Desk(request, network, tokens, ids);
    const items = await desk.read(network.here, ['labAdmin', '/inventory?limit=1']);
    ids.item = (JSON.parse(items) as { data: { _id: string }[] }).data[0]?._id ?? '';
    return desk;
  }

  /** Changes something at any process. */
  async write(process = this.anyProcess()): Promise<void> {
    const url = `${process.url}/api`;
    const [who, method, path, data] = this.change();
    const headers = { authorization: `Bearer ${this.tokens[who] ?? ''}`, 'idempotency-key': randomUUID() };
    const answer = await this.request.fetch(`${url}${path}`, { method, headers, data });
    expect(answer.status(), await answer.text()).toBeLessThan(300);
    this.written += 1;
  }

  async read({ url }: Server, [who, path]: (typeof reads)[number]): Promise<string> {
    const headers = { authorization: `Bearer ${this.tokens[who] ?? ''}` };
    const answer = await this.request.get(`${url}/api${path}`, { headers });
    const text = await answer.text();
    return text.replaceAll(/"(asOf|now|requestId)":"[^"]*"/g, '');
  }

  /** Ends a process without warning, at some point of what it is doing. */
  async crash(process: Server): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, this.next(60)));
    await process.cutPower();
  }

  async differencesIn(read: (typeof reads)[number], process = this.anyProcess()): Promise<string[]> {
    // What depends on the minute differs between two uncached answers as well.
    for (;;) {
      const before = await this.read(this.network.uncached, read);
      const kept = await this.read(process, read);
      if (kept === before) return [];
      const after = await this.read(this.network.uncached, read);
      if (after === before) return [`${read.join(' ')} was ${kept.slice(0, 400)} instead of ${before.slice(0, 400)}`];
    }
  }

  anyProcess(): Server {
    const { here, there, third } = this.network;
    return [here, there, third][this.next(3)] ?? here;
  }

  some<Item>(items: readonly Item[], count: number): Item[] {
    return Array.from({ length: count }, () => items[this.next(items.length)] as Item);
  }

  private change(): readonly [Account, string, string, object] {
    const number = this.next(1_000_000);
    const kind = this.next(4);
    if (kind === 0) {
      const entry = { type: 'income', category: 'test_fees', paymentMethod: 'cash', amountPaise: 100 + number };
      const data = { ...entry, description: `Tests ${number}`, confirmDuplicate: true };
      return ['labAdmin', 'POST', '/transactions', data];
    }
    if (kind === 1) {
      const { laboratory: laboratoryId } = this.ids;
      const person = {
        name: `Person ${number}`,
        email: `person${this.written}.${number}@shifa.example`,
        role: 'staff',
      };
      return ['superAdmin', 'POST', '/staff', { ...person, laboratoryId }];
    }
    if (kind === 2) {
      const data = { type: 'in', quantity: 1, expiryDate: '2099-12-31', reason: 'Found' };
      return ['labAdmin', 'PUT', `/inventory/${this.ids.item}/stock`, data];
    }
    this.isDenied = !this.isDenied;
    const permissions = { 'staff.view': this.isDenied ? false : null };
    return ['superAdmin', 'PUT', `/permissions/users/${this.ids.manager}`, { permissions }];
  }

  /** A linear congruential generator, so that a failure can be repeated. */
  private next(limit: number): number {
    this.state = (this.state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((this.state / 2_147_483_648) * limit);
  }
}
