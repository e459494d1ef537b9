import { bootstrap } from './bootstrap.mjs';
import { build } from './build.mjs';
import { main, run } from './shell.mjs';

await main(async () => {
  await bootstrap();
  await build();
  const { code } = await run('pnpm', ['--recursive', '--if-present', 'run', 'bench', ...process.argv.slice(2)]);
  process.exitCode = code;
});
