import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { main, root, run } from './shell.mjs';

await main(async () => {
  await bootstrap();
  // Loose mode passes every variable to the watchers, as `npm start` does for the server.
  const turbo = join(root, 'node_modules', '.bin', 'turbo');
  // The web app's development server proxies /api and the socket to this port.
  const env = { ...process.env, API_PORT: process.env.PORT ?? '3000' };
  const { code } = await run(turbo, ['run', 'dev', '--env-mode=loose', '--ui=stream'], { env });
  process.exitCode = code;
});
