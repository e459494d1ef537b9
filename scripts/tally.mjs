import { stripVTControlCharacters } from 'node:util';

/**
 * Counts the results of a check: tests from their runner's report, every other task (lint, types, format …) as one.
 *
 * @param expected the ids of the tasks that had to run, such as `@shifa/api#test`
 * @param summary turbo's summary of the run (`--summarize`), or undefined if there is none
 * @param readReport (folder, task) → the JSON report of that task, or undefined if there is none
 * @returns `{ passed, failed, skipped, lines, failures }`; lines and failures are for printing
 */
export function tallyRun(expected, summary, readReport) {
  const total = { passed: 0, failed: 0, skipped: 0, lines: [], failures: [] };
  const tasks = summary?.tasks ?? [];
  // turbo's summary omits tasks that did not run because an earlier task failed.
  const missing = expected.filter((id) => tasks.every((task) => task.taskId !== id));
  for (const task of [...tasks, ...missing.map((taskId) => ({ taskId, task: taskId.split('#')[1] }))]) {
    const name = task.taskId.replace(/^\/\/#/, '').replace('#', ' ');
    const result = tallyTask(task, readReport);
    if (result) add(total, name, result, task.execution);
  }
  return total;
}

function tallyTask(task, readReport) {
  const code = task.execution?.exitCode;
  const isBuild = task.task === 'build';
  if (code === undefined) return failure('not run, because what it depends on failed');
  if (task.task.startsWith('test')) return tallyTests(readReport(task.directory, task.task), code);
  if (code !== 0) return failure(`ended with exit code ${code}`);
  // A build is a prerequisite of the checks and not counted itself.
  return isBuild ? undefined : { passed: 1, failed: 0, skipped: 0, failures: [] };
}

/** Counts a jest or vitest JSON report; a runner that failed without naming a test counts as one failure. */
export function tallyTests(report, code) {
  if (!report?.testResults) return failure(`ended with exit code ${code} and left no report`);
  const failures = report.testResults.flatMap(failuresOfSuite);
  if (code !== 0 && failures.length === 0) failures.push(`ended with exit code ${code}, though no test failed`);
  const skipped = (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0);
  return { passed: report.numPassedTests, failed: failures.length, skipped, failures };
}

function failuresOfSuite(suite) {
  const failed = suite.assertionResults.filter((test) => test.status === 'failed');
  if (failed.length > 0) return failed.map((test) => withReason(test.fullName.trim(), test.failureMessages));
  return suite.status === 'failed'
    ? [withReason(`${suite.name}: the file could not be run`, [suite.message ?? ''])]
    : [];
}

/** The name of a test, and the first lines of why it failed. */
function withReason(name, messages = []) {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n');
  const reason = lines
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(0, 4)
    .join(' ')
    .slice(0, 300);
  return reason ? `${name} · ${reason}` : name;
}

/** Counts a Playwright JSON report. A test that only passed on a retry counts as a failure. */
export function tallyJourneys(report, code) {
  if (!report?.stats) return failure(`ended with exit code ${code} and left no report`);
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failures = report.suites.flatMap(failedSpecs);
  const faults = report.errors.map((error) => error.message ?? 'an error outside of the tests');
  const failed = unexpected + flaky + faults.length;
  if (code !== 0 && failed === 0) return { ...failure(`ended with exit code ${code}`), passed: expected, skipped };
  return { passed: expected, failed, skipped, failures: [...failures, ...faults] };
}

function failedSpecs(suite) {
  const own = (suite.specs ?? []).filter((spec) =>
    spec.tests.some((test) => ['unexpected', 'flaky'].includes(test.status)),
  );
  return [...own.map((spec) => `${spec.file}: ${spec.title}`), ...(suite.suites ?? []).flatMap(failedSpecs)];
}

function failure(text) {
  return { passed: 0, failed: 1, skipped: 0, failures: [text] };
}

function add(total, name, result, execution) {
  total.passed += result.passed;
  total.failed += result.failed;
  total.skipped += result.skipped;
  total.failures.push(...result.failures.map((text) => `${name}: ${text}`));
  const skipped = result.skipped > 0 ? `, ${result.skipped} skipped` : '';
  total.lines.push(`${name.padEnd(34)} ${result.passed} passed, ${result.failed} failed${skipped}${timeOf(execution)}`);
}

/** How long a task took, beside the tasks that ran at the same time; nothing if turbo restored its result. */
function timeOf({ startTime, endTime } = {}) {
  const seconds = Math.round((endTime - startTime) / 1000);
  if (!(seconds > 0)) return '';
  return seconds < 60 ? `, ${seconds} s` : `, ${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Prints the counts, the names of the failures, and the total as the last line. */
export function printTally({ passed, failed, lines = [], failures }) {
  console.log(['', ...lines, ''].join('\n'));
  if (failures.length > 0) console.log(['Failed:', ...failures.map((text) => `  ${text}`), ''].join('\n'));
  console.log(`${passed} passed, ${failed} failed`);
}
