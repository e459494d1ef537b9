import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap } from './bootstrap.mjs';
import { build } from './build.mjs';
import { main, releaseSignals, root } from './shell.mjs';

await main(async () => {
  await bootstrap();
  await build();
});

// The server runs in this process, so that signals, exit code and kill -9 apply to it directly.
process.env.NODE_ENV ??= 'production';
process.setSourceMapsEnabled(true);
releaseSignals();
await import(pathToFileURL(join(root, 'apps/api/dist/src/main.js')).href);
