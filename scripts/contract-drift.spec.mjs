// Proves on a scratch copy that an app that does not match the contract does not compile, and that a route without an
// access policy does not compile either.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './shell.mjs';

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const scratch = mkdtempSync(join(tmpdir(), 'contract-drift-'));
const limit = 600_000;

const contract = join(scratch, 'packages/contract');
const schemaFile = join(contract, 'src/laboratories/laboratory.schema.ts');
const routesFile = join(contract, 'src/laboratories/laboratory.contract.ts');

function copy(path) {
  const passedBy = /\/(dist|reports|\.turbo|\.cache|\.bin|data)(\/|$)/;
  mkdirSync(dirname(join(scratch, path)), { recursive: true });
  cpSync(join(root, path), join(scratch, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (from) => !passedBy.test(from.slice(root.length)),
  });
}

function execute(args, cwd) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => resolve({ code, output }));
  });
}

const buildContract = () => execute([join(root, 'scripts/build-dual.mjs')], contract);

// Without tests, so that the product itself must fail to compile. Incremental: unchanged files are not checked again.
function typecheck(folder) {
  const project = join(scratch, folder, 'tsconfig.product.json');
  const exclude = ['src/**/*.spec.*', 'src/**/*.test.*', 'src/testing'];
  writeFileSync(project, JSON.stringify({ extends: './tsconfig.json', exclude }));
  const options = ['--noEmit', '--incremental', '--tsBuildInfoFile', `${project}.tsbuildinfo`, '--pretty', 'false'];
  return execute([tsc, '-p', project, ...options], join(scratch, folder));
}

beforeAll(() => {
  for (const path of ['package.json', 'tsconfig.base.json', 'packages/config', 'packages/contract']) copy(path);
  for (const path of ['apps/api', 'apps/web']) copy(path);
  for (const path of ['node_modules', 'packages/embedded-mongo']) symlinkSync(join(root, path), join(scratch, path));
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('a route of the contract', { timeout: limit }, () => {
  const policy = "metadata: { permission: 'laboratories.view' },";
  const mistakes = {
    'without-permission': 'metadata: {},',
    'without-metadata': '',
    'with-unknown-permission': "metadata: { permission: 'laboratories.viewed' },",
  };
  let output;

  beforeAll(async () => {
    const routes = readFileSync(routesFile, 'utf8');
    expect(routes).toContain(policy);
    for (const [name, metadata] of Object.entries(mistakes)) {
      writeFileSync(routesFile.replace('laboratory.', `${name}.`), routes.replace(policy, metadata));
    }
    ({ output } = await typecheck('packages/contract'));
    for (const name of Object.keys(mistakes)) rmSync(routesFile.replace('laboratory.', `${name}.`));
  }, limit);

  it('compiles as it is', () => {
    expect(output).not.toContain('laboratory.contract.ts');
  });

  it.each(Object.keys(mistakes))('does not compile %s', (name) => {
    expect(output).toMatch(new RegExp(`^src/laboratories/${name}\\.contract\\.ts.*error TS`, 'm'));
  });
});

describe('a field of the contract', { timeout: limit }, () => {
  const checkApps = () => Promise.all(['apps/api', 'apps/web'].map(typecheck));

  it('is used by both apps as it is', async () => {
    expect(await buildContract()).toMatchObject({ code: 0 });
    expect(await checkApps()).toEqual([
      { code: 0, output: '' },
      { code: 0, output: '' },
    ]);
  });

  it('of another type breaks the type check of both apps', async () => {
    const schemas = readFileSync(schemaFile, 'utf8');
    const drifted = schemas.replace(/name: requiredText\('Name is required'\)\s+\.min\(2/, 'name: z.number().min(2');
    expect(drifted).not.toBe(schemas);
    writeFileSync(schemaFile, drifted);
    expect(await buildContract()).toMatchObject({ code: 0 });
    const [api, web] = await checkApps();
    expect(api.code).not.toBe(0);
    expect(api.output).toMatch(/^src\/modules\/laboratories\/.*error TS/m);
    expect(web.code).not.toBe(0);
    expect(web.output).toMatch(/^src\/features\/laboratories\/.*error TS/m);
  });
});
