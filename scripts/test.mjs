import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, workspaceMembers } from './bootstrap.mjs';
import { turbo } from './build.mjs';
import { main, root } from './shell.mjs';
import { printTally, tallyRun } from './tally.mjs';

const checks = ['format:check', 'lint', 'lint:root', 'boundaries', 'dead-code', 'typecheck', 'test', 'test:scripts'];
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

function takeSummary(before) {
  const fresh = readdirSync(runsFolder).filter((name) => !before.has(name));
  const summaries = fresh.map((name) => readJson(join(runsFolder, name)));
  for (const name of fresh) rmSync(join(runsFolder, name));
  return summaries.find((summary) => summary.execution.command.includes(checks[0]));
}

await main(async () => {
  await bootstrap();
  // A report is counted only when this run wrote it, or turbo restored it for unchanged inputs.
  for (const folder of workspaceMembers()) rmSync(join(folder, 'reports', 'tests.json'), { force: true });
  mkdirSync(runsFolder, { recursive: true });
  const before = new Set(readdirSync(runsFolder));
  const options = ['--continue=dependencies-successful', '--output-logs=errors-only', '--summarize'];
  const { code } = await turbo([...checks, ...options]);
  const tally = tallyRun(takeSummary(before), (folder) => readJson(reportOf(folder)));
  if (code !== 0 && tally.failed === 0) {
    tally.failed += 1;
    tally.failures.push(`turbo: ended with exit code ${code}`);
  }
  printTally(tally);
  process.exitCode = tally.failed > 0 ? 1 : 0;
});
