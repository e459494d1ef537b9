import { join } from 'node:path';
import { bootstrap, buildEnvironment } from './bootstrap.mjs';
import { build } from './build.mjs';
import { main, root, run } from './shell.mjs';

// A morning of a network of laboratories, with one process and with three: npm run load -- -g three
await main(async () => {
  await bootstrap();
  await build();
  const folder = join(root, 'e2e');
  const playwright = join(folder, 'node_modules', '.bin', 'playwright');
  const args = ['test', '--config', 'load.config.ts', ...process.argv.slice(2)];
  const { code } = await run(playwright, args, { cwd: folder, env: buildEnvironment() });
  process.exitCode = code;
});
