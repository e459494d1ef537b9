import { test as sharedTest } from './journey.js';
import { Server } from './server.js';

/** A journey on a server that no other journey uses at the same time. */
export const test = sharedTest.extend<object, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = await Server.start();
      await use(server);
      await server.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ server }, use) => use(server.url),
});

/** A journey on a server of its own, because it leaves accounts or policies that the next one could not sign in with. */
export const freshTest = sharedTest.extend<{ freshServer: Server }>({
  freshServer: [
    async ({}, use) => {
      const server = await Server.start();
      await use(server);
      await server.remove();
    },
    { timeout: 120_000 },
  ],
  baseURL: ({ freshServer }, use) => use(freshServer.url),
});
