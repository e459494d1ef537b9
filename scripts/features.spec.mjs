// Proves on a scratch copy what CONTRIBUTING.md promises about features: a generated one works as it is, and one whose
// folders and registration lines are deleted is gone.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './shell.mjs';
import { ScratchCopy } from './testing/scratch-copy.mjs';

const { resolve } = createRequire(import.meta.url);
const scratch = new ScratchCopy('features');
const limit = 600_000;

const registrationFiles = [
  'packages/contract/src/contract.ts',
  'packages/contract/src/dashboard/dashboard.extensions.ts',
  'packages/contract/src/index.ts',
  'packages/contract/src/socket.ts',
  'packages/contract/src/laboratories/laboratory.extensions.ts',
  'packages/contract/src/testing/index.ts',
  'apps/api/demo/demo-network.ts',
  'apps/api/src/app.module.ts',
  'apps/web/src/app/routes/analytics-kinds.ts',
  'apps/web/src/app/routes/dashboard-extensions.tsx',
  'apps/web/src/app/routes/laboratory-extensions.ts',
  'apps/web/src/app/routes/order-page.tsx',
  'apps/web/src/app/routes/palette-sources.ts',
  'apps/web/src/app/routes/person-extensions.ts',
  'apps/web/src/app/routes/sections.ts',
  'apps/web/src/app/routes/setup-steps.ts',
];

/** Deletes the folders of a feature, its section of the web app, and its lines in the registration files. */
function removeFeature(feature, section) {
  for (const folder of ['packages/contract/src', 'apps/api/src/modules', 'apps/web/src/features']) {
    rmSync(scratch.path(folder, feature), { recursive: true });
  }
  for (const folder of ['bench', 'demo', 'test']) {
    rmSync(scratch.path('apps/api', folder, feature), { recursive: true, force: true });
  }
  const routes = scratch.path('apps/web/src/app/routes');
  for (const file of readdirSync(routes).filter((name) => name.startsWith(section))) rmSync(join(routes, file));
  for (const file of registrationFiles) {
    const source = readFileSync(scratch.path(file), 'utf8');
    const statements = source.match(/^(import|export) [^;]*'[^']*';$/gm) ?? [];
    const dropped = statements.filter((statement) => new RegExp(`/(${feature}/|${section}')`).test(statement));
    const identifiers = dropped.flatMap((statement) => statement.match(/\b[A-Za-z]\w+(?=[ ,}].*from)/gs) ?? []);
    const names = identifiers.filter((name) => !['import', 'export', 'type', 'from'].includes(name));
    let rest = source;
    for (const statement of dropped) rest = rest.replace(`${statement}\n`, '');
    const uses = names.length > 0 ? new RegExp(`\\b(${names.join('|')})\\b`) : /(?!)/;
    const lines = rest.split('\n').filter((line) => !uses.test(line));
    writeFileSync(scratch.path(file), lines.join('\n'));
  }
}

describe('a workspace with a generated feature and without finance', { timeout: limit }, () => {
  beforeAll(async () => {
    for (const path of ['scripts', 'eslint.config.mjs', '.oxlintrc.json', '.prettierrc.json']) scratch.copy(path);
    const plop = ['--plopfile', 'scripts/generator/plopfile.mjs', 'feature', 'lab-suppliers'];
    expect(await scratch.run(resolve('plop/bin/plop.js'), plop, '.')).toMatchObject({ code: 0 });
    removeFeature('finance', 'finances');
  }, limit);

  afterAll(() => scratch.remove());

  it.each([
    ['apps/api', ['src/main.ts', 'src/modules/lab-suppliers', '../../packages/embedded-mongo/src/**/*.d.ts']],
    ['apps/web', ['src/main.tsx', 'src/routes.d.ts', 'src/features/lab-suppliers', 'src/testing/setup.ts']],
  ])('compiles in %s, with the tests of the new feature', async (folder, include) => {
    expect(await scratch.typecheck(folder, { include, tests: true })).toEqual({ code: 0, output: '' });
  });

  it('passes the API tests of the new feature', async () => {
    const jest = join(root, 'apps/api/node_modules/jest/bin/jest.js');
    const { code, output } = await scratch.run(jest, ['src/modules/lab-suppliers'], 'apps/api');
    expect(output).toContain('lab suppliers');
    expect(output).toMatch(/Tests: +8 passed, 8 total/);
    expect(code).toBe(0);
  });

  it('passes the screen tests of the new feature, and has it in the navigation', async () => {
    const vitest = join(root, 'apps/web/node_modules/vitest/vitest.mjs');
    const files = ['src/features/lab-suppliers', 'src/app/routes/lab-suppliers'];
    const { code, output } = await scratch.run(vitest, ['run', ...files], 'apps/web');
    expect(stripVTControlCharacters(output)).toMatch(/Tests +6 passed/);
    expect(code).toBe(0);
  });

  it('has new files that are formatted and pass the linter', async () => {
    const folders = ['apps/api/src/modules', 'apps/api/demo', 'apps/web/src/features', 'packages/contract/src'];
    const files = folders.map((folder) => scratch.path(folder, 'lab-suppliers'));
    const formatted = await scratch.run(resolve('prettier/bin/prettier.cjs'), ['--check', ...files], '.');
    expect(formatted).toMatchObject({ code: 0 });
    const linted = await scratch.run(join(root, 'node_modules/eslint/bin/eslint.js'), files, '.');
    expect(linted).toEqual({ code: 0, output: '' });
    const typed = ['--type-aware', '--quiet', '--format', 'unix', ...files];
    expect(await scratch.run(join(root, 'node_modules/oxlint/bin/oxlint'), typed, '.')).toEqual({
      code: 0,
      output: '',
    });
  });
});
