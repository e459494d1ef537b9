import { describe, expect, it } from 'vitest';
import { tallyJourneys, tallyRun } from './tally.mjs';

const task = (taskId, exitCode) => {
  const [directory, name] = taskId.split('#');
  return { taskId, task: name, directory, execution: { exitCode } };
};
const suite = (name, ...statuses) => ({
  name,
  status: statuses.includes('failed') || statuses.length === 0 ? 'failed' : 'passed',
  assertionResults: statuses.map((status, index) => ({ status, fullName: `${name} ${index}` })),
});
const report = (...testResults) => ({
  testResults,
  numPassedTests: testResults.flatMap((one) => one.assertionResults).filter(({ status }) => status === 'passed').length,
});
const tally = (tasks, reports = {}, expected = []) => tallyRun(expected, { tasks }, (folder) => reports[folder]);

describe('tallyRun', () => {
  it('counts each test of a runner and each other task once, and no build', () => {
    const result = tally([task('api#build', 0), task('api#lint', 0), task('api#test', 0)], {
      api: report(suite('a', 'passed', 'passed'), suite('b', 'passed')),
    });
    expect(result).toMatchObject({ passed: 4, failed: 0, failures: [] });
  });

  it('reads the report of each task of tests, also of two in one package', () => {
    const reports = { test: report(suite('a', 'passed', 'passed')), 'test:web-requests': report(suite('b', 'failed')) };
    const tasks = [task('api#test', 0), task('api#test:web-requests', 1)];
    const result = tallyRun([], { tasks }, (folder, name) => reports[name]);
    expect(result).toMatchObject({ passed: 2, failed: 1, failures: ['api test:web-requests: b 0'] });
  });

  it('says how long each task took', () => {
    const [short, long] = [task('web#lint', 0), task('web#typecheck', 0)];
    short.execution = { ...short.execution, startTime: 1_000, endTime: 13_400 };
    long.execution = { ...long.execution, startTime: 1_000, endTime: 126_000 };
    expect(tally([short, long]).lines.map((line) => line.split(', ').at(-1))).toEqual(['12 s', '2 min 5 s']);
  });

  it('names failed tests and failed tasks', () => {
    const result = tally([task('web#lint', 1), task('web#test', 1)], { web: report(suite('a', 'passed', 'failed')) });
    expect(result).toMatchObject({ passed: 1, failed: 2 });
    expect(result.failures).toEqual(['web lint: ended with exit code 1', 'web test: a 1']);
  });

  it('says why a test failed', () => {
    const broken = suite('a', 'failed');
    broken.assertionResults[0].failureMessages = ['Error: \u001b[31mexpected 1\u001b[39m\n\n  to be 2'];
    expect(tally([task('web#test', 1)], { web: report(broken) }).failures).toEqual([
      'web test: a 0 · Error: expected 1 to be 2',
    ]);
  });

  it('fails a runner that left no report, whatever its exit code', () => {
    expect(tally([task('api#test', 0)])).toMatchObject({ passed: 0, failed: 1 });
    expect(tally([task('api#test', 137)])).toMatchObject({ passed: 0, failed: 1 });
  });

  it('fails a runner that failed though no test did', () => {
    expect(tally([task('api#test', 1)], { api: report(suite('a', 'passed')) })).toMatchObject({ passed: 1, failed: 1 });
  });

  it('fails a file that could not be run, and says why', () => {
    const broken = { ...suite('a.spec.ts'), message: '  ● Test suite failed to run\n\n    ENOTEMPTY: rmdir' };
    const result = tally([task('api#test', 1)], { api: report(broken) });
    expect(result).toMatchObject({ passed: 0, failed: 1 });
    expect(result.failures[0]).toMatch(/a\.spec\.ts: the file could not be run · .*ENOTEMPTY/);
  });

  it('fails what was not run, and never counts the report it left earlier', () => {
    const result = tally([task('api#build', 2)], { api: report(suite('a', 'passed')) }, ['api#test']);
    expect(result).toMatchObject({ passed: 0, failed: 2 });
    expect(result.failures[1]).toBe('api test: not run, because what it depends on failed');
  });

  it('fails when turbo wrote nothing about the run', () => {
    expect(tallyRun(['api#lint'], undefined, () => undefined)).toMatchObject({ passed: 0, failed: 1 });
  });
});

describe('tallyJourneys', () => {
  const spec = (title, status) => ({ title, file: 'login.e2e.ts', tests: [{ status }] });
  const journeys = (stats, ...specs) => ({ stats, suites: [{ suites: [{ specs }] }], errors: [] });

  it('counts a journey that passed only when tried again as failed', () => {
    const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 0 };
    const result = tallyJourneys(journeys(stats, spec('signs in', 'unexpected'), spec('signs out', 'flaky')), 1);
    expect(result).toMatchObject({ passed: 3, failed: 2 });
    expect(result.failures).toEqual(['login.e2e.ts: signs in', 'login.e2e.ts: signs out']);
  });

  it('fails a run without a report, and one that ended badly with every journey passed', () => {
    expect(tallyJourneys(undefined, 0)).toMatchObject({ passed: 0, failed: 1 });
    const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 };
    expect(tallyJourneys(journeys(stats), 1)).toMatchObject({ passed: 3, failed: 1 });
  });
});
