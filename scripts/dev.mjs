import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { main, root, run } from './shell.mjs';

await main(async () => {
  await bootstrap();
  // Loose: every variable reaches the watchers, as it reaches the server of `npm start`.
  const turbo = join(root, 'node_modules', '.bin', 'turbo');
  // The web app's development server hands /api and the socket on to this port.
  const env = { ...process.env, API_PORT: process.env.PORT ?? '3000' };
  const { code } = await run(turbo, ['run', 'dev', '--env-mode=loose', '--ui=stream'], { env });
  process.exitCode = code;
});
