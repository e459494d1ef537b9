import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo } from '@shifa/embedded-mongo';
import { MongoClient } from 'mongodb';
import { expect, openAs, test as sharedTest } from '../support/journey.js';
import { seededFolder, Server } from '../support/server.js';

const test = sharedTest.extend<{ place: { server: Server; client: MongoClient } }>({
  place: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'shifa-ledgers-'));
      const seeded = seededFolder();
      if (seeded !== undefined) await cp(seeded, join(folder, 'database'), { recursive: true });
      const database = await startEmbeddedMongo({ dataDir: join(folder, 'database'), ephemeral: true });
      const client = await MongoClient.connect(database.uri);
      const secret = 'a secret of this journey, long enough';
      const server = await Server.start({ MONGODB_URI: database.uri, JWT_SECRET: secret, SEED: 'demo' });
      await use({ server, client });
      await server.remove();
      await client.close();
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
    // A server with a demo network starts for it.
    { timeout: 120_000 },
  ],
  baseURL: ({ place }, use) => use(place.server.url),
});

test('an amount that was changed in the database directly is found and named', async ({ page, place }) => {
  await openAs(page, 'superAdmin', '/settings/ledgers');
  const kolkata = page.getByRole('region', { name: /\(KOL\)/ });
  const verify = kolkata.getByRole('button', { name: 'Verify Money' });
  await verify.click();
  await expect(kolkata.getByText(/^All [\d,]+ links are unchanged/)).toBeVisible();

  const database = place.client.db();
  const laboratory = await database.collection('laboratories').findOne({ code: 'KOL' });
  const entry = await database
    .collection('transactions')
    .findOneAndUpdate({ laboratoryId: laboratory?._id, status: 'approved' }, { $inc: { amountPaise: 1 } });
  const number = String(entry?.['transactionNo']);
  await verify.click();
  const found = kolkata.getByRole('alert');
  await expect(found).toContainText(`${number} was changed outside the product`);
  await found.getByRole('link', { name: new RegExp(number) }).click();
  await expect(page.getByRole('heading', { name: /voucher$/ }).first()).toBeVisible();
  await expect(page.getByRole('main')).toContainText(number);
});
