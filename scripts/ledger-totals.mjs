import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.mjs';
import { build } from './build.mjs';
import { Fault, main, releaseSignals, root } from './shell.mjs';

const usage = `Usage: npm run ledger-totals -- --check | --rebuild

Compares the stored totals that screens and reports read with the entries of each laboratory. The exit code is 1 if
--check finds a difference.

  --check    reports the differences
  --rebuild  reports and corrects them, one laboratory per transaction
  -h, --help prints this text`;

const options = {
  check: { type: 'boolean', default: false },
  rebuild: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
};

await main(async () => {
  const { check, rebuild, help } = readOptions();
  if (help) {
    console.log(usage);
    process.exit(0);
  }
  if (check === rebuild) throw new Fault(usage);
  await bootstrap();
  await build();
});

releaseSignals();
await import(pathToFileURL(join(root, 'apps/api/dist/src/modules/finance/ledger-totals.cli.js')).href);

function readOptions() {
  try {
    return parseArgs({ options, strict: true }).values;
  } catch (error) {
    throw new Fault(`${error.message}\n\n${usage}`);
  }
}
