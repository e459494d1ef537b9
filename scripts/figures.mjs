import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.mjs';
import { build } from './build.mjs';
import { Fault, main, releaseSignals, root } from './shell.mjs';

const usage = `Usage: npm run figures -- --check | --rebuild

Counts the entries of each laboratory and compares them with the figures that screens and reports read. It ends with
exit code 1 when --check found something wrong.

  --check    tells what is wrong
  --rebuild  tells it and puts it right, a laboratory in one transaction
  -h, --help this text`;

const options = {
  check: { type: 'boolean', default: false },
  rebuild: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
};

await main(async () => {
  const { check, rebuild, help } = wishes();
  if (help) {
    console.log(usage);
    process.exit(0);
  }
  if (check === rebuild) throw new Fault(usage);
  await bootstrap();
  await build();
});

releaseSignals();
await import(pathToFileURL(join(root, 'apps/api/dist/figures.js')).href);

function wishes() {
  try {
    return parseArgs({ options, strict: true }).values;
  } catch (error) {
    throw new Fault(`${error.message}\n\n${usage}`);
  }
}
