import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { main, root, run } from './shell.mjs';

await main(async () => {
  await bootstrap();
  // Loose: every variable reaches the watchers, as it reaches the server of `npm start`.
  const turbo = join(root, 'node_modules', '.bin', 'turbo');
  const { code } = await run(turbo, ['run', 'dev', '--env-mode=loose', '--ui=stream']);
  process.exitCode = code;
});
