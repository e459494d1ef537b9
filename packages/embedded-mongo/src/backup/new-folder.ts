import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { flush, UNFINISHED } from '../commands/backup.js';

/**
 * Creates a folder, which gets its final name once it is filled and on disk.
 * @param what the name of the work, for messages.
 * @param fill receives the path of the unfinished folder.
 * @throws Error saying what to do; nothing is left then of the folder
 */
export async function createFolder<T>(
  what: 'backup' | 'export',
  folder: string,
  signal: AbortSignal,
  fill: (unfinished: string) => Promise<T>,
): Promise<T> {
  const unfinished = `${folder}${UNFINISHED}`;
  if (existsSync(folder) && (!(await stat(folder)).isDirectory() || (await readdir(folder)).length > 0)) {
    throw new Error(`${folder} already exists and is not empty. Choose another --to.`);
  }
  if (existsSync(unfinished)) {
    throw new Error(
      `${unfinished} already exists: another ${what} was interrupted or is still running. ` +
        'If none is running, remove it and try again.',
    );
  }
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    const result = await fill(unfinished);
    await flush(unfinished);
    signal.throwIfAborted();
    await rename(unfinished, folder);
    await flush(dirname(folder));
    return result;
  } catch (error) {
    // An aborted command may still be writing into the folder on the server, which makes it non-empty again.
    await rm(unfinished, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    throw error;
  }
}
