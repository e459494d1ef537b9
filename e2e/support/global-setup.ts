import { rm } from 'node:fs/promises';
import { Server } from './server.js';

/**
 * Seeds the demo network once, for all servers that begin with a copy of it, and starts the server that the journeys
 * share; a journey that stops its server starts one of its own.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const seeding = await Server.start();
  await seeding.stop();
  process.env['E2E_SEEDED'] = seeding.dataDir;
  const server = await Server.start();
  process.env['E2E_URL'] = server.url;
  return async () => {
    await server.remove();
    await rm(seeding.dataDir, { recursive: true, force: true });
  };
}
