import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, workspaceMembers } from './bootstrap.mjs';
import { turbo } from './build.mjs';
import { main, root } from './shell.mjs';
import { printTally, tallyRun } from './tally.mjs';

const rootChecks = ['format:check', 'lint:root', 'boundaries', 'dead-code', 'test:scripts'];
const memberChecks = ['lint', 'typecheck', 'test'];
const runsFolder = join(root, '.turbo', 'runs');
const reportOf = (folder) => join(root, folder, 'reports', 'tests.json');

// A report that was cut short when its runner died is as good as none.
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function expectedTasks() {
  const members = workspaceMembers().filter((folder) => folder !== root);
  const manifests = members.map((folder) => readJson(join(folder, 'package.json')));
  const ofMembers = manifests.flatMap(({ name, scripts }) =>
    memberChecks.filter((check) => scripts?.[check]).map((check) => `${name}#${check}`),
  );
  return [...rootChecks.map((check) => `//#${check}`), ...ofMembers];
}

function takeSummary(before) {
  for (const name of readdirSync(runsFolder).filter((one) => !before.has(one))) {
    const file = join(runsFolder, name);
    const summary = readJson(file);
    if (!summary?.execution.command.includes(rootChecks[0])) continue;
    rmSync(file);
    return summary;
  }
  return undefined;
}

await main(async () => {
  await bootstrap();
  // A report is counted only when this run wrote it, or turbo restored it for unchanged inputs.
  for (const folder of workspaceMembers()) rmSync(join(folder, 'reports', 'tests.json'), { force: true });
  mkdirSync(runsFolder, { recursive: true });
  const before = new Set(readdirSync(runsFolder));
  const options = ['--continue=dependencies-successful', '--output-logs=errors-only', '--summarize'];
  const { code } = await turbo([...rootChecks, ...memberChecks, ...options]);
  const tally = tallyRun(expectedTasks(), takeSummary(before), (folder) => readJson(reportOf(folder)));
  if (code !== 0 && tally.failed === 0) {
    tally.failed += 1;
    tally.failures.push(`turbo: ended with exit code ${code}`);
  }
  printTally(tally);
  process.exitCode = tally.failed > 0 ? 1 : 0;
}, '0 passed, 1 failed');
