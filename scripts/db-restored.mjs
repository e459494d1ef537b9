import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap } from './bootstrap.mjs';
import { build } from './build.mjs';
import { Fault, main, releaseSignals, root } from './shell.mjs';

const usage = `Usage: npm run db:restored

Ends what is outdated in a database that was restored by other tools, before the product is started on it: all sessions
and one-time links end, browsers get no more push messages, and the messages that were waiting are dropped. Super admins
are notified. It needs the environment of the product. A restored backup of the product needs none of this: the product
does it by itself.

  -h, --help  prints this text`;

const given = process.argv.slice(2);

await main(async () => {
  if (['-h', '--help'].includes(given[0])) {
    console.log(usage);
    process.exit(0);
  }
  if (given.length > 0) throw new Fault(usage);
  await bootstrap();
  await build(['@shifa/api']);
});

releaseSignals();
await import(pathToFileURL(join(root, 'apps/api/dist/src/restored.cli.js')).href);
