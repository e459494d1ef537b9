import { expect, openAs, test as sharedTest, WITHOUT_NETWORK } from '../support/journey.js';
import { createLaboratory, findInList } from '../support/laboratory.js';
import { Server } from '../support/server.js';

type OwnServer = { server: Server };

const test = sharedTest.extend<OwnServer>({
  server: async ({}, use) => {
    const server = await Server.start();
    await use(server);
    await server.remove();
  },
  baseURL: ({ server }, use) => use(server.url),
});

test.describe('after a power cut', () => {
  test.use({ tolerated: WITHOUT_NETWORK });

  test('a created laboratory is still there, and so is the session', async ({ page, server }) => {
    await openAs(page, 'superAdmin', '/laboratories');
    await createLaboratory(page, { name: 'Shifa Asansol', code: 'ASN', city: 'Asansol' });
    await server.cutPower();
    await expect(page.request.get('/api/health')).rejects.toThrow('ECONNREFUSED');
    await server.run();
    const row = await findInList(page, 'Shifa Asansol');
    await expect(row).toContainText('ASN');
  });
});
