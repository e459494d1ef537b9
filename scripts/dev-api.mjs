// Compiles the API on every change and restarts it after every compilation; runs in the API's folder.
import { join } from 'node:path';
import { main, root, run } from './shell.mjs';

const tsc = join(root, 'node_modules/typescript7/bin/tsc');

await main(async () => {
  const env = { NODE_ENV: 'development', ...process.env };
  const options = { cwd: process.cwd(), env };
  await Promise.race([
    run(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--watch', '--preserveWatchOutput'], options),
    run(process.execPath, ['--watch', '--watch-preserve-output', '--enable-source-maps', 'dist/src/main.js'], options),
  ]);
});
