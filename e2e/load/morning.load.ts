import { cp, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { expect, test } from '@playwright/test';
import { startNetwork } from '../support/network.js';
import { startNginx } from '../support/nginx.js';
import { Server } from '../support/server.js';
import { Client } from './client.js';
import { Morning } from './morning.js';
import { ENVIRONMENT, type Person, type Population, populate } from './population.js';
import { report } from './report.js';
import { childrenOf, Resources } from './resources.js';
import { Screens } from './sockets.js';

const LABORATORIES = Number(process.env['LOAD_LABORATORIES'] ?? 100);
const PEOPLE = Number(process.env['LOAD_PEOPLE'] ?? 5_000);
const SECONDS = Number(process.env['LOAD_SECONDS'] ?? 240);
/** Of the staff, so many have the app open; everyone else of a laboratory has. */
const ONE_SCREEN_IN = 6;

type Product = {
  url: string;
  groups: Record<string, readonly number[]>;
  /** Of the embedded database. */
  dataFile?: string;
  remove: () => Promise<void>;
};

let population: Population;

test.describe.configure({ mode: 'serial' });
test.setTimeout((SECONDS + 600) * 1_000);

test.beforeAll(async () => {
  population = await populate({ laboratories: LABORATORIES, people: PEOPLE });
});
test.afterAll(() => rm(population.dataDir, { recursive: true, force: true }));

test('a morning with one process', async () => {
  await measure('one-process', await startOne());
});

test('a morning with three processes', async () => {
  await measure('three-processes', await startThree());
});

async function measure(name: string, product: Product): Promise<void> {
  const setUp = new Client(product.url);
  const screens = new Screens(product.url);
  await screens.connect(population.laboratories.flatMap(peopleWithScreens));
  const client = new Client(product.url);
  const morning = new Morning(population, client, SECONDS, screens.expect);
  await morning.prepare(setUp);
  const resources = new Resources({ ...product.groups, 'the load itself': [process.pid] });
  await resources.start();
  const bytesBefore = await sizeOf(product.dataFile);
  const started = performance.now();
  await morning.run();
  const seconds = (performance.now() - started) / 1_000;
  const used = await resources.stop();
  const { open, events, reconnected, delays } = screens;
  const sockets = { open, events, reconnected, delays };
  const grownMb = product.dataFile ? ((await sizeOf(product.dataFile)) - bytesBefore) / 1e6 : undefined;
  const counts = { laboratories: LABORATORIES, people: PEOPLE, seconds };
  await report({ name, ...counts, client, sockets, resources: used, grownMb });
  screens.close();
  await product.remove();
  expect(Object.fromEntries([...setUp.failures, ...client.failures])).toEqual({});
}

async function sizeOf(file: string | undefined): Promise<number> {
  return file === undefined ? 0 : (await stat(file)).size;
}

function peopleWithScreens({ admins, managers, staff }: Population['laboratories'][number]): Person[] {
  return [...admins, ...managers, ...staff.filter((_, index) => index % ONE_SCREEN_IN === 0)];
}

/** As `npm start` runs it: one process that starts its database. */
async function startOne(): Promise<Product> {
  const dataDir = join(await mkdtemp(join(tmpdir(), 'shifa-load-')), 'data');
  await cp(population.dataDir, dataDir, { recursive: true });
  const server = await Server.start(ENVIRONMENT, dataDir);
  const groups = { 'the process': [server.pid], 'the database': await childrenOf(server.pid) };
  return { url: server.url, groups, dataFile: join(dataDir, 'data.mdb'), remove: () => server.remove() };
}

/** As docker/compose.yaml runs them, behind nginx. */
async function startThree(): Promise<Product> {
  const { dataDir } = population;
  const network = await startNetwork({ ...ENVIRONMENT, TRUST_PROXY: '1' }, { dataDir, isDurable: true });
  const third = await Server.start(network.shared);
  const servers = [network.here, network.there, third];
  const nginx = await startNginx(servers.map(({ url }) => url));
  const groups = {
    'the three processes': servers.map(({ pid }) => pid),
    'the database': [network.databasePid],
    Redis: [network.redis.pid()],
    nginx: [nginx.pid, ...(await childrenOf(nginx.pid))],
  };
  return {
    url: nginx.url,
    groups,
    remove: async () => {
      await nginx.stop();
      await third.remove();
      await network.remove();
    },
  };
}
