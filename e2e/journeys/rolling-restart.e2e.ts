import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { MongoClient } from 'mongodb';
import { io, type Socket } from 'socket.io-client';
import { accounts, PASSWORD, test as sharedTest } from '../support/journey.js';
import { type Network, startNetwork } from '../support/network.js';
import { startNginx } from '../support/nginx.js';
import { Server } from '../support/server.js';

/** `PROOFS=full` sends the whole number. */
const isFull = process.env['PROOFS'] === 'full';
const REQUESTS = isFull ? 100_000 : 2_000;
const SOCKETS = isFull ? 300 : 60;
const SOCKETS_PER_PERSON = 15;
const CLIENTS = 12;
/** Each process is restarted so often. */
const ROUNDS = 2;

type Item = { _id: string; version: number; laboratoryId: { _id: string } };
type Person = { email: string; token: string };
type Processes = Network & { third: Server; url: string };

const test = sharedTest.extend<{ network: Processes }>({
  network: [
    async ({}, use) => {
      const args = ['--setParameter', `transactionLifetimeLimitSeconds=${ORPHANED_S}`];
      const network = await startNetwork({ TRUST_PROXY: '1' }, { args });
      const third = await Server.start(network.shared);
      const nginx = await startNginx([network.here, network.there, third].map(({ url }) => url));
      await use({ ...network, third, url: nginx.url });
      await nginx.stop();
      await third.remove();
      await network.remove();
    },
    // Three servers start for it.
    { timeout: 240_000 },
  ],
  baseURL: ({ network }, use) => use(network.url),
});

/** The change of a killed process holds up others until the database gives it up: after a minute by default. */
const ORPHANED_S = 10;

const elapsed = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test.setTimeout(isFull ? 3_600_000 : 600_000);

test('three processes restart in turn, one is killed, and no request fails, nothing is lost or doubled', async ({
  network,
}) => {
  const desk = await Desk.open(network.url);
  const before = await desk.item();
  const watchers = await desk.watch(before._id);
  let isDone = false;
  const work = Promise.all(Array.from({ length: CLIENTS }, (_, client) => desk.work(client, () => isDone)));
  const restarts = Array.from({ length: ROUNDS }, () => [network.here, network.there, network.third]).flat();
  for (const [index, server] of restarts.entries()) {
    await desk.hasSent((REQUESTS * index) / restarts.length);
    await server.stop();
    await server.run();
    // By then, nginx tries the process again.
    await elapsed(1_500);
  }
  await desk.hasSent(REQUESTS);
  // No one hears of a change whose process is killed before it could tell.
  const { version: announced } = await desk.item();
  await elapsed(1_000);
  await network.third.cutPower();
  await network.third.run();
  await desk.hasSent(desk.sent + 10 * CLIENTS);
  isDone = true;
  await work;

  expect(desk.failures.slice(0, 10)).toEqual([]);
  expect(await desk.differencesIn(network.database)).toEqual([]);
  const after = await desk.item();
  await expect
    .poll(() => watchers.flatMap((watcher) => watcher.missing(before.version, announced)), { timeout: 30_000 })
    .toEqual([]);
  const reconnected = watchers.filter(({ connections }) => connections > 1);
  process.stdout.write(
    `${desk.sent} requests, ${desk.written.length} of them changes, the slowest took ${desk.slowestMs} ms; ${watchers.length} sockets, ` +
      `of which ${reconnected.length} reconnected; ${after.version - before.version} changes of the watched item\n`,
  );
  expect(reconnected.length).toBeGreaterThan(SOCKETS / 2);
  for (const watcher of watchers) watcher.close();
});

/** Somebody with an open list, which is fetched again after each reconnection, as the web app does. */
class Watcher {
  connections = 0;
  private readonly heard = new Set<number>();
  /** Everything up to this version was in a list that was fetched. */
  private known = 0;
  private readonly socket: Socket;

  constructor(url: string, token: string, itemId: string, fetchItem: () => Promise<Item>) {
    this.socket = io(url, { auth: { token }, transports: ['websocket'], forceNew: true });
    this.socket.on('connect', () => {
      this.connections += 1;
      void fetchItem().then(({ version }) => (this.known = Math.max(this.known, version)));
    });
    // A process has a limit for one person, which a quick change of processes can reach.
    this.socket.on('connect_error', () => {
      if (!this.socket.active) setTimeout(() => this.socket.connect(), 1_000);
    });
    for (const event of ['inventory:updated', 'inventory:low-stock']) {
      this.socket.on(event, (item: Item) => {
        if (item._id === itemId) this.heard.add(item.version);
      });
    }
  }

  get isConnected(): boolean {
    return this.socket.connected && this.known > 0;
  }

  /** The versions after the first one of which it neither heard nor fetched a later one. */
  missing(first: number, last: number): number[] {
    const versions = Array.from({ length: last - first }, (_, index) => first + 1 + index);
    return versions.filter((version) => version > this.known && !this.heard.has(version));
  }

  close(): void {
    this.socket.disconnect();
  }
}

/** People who work through nginx and know no process. */
class Desk {
  sent = 0;
  slowestMs = 0;
  readonly failures: string[] = [];
  /** What names each acknowledged change: the description of an entry or the reason of a movement. */
  readonly written: string[] = [];

  private constructor(
    private readonly url: string,
    private readonly writers: readonly Person[],
    private readonly viewers: readonly Person[],
    private readonly items: readonly Item[],
  ) {}

  static async open(url: string): Promise<Desk> {
    const signIn = async (email: string): Promise<Person> => {
      const data = JSON.stringify({ email, password: PASSWORD });
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: data };
      const { data: session } = (await (await fetch(`${url}/api/auth/login`, init)).json()) as {
        data: { token: string };
      };
      return { email, token: session.token };
    };
    const read = async <Row>({ token }: Person, path: string) => {
      const answer = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
      return ((await answer.json()) as { data?: Row[] }).data;
    };
    const labAdmin = await signIn(accounts.labAdmin);
    const superAdmin = await signIn(accounts.superAdmin);
    const writers = [labAdmin, superAdmin, await signIn(accounts.labAdminOfDubai)];
    const colleagues = (await read<{ email: string }>(labAdmin, '/staff?limit=100&status=active')) ?? [];
    const viewers: Person[] = [superAdmin];
    const items = (await read<Item>(labAdmin, '/inventory?limit=20')) ?? [];
    for (const { email } of colleagues) {
      if (viewers.length * SOCKETS_PER_PERSON >= SOCKETS) break;
      const colleague = await signIn(email);
      // Not everyone may see the stock.
      if (await read<Item>(colleague, '/inventory?limit=1')) viewers.push(colleague);
    }
    return new Desk(url, writers, viewers, items);
  }

  async item(person = this.writers[0] as Person): Promise<Item> {
    const answer = await this.fetch(person, `/inventory/${this.items[0]?._id ?? ''}`);
    return ((await answer.json()) as { data: Item }).data;
  }

  async watch(itemId: string): Promise<Watcher[]> {
    const watchers = Array.from({ length: SOCKETS }, (_, index) => {
      const viewer = this.viewers[index % this.viewers.length] as Person;
      return new Watcher(this.url, viewer.token, itemId, () => this.item(viewer));
    });
    await expect
      .poll(() => watchers.filter(({ isConnected }) => isConnected).length, { timeout: 60_000 })
      .toBe(SOCKETS);
    return watchers;
  }

  /** Sends one request after another; every second one is a change. */
  async work(client: number, isDone: () => boolean): Promise<void> {
    const paths = ['/transactions?limit=20', '/inventory?limit=20', '/auth/me', '/dashboard/quick-stats'];
    for (let index = 0; !isDone(); index += 1) {
      const person = this.writers[(client + index) % this.writers.length] as Person;
      if (index % 2 === 0) await this.send(person, paths[index % paths.length] ?? '/auth/me');
      else if (index % 8 === 1) await this.receive(client, index);
      else await this.enter(person, client, index);
    }
  }

  async hasSent(count: number): Promise<void> {
    while (this.sent < count) await elapsed(100);
  }

  /** Compares what is stored with what was acknowledged. */
  async differencesIn(database: string): Promise<string[]> {
    const client = await MongoClient.connect(database);
    const stored = new Map<string, number>();
    const parts = [
      ['transactions', 'description'],
      ['stock_movements', 'reason'],
    ] as const;
    for (const [collection, field] of parts) {
      for await (const row of client
        .db()
        .collection(collection)
        .find({ [field]: /^Rolling / }, { projection: { [field]: 1 } })) {
        const name = String(row[field]);
        stored.set(name, (stored.get(name) ?? 0) + 1);
      }
    }
    await client.close();
    const lost = this.written.filter((name) => !stored.has(name)).map((name) => `${name} was lost`);
    const doubled = [...stored].filter(([, count]) => count > 1).map(([name, count]) => `${name}: ${count} times`);
    const unknown = [...stored.keys()].length - this.written.length;
    return [...lost, ...doubled, ...(unknown === 0 ? [] : [`${unknown} more than acknowledged`])];
  }

  private async receive(client: number, index: number): Promise<void> {
    const reason = `Rolling receipt ${client}.${index}`;
    // Every second one changes the item that everyone watches.
    const itemId = this.items[index % 16 === 1 ? 0 : 1 + (client % (this.items.length - 1))]?._id ?? '';
    const body = { type: 'in', quantity: 1, expiryDate: '2099-12-31', reason };
    await this.send(this.writers[0] as Person, `/inventory/${itemId}/stock`, 'PUT', body, reason);
  }

  private async enter(person: Person, client: number, index: number): Promise<void> {
    const description = `Rolling entry ${client}.${index}`;
    const entry = { type: 'income', category: 'test_fees', paymentMethod: 'cash', amountPaise: 100 + index };
    // A super admin belongs to no laboratory and names one.
    const laboratoryId = person === this.writers[1] ? this.items[0]?.laboratoryId._id : undefined;
    await this.send(
      person,
      '/transactions',
      'POST',
      { ...entry, laboratoryId, description, confirmDuplicate: true },
      description,
    );
  }

  private async send(person: Person, path: string, method = 'GET', body?: object, name?: string): Promise<void> {
    this.sent += 1;
    const sentAt = Date.now();
    try {
      const answer = await this.fetch(person, path, method, body);
      const text = await answer.text();
      this.slowestMs = Math.max(this.slowestMs, Date.now() - sentAt);
      if (answer.status >= 300) this.failures.push(`${method} ${path} ${answer.status} ${text.slice(0, 200)}`);
      else if (name !== undefined) this.written.push(name);
    } catch (error) {
      this.failures.push(`${method} ${path} ${String(error)} ${String((error as Error).cause)}`);
    }
  }

  private fetch({ token }: Person, path: string, method = 'GET', body?: object): Promise<Response> {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    };
    return fetch(`${this.url}/api${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
  }
}
