import { accessSync, constants, existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { bootstrap, buildEnvironment } from './bootstrap.mjs';
import { build } from './build.mjs';
import { main, root, run } from './shell.mjs';
import { printTally, tallyJourneys } from './tally.mjs';

const folder = join(root, 'e2e');
const reportFile = join(folder, 'reports', 'journeys.json');
const browsers = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const applications = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findInPath(names) {
  return process.env.PATH.split(delimiter)
    .flatMap((path) => names.map((name) => join(path, name)))
    .find(isProgram);
}

/** The browser in CHROMIUM_PATH or the system's, the latter with its headless shell; empty to use Playwright's own. */
function findBrowsers() {
  const system = findInPath(browsers) ?? applications.find(isProgram);
  const browser = process.env.CHROMIUM_PATH || system;
  if (!browser) return {};
  const shell = browser === system ? findInPath(['chromium-headless-shell']) : undefined;
  return { CHROMIUM_PATH: browser, ...(shell && { HEADLESS_SHELL_PATH: shell }) };
}

function readReport() {
  return existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : undefined;
}

await main(async () => {
  await bootstrap();
  await build();
  const playwright = join(folder, 'node_modules', '.bin', 'playwright');
  const env = { ...buildEnvironment(), ...findBrowsers() };
  if (!env.CHROMIUM_PATH) await run(playwright, ['install', 'chromium'], { cwd: folder, env });
  rmSync(reportFile, { force: true });
  const { code } = await run(playwright, ['test', ...process.argv.slice(2)], { cwd: folder, env });
  const tally = tallyJourneys(readReport(), code);
  printTally(tally);
  process.exitCode = tally.failed > 0 ? 1 : 0;
}, '0 passed, 1 failed');
