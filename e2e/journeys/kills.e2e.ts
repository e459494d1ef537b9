import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as elapsed } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { startEmbeddedMongo } from '@shifa/embedded-mongo';
import { differencesIn } from '../load/acknowledged.js';
import { Client } from '../load/client.js';
import { Morning } from '../load/morning.js';
import { ENVIRONMENT, populate } from '../load/population.js';
import { childrenOf } from '../load/resources.js';
import { REPOSITORY, Server } from '../support/server.js';

/** `PROOFS=full` kills as often as the workflow does. */
const isFull = process.env['PROOFS'] === 'full';
const KILLS = isFull ? 100 : 3;
const LABORATORIES = isFull ? 10 : 5;
const PEOPLE = 20 * LABORATORIES;
/** How long the product works before each kill, at most. */
const WORK_MS = 3_000;
/** How long a round of work takes when nothing is killed. */
const ROUND_SECONDS = 10;

const victims = ['the process', 'its database', 'both'] as const;

test.setTimeout(isFull ? 3_600_000 : 300_000);

test('of a product that is killed again and again, no acknowledged change is lost or doubled', async () => {
  const population = await populate({ laboratories: LABORATORIES, people: PEOPLE });
  const server = await Server.start(ENVIRONMENT, population.dataDir);
  const client = new Client(server.url, { isPersistent: true });
  const morning = new Morning(population, client, ROUND_SECONDS);
  await morning.prepare(client);
  const end = new AbortController();
  const work = (async () => {
    for (let round = 0; !end.signal.aborted; round += 1) await morning.run(round);
  })();
  for (let kill = 0; kill < KILLS; kill += 1) {
    await elapsed(Math.random() * WORK_MS);
    await killPart(server, victims[kill % victims.length] ?? 'both');
    await restart(server);
  }
  end.abort();
  await work;
  await server.stop();

  expect(Object.fromEntries(client.failures)).toEqual({});
  const database = await startEmbeddedMongo({ dataDir: server.dataDir });
  expect(await differencesIn(database.uri, client.acknowledged)).toEqual([]);
  await database.stop();
  const found = await verified(server.dataDir);
  expect(found).not.toContain('differs');
  for (const part of [
    'ledger “Money”',
    'ledger “Stock movements”',
    'ledger “Attendance edits”',
    'stored totals',
    'stored stock',
  ]) {
    expect(found).toContain(part);
  }
  process.stdout.write(
    `${KILLS} kills, ${client.sent} requests, ${client.acknowledged.length} changes, ` +
      `${client.repeated} attempts repeated\n${found}`,
  );
  await server.remove();
});

async function killPart(server: Server, victim: (typeof victims)[number]): Promise<void> {
  if (victim === 'both') return server.cutPower();
  const [database = 0] = await childrenOf(server.pid);
  // Without its database, the process ends by itself.
  await server.kill(victim === 'its database' ? database : server.pid);
}

/** As a process manager does: a database that is still ending has the folder for another moment. */
async function restart(server: Server): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await server.run();
      return;
    } catch (error) {
      if (attempt === 20 || !String(error).includes('is in use by process')) throw error;
      await elapsed(250);
    }
  }
}

/** The product's own checks of what it has stored: every ledger and every stored total. */
async function verified(dataDir: string): Promise<string> {
  const program = join(REPOSITORY, 'apps/api/dist/src/verify-backup.cli.js');
  const env = { ...process.env, ...ENVIRONMENT, DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
  return stdout;
}
