import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach } from 'vitest';

const make = (): Promise<string> => mkdtemp(join(tmpdir(), 'em-'));
const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true });

/** Gives every test of a file an empty folder, which is removed afterwards. */
export function inNewFolder(use: (path: string) => void): void {
  let folder = '';
  beforeEach(async () => {
    folder = await make();
    use(folder);
  });
  afterEach(() => remove(folder));
}

/** An empty folder for all tests of a file, which is removed after the last one. */
export async function folderOfFile(): Promise<string> {
  const folder = await make();
  afterAll(() => remove(folder));
  return folder;
}
