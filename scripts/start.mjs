import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap } from './bootstrap.mjs';
import { build } from './build.mjs';
import { main, releaseSignals, root } from './shell.mjs';

await main(async () => {
  await bootstrap();
  await build();
});

// The server runs in this very process: signals, exit code and kill -9 reach it without a go-between.
process.env.NODE_ENV ??= 'production';
process.setSourceMapsEnabled(true);
releaseSignals();
await import(pathToFileURL(join(root, 'apps/api/dist/main.js')).href);
