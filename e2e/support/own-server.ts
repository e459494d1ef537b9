import { test as sharedTest } from './journey.js';
import { Server } from './server.js';

async function ownServer({}, use: (server: Server) => Promise<void>): Promise<void> {
  const server = await Server.start();
  await use(server);
  await server.remove();
}

/** A journey on a server that no other journey uses at the same time; later ones of the same worker use it, too. */
export const test = sharedTest.extend<object, { server: Server }>({
  server: [ownServer, { scope: 'worker', timeout: 120_000 }],
  baseURL: ({ server }, use) => use(server.url),
});

/** A journey whose server ends with it, because it changes accounts or policies so that others could not sign in. */
export const freshTest = sharedTest.extend<{ freshServer: Server }>({
  freshServer: [ownServer, { timeout: 120_000 }],
  baseURL: ({ freshServer }, use) => use(freshServer.url),
});
