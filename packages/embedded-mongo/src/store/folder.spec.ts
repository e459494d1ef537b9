import { cpSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { folderOfFile, inNewFolder } from '../testing/folder.js';
import { claimFolder, type FolderClaim } from './folder.js';
import { Store } from './store.js';

const original = await folderOfFile();
await (await Store.open(original, true)).close();
let folder: string;
inNewFolder((path) => (folder = path));
let claim: FolderClaim | undefined;
afterEach(() => {
  claim?.lock.release();
  claim = undefined;
});

const failure = (message: string, code?: string | number): Error => Object.assign(new Error(message), { code });

describe('an error while a data file is opened', () => {
  it.each([
    ['MDB_BAD_TXN: Transaction must abort, has a child, or is invalid', -30782],
    ['MDB_CORRUPTED: Located page was wrong type', -30796],
    ['bson size must be >= 5, is 0', undefined],
  ])('is damage: %s', async (message, code) => {
    cpSync(original, folder, { recursive: true });
    claim = await claimFolder(folder);
    expect(claim.explain(failure(message, code))).toMatchObject({
      reason: 'DataCorruptionDetected',
      message: expect.stringMatching(/are damaged .*restore the latest backup/) as string,
    });
  });

  it.each([
    ['Permission denied', 13],
    ['EACCES: permission denied', 'EACCES'],
    ['MDB_MAP_FULL: Environment mapsize limit reached', -30792],
  ])('is not: %s', async (message, code) => {
    cpSync(original, folder, { recursive: true });
    claim = await claimFolder(folder);
    expect(claim.explain(failure(message, code))).toMatchObject({
      reason: 'InvalidPath',
      message: expect.stringContaining(`cannot be opened: ${message}`) as string,
    });
  });

  it('is not, as long as there are no data', async () => {
    claim = await claimFolder(folder);
    expect(claim.explain(failure('something unheard of'))).toMatchObject({ reason: 'InvalidPath' });
  });
});
