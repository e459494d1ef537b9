import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tseslint from 'typescript-eslint';
import { expect, it } from 'vitest';
import { root } from './shell.mjs';

const config = join(root, '.oxlintrc.json');
const PREFIX = '@typescript-eslint/';
// Libraries type their options as classes and take literals.
const left = ['no-unsafe-class-instance-assignment'];

it('checks every rule with types that the strict preset of typescript-eslint has', () => {
  const preset = Object.assign({}, ...tseslint.configs.strictTypeChecked.map(({ rules }) => rules ?? {}));
  const typed = Object.keys(preset)
    .filter((name) => name.startsWith(PREFIX) && preset[name] !== 'off')
    .map((name) => name.slice(PREFIX.length))
    .filter((name) => tseslint.plugin.rules[name].meta.docs.requiresTypeChecking && !left.includes(name));
  expect(typed.length).toBeGreaterThan(40);

  const [{ rules }] = JSON.parse(readFileSync(config, 'utf8')).overrides;
  expect(Object.keys(rules)).toEqual(expect.arrayContaining(typed.map((name) => `typescript/${name}`)));
});

it('reports a forgotten promise', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shifa-types-'));
  try {
    writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true }, "include": ["*.ts"] }');
    writeFileSync(join(folder, 'faulty.ts'), 'async function save() { await Promise.resolve(); }\nsave();\n');
    const oxlint = join(root, 'node_modules/.bin/oxlint');
    const options = ['--type-aware', '--config', config, '--format', 'unix', folder];
    const { stdout, status } = spawnSync(oxlint, options, { cwd: root, encoding: 'utf8' });

    expect(stdout).toMatch(/faulty\.ts:2:\d+: Promises must be awaited/);
    expect(status).toBe(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
