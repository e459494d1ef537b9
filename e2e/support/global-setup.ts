import { Server } from './server.js';

/** Starts the server that the journeys share; a journey that stops its server starts one of its own. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const server = await Server.start();
  process.env['E2E_URL'] = server.url;
  return () => server.remove();
}
