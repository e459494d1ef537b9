import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root, run } from './shell.mjs';

const release = join(root, 'packages/contract/release');
const folder = mkdtempSync(join(tmpdir(), 'contract-diff-'));
const base = join(folder, 'base');

function diff(...args) {
  return run(process.execPath, [join(root, 'scripts/contract-diff.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** A copy of the release in which one document is changed. */
function copyWith(name, file, change) {
  const copy = join(folder, name);
  cpSync(release, copy, { recursive: true });
  writeFileSync(join(copy, file), change(readFileSync(join(copy, file), 'utf8')));
  return copy;
}

const edited = (change) => (text) => {
  const document = JSON.parse(text);
  change(document);
  return JSON.stringify(document);
};

beforeAll(() => cpSync(release, base, { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true }));

describe('contract:diff', () => {
  it('ends with 0 and an empty list for the same snapshot', async () => {
    const { code, output } = await diff('--base', base, '--head', release, '--json');
    expect({ code, ...JSON.parse(output) }).toEqual({ code: 0, changes: [] });
  });

  it('ends with 1 for a break in the whole document, and says where', async () => {
    const head = copyWith(
      'breaking',
      'openapi.json',
      edited(({ paths }) => delete paths['/api/auth/login']),
    );
    const { code, output } = await diff('--base', base, '--head', head, '--json');
    expect(code).toBe(1);
    expect(JSON.parse(output)).toEqual({
      changes: [{ kind: 'breaking', where: 'POST /api/auth/login', what: 'was removed' }],
    });
  });

  it('ends with 0 for a compatible change, as Markdown', async () => {
    const head = copyWith(
      'compatible',
      'errors.json',
      edited((errors) => (errors.TOO_EARLY = { status: 409, message: 'Wait' })),
    );
    const { code, output } = await diff('--base', base, '--head', head);
    expect(code).toBe(0);
    expect(output).toContain('| `error TOO_EARLY` | was added |');
  });

  const deep = `{"paths":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`;
  it.each([
    ['a document that is no JSON', 'events.json', () => '{', /events\.json is not a JSON document/],
    ['another document', 'errors.json', () => '[]', /errors\.json is not a JSON document/],
    ['a document without routes', 'openapi.json', edited((document) => delete document.paths), /openapi\.json: paths/],
    ['a version that is none', 'openapi.json', edited(({ info }) => (info.version = 'two')), /info\.version/],
    ['an event without a schema', 'events.json', edited(({ server }) => (server.odd = {})), /events\.json: server/],
    [
      'routes that are no object',
      'permissions.json',
      edited((all) => (all.routes = 'all')),
      /permissions\.json: routes/,
    ],
    ['a document that is nested too deeply', 'openapi.json', () => deep, /could not be compared/],
  ])('ends with 2 for %s', async (name, file, change, message) => {
    const { code, output } = await diff('--base', base, '--head', copyWith(name, file, change));
    expect(code).toBe(2);
    expect(output).toMatch(message);
    expect(output).not.toMatch(/\n\s+at /);
  });

  it.each([
    [['--base', '/no/such/place']],
    [['--base', '--output=x']],
    [['--base', base, '--head', tmpdir()]],
    [['--bas']],
  ])('ends with 2 for %j', async (args) => {
    const { code, output } = await diff(...args);
    expect(code).toBe(2);
    expect(output).toMatch(/^The contract could not be compared: /);
  });
});
