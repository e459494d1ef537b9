import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, workspaceMembers } from './bootstrap.mjs';
import { turbo } from './build.mjs';
import { root } from './shell.mjs';
import { printTally, tallyRun } from './tally.mjs';

const runsFolder = join(root, '.turbo', 'runs');
/** The report of `test` is `tests.json`; that of a further task, such as `test:web-requests`, `tests-web-requests.json`. */
const reportOf = (folder, task) =>
  join(root, folder, 'reports', `${task.replace(/^test:?/, 'tests-').replace(/-$/, '')}.json`);
/** What a runner has to say besides its counts. */
const notesOf = (folder) => join(folder, 'reports', 'notes.txt');
/** What a runner found at its end that belongs to none of its tests, one fault per line. */
const faultsOf = (folder) => join(folder, 'reports', 'faults.txt');

/** The content of a JSON file; undefined if it is missing, or incomplete because its writer crashed. */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function readLines(file) {
  return readFileSync(file, 'utf8').trim().split('\n');
}

function reportsIn(folder) {
  const reports = join(folder, 'reports');
  return existsSync(reports) ? readdirSync(reports).filter((name) => /^tests.*\.json$/.test(name)) : [];
}

function takeSummary(before, words) {
  for (const name of readdirSync(runsFolder).filter((one) => !before.has(one))) {
    const file = join(runsFolder, name);
    const summary = readJson(file);
    if (!words.every((word) => summary?.execution.command.includes(word))) continue;
    rmSync(file);
    return summary;
  }
  return undefined;
}

/**
 * Runs turbo tasks and prints what passed and failed; the last line is `N passed, M failed`. Sets the exit code.
 * @param tasks names of tasks
 * @param expected () → the ids of the tasks that must run, such as `@shifa/api#test`
 * @param options further turbo options
 */
export async function runChecks(tasks, expected, options = []) {
  await bootstrap();
  // Only reports that this run writes, or that turbo restores for unchanged inputs, are counted.
  for (const folder of workspaceMembers()) {
    for (const name of reportsIn(folder)) rmSync(join(folder, 'reports', name));
    for (const file of [notesOf(folder), faultsOf(folder)]) rmSync(file, { force: true });
  }
  mkdirSync(runsFolder, { recursive: true });
  const before = new Set(readdirSync(runsFolder));
  const common = ['--continue=dependencies-successful', '--output-logs=errors-only', '--summarize'];
  const { code } = await turbo([...tasks, ...common, ...options]);
  const tally = tallyRun(expected(), takeSummary(before, [...tasks, ...options]), (folder, task) =>
    readJson(reportOf(folder, task)),
  );
  if (code !== 0 && tally.failed === 0) {
    tally.failed += 1;
    tally.failures.push(`turbo: ended with exit code ${code}`);
  }
  const faults = workspaceMembers().map(faultsOf).filter(existsSync).flatMap(readLines);
  tally.failed += faults.length;
  tally.failures.push(...faults);
  const notes = workspaceMembers().map(notesOf).filter(existsSync);
  tally.lines.push(...notes.map((file) => readFileSync(file, 'utf8').trim()));
  printTally(tally);
  process.exitCode = tally.failed > 0 ? 1 : 0;
}
