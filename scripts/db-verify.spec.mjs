import { execFile } from 'node:child_process';
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backUp } from '../packages/embedded-mongo/dist/backup/backup.js';
import { startOn } from '../packages/embedded-mongo/dist/backup/data-server.js';

const SLOW = 240_000;
let home;
let backup;

const verify = (...args) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'db-verify.mjs'), ...args]).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'sv-'));
  const dataDir = join(home, 'data');
  backup = join(home, 'backup');
  const server = await startOn(dataDir);
  await server.client
    .db('test')
    .collection('notes')
    .insertMany([{ text: 'one' }, { text: 'two' }]);
  await server.close();
  await backUp({ dataDir, to: backup, signal: new AbortController().signal, onProgress: () => undefined });
}, SLOW);
afterAll(() => rm(home, { recursive: true, force: true }));

it(
  'finds that a backup is as it was made, and leaves it so',
  async () => {
    const { code, stdout, stderr } = await verify(backup, '--in', home);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toContain('The backup is complete and can be restored.');
    for (const part of [
      'SHA-256',
      '2 documents and their index entries',
      'the product starts',
      'ledger “Money”',
      'totals',
    ]) {
      expect(stdout).toContain(part);
    }
    expect(stdout).not.toContain('differs');
    expect((await readdir(backup)).toSorted()).toEqual(['backup.json', 'data.mdb']);
    expect((await readdir(home)).toSorted()).toEqual(['backup', 'data']);
  },
  SLOW,
);

it(
  'names what differs from what was recorded',
  async () => {
    const manifest = JSON.parse(await readFile(join(backup, 'backup.json'), 'utf8'));
    await writeFile(join(backup, 'backup.json'), JSON.stringify({ ...manifest, documents: { 'test.notes': 3 } }));
    const file = await open(join(backup, 'data.mdb'), 'a');
    await file.write(Buffer.alloc(4096));
    await file.close();
    const { code, stdout, stderr } = await verify(backup);
    expect(code).toBe(1);
    expect(stdout).toMatch(/differs {2}data file: .*SHA-256/);
    expect(stdout).toContain('test.notes has 2 instead of 3');
    expect(stderr).toContain('differs from what was recorded');
  },
  SLOW,
);

it('needs a backup that is not in use', async () => {
  expect((await verify(home)).stderr).toContain('There is no backup in');
  expect((await verify()).stderr).toMatch(/^Usage: npm run db:verify/m);
});
