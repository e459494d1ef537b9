// Proves on a scratch copy that an app that does not match the contract does not compile, and that a route without an
// access policy does not compile either.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScratchCopy } from './testing/scratch-copy.mjs';

const scratch = new ScratchCopy('contract-drift');
const limit = 600_000;

const schemaFile = scratch.path('packages/contract/src/laboratories/laboratory.schema.ts');
const routesFile = scratch.path('packages/contract/src/laboratories/laboratory.contract.ts');

afterAll(() => scratch.remove());

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
    ({ output } = await scratch.typecheck('packages/contract', { include: ['src/laboratories'] }));
    for (const name of Object.keys(mistakes)) rmSync(routesFile.replace('laboratory.', `${name}.`));
  }, limit);

  it('compiles as it is', () => {
    expect(output).not.toContain('laboratory.contract.ts');
  });

  it.each(Object.keys(mistakes))('does not compile %s', (name) => {
    expect(output).toMatch(new RegExp(`^src/laboratories/${name}\\.contract\\.ts.*error TS`, 'm'));
  });
});

// That both apps compile with the contract as it is, is what their own type checks show.
describe('a field of the contract', { timeout: limit }, () => {
  it.each([
    ['apps/api', 'src/modules/laboratories', []],
    ['apps/web', 'src/features/laboratories', ['src/app/theme', 'src/routes.d.ts']],
  ])('of another type breaks the type check of %s', async (folder, feature, declarations) => {
    const schemas = readFileSync(schemaFile, 'utf8');
    const drifted = schemas.replace(/name: requiredText\('Name is required'\)\s+\.min\(2/, 'name: z.number().min(2');
    expect(drifted).not.toBe(schemas);
    writeFileSync(schemaFile, drifted);
    const { code, output } = await scratch.typecheck(folder, { include: [feature, ...declarations] });
    writeFileSync(schemaFile, schemas);
    expect(code).not.toBe(0);
    expect(output).toMatch(new RegExp(`^${feature}/.*error TS\\d+: [^]*?'number'`, 'm'));
  });
});
