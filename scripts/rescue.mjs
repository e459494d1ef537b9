import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap } from './bootstrap.mjs';
import { build } from './build.mjs';
import { main, releaseSignals, root } from './shell.mjs';

await main(async () => {
  await bootstrap();
  await build();
});

releaseSignals();
await import(pathToFileURL(join(root, 'apps/api/dist/src/rescue.cli.js')).href);
