import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { failureOf } from '../testing/database.js';
import { inNewFolder } from '../testing/folder.js';
import { createFolder } from './new-folder.js';

let home: string;
inNewFolder((path) => (home = path));

it('leaves nothing of an abandoned folder into which a server goes on writing for a moment', async () => {
  let written = 0;
  const writing: Promise<unknown>[] = [];
  const keepWriting = async (folder: string, writer: number): Promise<void> => {
    const until = Date.now() + 150;
    for (let i = 0; Date.now() < until; i += 1) {
      await writeFile(join(folder, `${writer}-${i}`), 'x').then(
        () => (written += 1),
        () => undefined,
      );
    }
  };
  const failure = await failureOf(
    createFolder('backup', join(home, 'one'), new AbortController().signal, async (unfinished) => {
      for (let writer = 0; writer < 8; writer += 1) writing.push(keepWriting(unfinished, writer));
      await expect.poll(() => written).toBeGreaterThan(20);
      throw new Error('stopped');
    }),
  );
  await Promise.all(writing);
  expect(failure.message).toBe('stopped');
  expect(existsSync(join(home, 'one.unfinished'))).toBe(false);
});
