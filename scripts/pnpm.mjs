// The workspace's own pnpm, for adding or updating a dependency: `npm run pnpm -- --filter @shifa/api add …`.
import { installPnpm } from './bootstrap.mjs';
import { main, run } from './shell.mjs';

await main(async () => {
  await installPnpm();
  process.exitCode = (await run('pnpm', process.argv.slice(2), { stdio: 'inherit' })).code;
});
