import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { startEmbeddedMongo } from '@shifa/embedded-mongo';
import { MongoClient, ObjectId } from 'mongodb';
import { io, type Socket } from 'socket.io-client';
import { type Network, startNetwork } from '../support/network.js';
import { REPOSITORY, Server } from '../support/server.js';
import { Client } from './client.js';
import { ENVIRONMENT, type Person, type Population, populate } from './population.js';

const LABORATORIES = Number(process.env['LOAD_LABORATORIES'] ?? 100);
const PEOPLE = Number(process.env['LOAD_PEOPLE'] ?? 5_000);
const ENTRIES = Number(process.env['LOAD_ENTRIES'] ?? 100_000);
const ROUNDS = Number(process.env['LOAD_ROUNDS'] ?? 150);
/** Not measured: until the code of all processes is compiled and their values are kept. */
const WARM_UP = 150;
const REVOCATIONS = 50;

const reads = [
  ['the dashboard', '/dashboard'],
  ['the list of entries', '/transactions?limit=20'],
  ['statistics of the money', '/transactions/stats'],
] as const;

/** The servers of a product, each reached directly. */
type Product = { name: string; clients: Client[] };

let population: Population;
let one: Server;
let network: Network;
let third: Server;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  population = await populate({ laboratories: LABORATORIES, people: PEOPLE });
  await addEntries(population);
  const copy = join(await mkdtemp(join(tmpdir(), 'shifa-load-')), 'data');
  await cp(population.dataDir, copy, { recursive: true });
  one = await Server.start(ENVIRONMENT, copy);
  network = await startNetwork(ENVIRONMENT, { dataDir: population.dataDir, isDurable: true });
  third = await Server.start(network.shared);
});
test.afterAll(async () => {
  await one.remove();
  await third.remove();
  await network.remove();
  await rm(population.dataDir, { recursive: true, force: true });
});

for (const isChanging of [false, true]) {
  test(`three processes compared with one, ${isChanging ? 'after each entry' : 'undisturbed'}`, async () => {
    const products = [
      { name: 'one', clients: [new Client(one.url)] },
      { name: 'three', clients: [network.here, network.there, third].map(({ url }) => new Client(url)) },
    ];
    for (let round = 0; round < WARM_UP; round += 1) await visit(products, round, isChanging);
    for (const { clients } of products) for (const client of clients) client.times.clear();
    for (let round = 0; round < ROUNDS; round += 1) await visit(products, round, isChanging);
    for (const [what] of reads) {
      const [alone = 0, together = 0] = products.map(({ clients }) =>
        median(clients.flatMap(({ times }) => times.get(what) ?? [])),
      );
      const ratio = (together / alone).toFixed(2);
      print(`${what}: one process ${alone.toFixed(1)} ms, three ${together.toFixed(1)} ms, ratio ${ratio}`);
    }
    expect(products.flatMap(({ clients }) => clients.flatMap(({ failures }) => [...failures]))).toEqual([]);
  });
}

test('a permission that was taken away, and a session that was ended, at the other processes', async () => {
  const [head] = population.heads;
  const urls = [network.there.url, third.url];
  const change = new Client(network.here.url);
  const found = { permission: [] as number[], told: [] as number[], session: [] as number[], socket: [] as number[] };
  for (const { admins, managers } of population.laboratories.slice(0, REVOCATIONS)) {
    const [admin, manager] = [admins[0], managers[0]];
    if (!head || !admin || !manager) throw new Error('The laboratory has no people');
    const set = (allowed: false | null) => {
      const body = { permissions: { 'staff.view': allowed } };
      return change.send(head, { what: 'a permission', path: `/permissions/users/${admin.id}`, method: 'PUT', body });
    };
    const screens = await Promise.all(urls.map((url) => connected(url, admin)));
    const told = screens.map((screen) => momentOf(screen, 'user:updated'));
    const answered = urls.map((url) => lastAllowed(url, admin, '/staff?limit=1'));
    await set(false);
    const changedAt = performance.now();
    for (const at of await Promise.all(answered)) found.permission.push(Math.max(0, at - changedAt));
    for (const at of await Promise.all(told)) found.told.push(Math.max(0, at - changedAt));
    for (const screen of screens) screen.disconnect();

    const open = await Promise.all(urls.map((url) => connected(url, manager)));
    const closed = open.map((screen) => momentOf(screen, 'disconnect'));
    const refused = urls.map((url) => lastAllowed(url, manager, '/auth/me'));
    await change.send(manager, { what: 'an ended session', path: '/auth/logout', method: 'POST', body: {} });
    const endedAt = performance.now();
    for (const at of await Promise.all(refused)) found.session.push(Math.max(0, at - endedAt));
    for (const at of await Promise.all(closed)) found.socket.push(Math.max(0, at - endedAt));
  }
  const line = (what: string, times: readonly number[]) =>
    `${what}: ${times.length} times, median ${median(times).toFixed(1)} ms, at most ${Math.max(...times).toFixed(1)} ms`;
  print(line('a request was still allowed after the change of the permission was answered', found.permission));
  print(line('an open screen was told of it', found.told));
  print(line('a request was still allowed after the session was ended', found.session));
  print(line('its socket was closed', found.socket));
  expect([...change.failures]).toEqual([]);
});

/** A head of the network looks at figures; requests reach the processes in turn. */
async function visit(products: readonly Product[], round: number, isChanging: boolean): Promise<void> {
  const [head] = population.heads;
  const laboratory = population.laboratories[round % LABORATORIES];
  const [admin] = laboratory?.admins ?? [];
  if (!head || !laboratory || !admin) throw new Error('There are no people');
  // Each is first in every second round.
  for (const { clients } of round % 2 === 0 ? products : products.toReversed()) {
    const next = (step: number) => clients[(round + step) % clients.length] as Client;
    if (isChanging) {
      const money = { type: 'income', category: 'test_fees', paymentMethod: 'cash', amountPaise: 100 + round };
      const body = { ...money, description: `Round ${round}`, confirmDuplicate: true };
      await next(0).send(admin, { what: 'an entry', path: '/transactions', method: 'POST', body });
    }
    for (const [step, [what, path]] of reads.entries()) await next(step + 1).send(head, { what, path });
  }
}

/** When the last request was sent that a process still allowed. */
async function lastAllowed(url: string, { token }: Person, path: string): Promise<number> {
  for (let last = 0; ;) {
    const sentAt = performance.now();
    const answer = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
    await answer.text();
    if (answer.status !== 200) return last;
    last = sentAt;
  }
}

async function connected(url: string, { token }: Person): Promise<Socket> {
  const socket = io(url, { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  // The answer comes once the rooms are assigned.
  await socket.emitWithAck('leave-laboratory', '0'.repeat(24));
  return socket;
}

function momentOf(socket: Socket, event: string): Promise<number> {
  return new Promise((resolve) => socket.once(event, () => resolve(performance.now())));
}

/** Copies of the entries of the demo network in all laboratories, with their totals. */
async function addEntries({ dataDir, laboratories }: Population): Promise<void> {
  const database = await startEmbeddedMongo({ dataDir, ephemeral: true });
  const client = await MongoClient.connect(database.uri);
  const entries = client.db().collection('transactions');
  const originals = await entries.find().toArray();
  let number = 0;
  while (number < ENTRIES) {
    const rows = originals.slice(0, ENTRIES - number).map((original) => ({
      ...original,
      _id: new ObjectId(),
      transactionNo: `LOAD-${(number += 1)}`,
      laboratoryId: new ObjectId(laboratories[number % laboratories.length]?.id),
    }));
    await entries.insertMany(rows, { ordered: false });
  }
  await client.close();
  const env = { ...process.env, ...ENVIRONMENT, DATA_DIR: dataDir, MONGODB_URI: database.uri };
  const program = join(REPOSITORY, 'apps/api/dist/src/modules/finance/ledger-totals.cli.js');
  await promisify(execFile)(process.execPath, [program, '--rebuild'], { env, maxBuffer: 1e9 });
  await database.stop();
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

function print(line: string): void {
  const load = loadavg()[0]?.toFixed(1) ?? '?';
  process.stdout.write(`${line} (${cpus().length} processors, Node ${process.version}, load ${load})\n`);
}
