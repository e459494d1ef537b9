// Writes what the contract promises to packages/contract/release, as documents to compare and to build clients from.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { build } from './build.mjs';
import { main, root } from './shell.mjs';

const folder = join(root, 'packages/contract/release');

await main(async () => {
  await bootstrap();
  await build(['@shifa/contract']);
  const { releaseFiles } = await import('../packages/contract/dist/documents/release.js');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(await releaseFiles())) writeFileSync(join(folder, name), text);
  console.log('Written: packages/contract/release');
});
