import { existsSync } from 'node:fs';
import { cp, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { MongoClient } from 'mongodb';
import { UNFINISHED } from '../commands/backup.js';
import { isLockFile } from '../store/folder-lock.js';
import { DATA_FILE } from '../store/folder.js';
import { connectToData } from './data-server.js';
import { verifyCopy, type Contents } from './verify.js';

const POLL_MILLISECONDS = 250;

export interface BackupOptions {
  /** The data folder; its database may be running. */
  dataDir: string;
  /** The folder for the backup; it must not exist yet or must be empty. */
  to: string;
  /** Stops the backup and removes its files. */
  signal: AbortSignal;
  /** Reports progress; `of` is the expected maximum, in bytes or documents. */
  onProgress: (step: 'copying' | 'verifying', done: number, of: number) => void;
}

export interface Backup extends Contents {
  folder: string;
  /** The size of the data file. */
  bytes: number;
}

/**
 * Creates a copy of a data folder as it is at one moment, while the original is being read and written. The copy gets
 * its final name once it is complete, has been opened and has been checked.
 * @throws Error saying what to do; no folder with the final name exists then
 */
export async function backUp({ dataDir, to, signal, onProgress }: BackupOptions): Promise<Backup> {
  const source = resolve(dataDir);
  const folder = resolve(to);
  const unfinished = `${folder}${UNFINISHED}`;
  await checkTarget(source, folder, unfinished);
  const server = await connectToData(source);
  try {
    await mkdir(dirname(unfinished), { recursive: true, mode: 0o700 });
    await mkdir(unfinished, { mode: 0o700 });
    try {
      // Not named like a data file, so that nothing mistakes the folder for a complete one.
      const copy = join(unfinished, `${DATA_FILE}.copy`);
      const bytes = await copyData(server.client, copy, signal, onProgress);
      await copyOtherFiles(source, unfinished);
      await rename(copy, join(unfinished, DATA_FILE));
      signal.throwIfAborted();
      const contents = await verifyCopy(unfinished, signal, (done, of) => onProgress('verifying', done, of));
      await removeServerFiles(unfinished);
      await flush(unfinished);
      signal.throwIfAborted();
      await rename(unfinished, folder);
      await flush(dirname(folder));
      return { folder, bytes, ...contents };
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      throw error;
    }
  } finally {
    await server.close();
  }
}

async function checkTarget(source: string, folder: string, unfinished: string): Promise<void> {
  if (isInside(source, folder)) {
    throw new Error(`The backup must not be inside the data folder ${source}. Choose another --to.`);
  }
  if (existsSync(folder) && (!(await stat(folder)).isDirectory() || (await readdir(folder)).length > 0)) {
    throw new Error(`${folder} already exists and is not empty. Choose another --to.`);
  }
  if (existsSync(unfinished)) {
    throw new Error(
      `${unfinished} already exists: another backup was interrupted or is still running. ` +
        'If none is running, remove it and try again.',
    );
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way.split(sep)[0] !== '..';
}

// Resolves when the copy is complete or was abandoned; the server cannot stop in the middle.
async function copyData(
  client: MongoClient,
  to: string,
  signal: AbortSignal,
  onProgress: BackupOptions['onProgress'],
): Promise<number> {
  const admin = client.db('admin');
  const { totalSize } = await admin.command({ listDatabases: 1 });
  const of = Number(totalSize);
  const timer = setInterval(() => {
    stat(`${to}${UNFINISHED}`).then(
      ({ size }) => onProgress('copying', Math.min(size, of), of),
      () => undefined,
    );
  }, POLL_MILLISECONDS);
  try {
    const reply = await admin.command({ backup: 1, to }, { signal });
    const bytes = Number(reply.bytes);
    onProgress('copying', bytes, bytes);
    return bytes;
  } finally {
    clearInterval(timer);
  }
}

async function copyOtherFiles(source: string, target: string): Promise<void> {
  for (const name of await readdir(source)) {
    if (isServerFile(name)) continue;
    await cp(join(source, name), join(target, name), { recursive: true, preserveTimestamps: true });
    await flushAll(join(target, name));
  }
}

/** The data file is copied separately; the other files belong to the running server. */
function isServerFile(name: string): boolean {
  return name === DATA_FILE || name.startsWith(`${DATA_FILE}-`) || name === 'run' || isLockFile(name);
}

async function removeServerFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name !== DATA_FILE && isServerFile(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function flushAll(path: string): Promise<void> {
  if ((await stat(path)).isDirectory()) {
    for (const name of await readdir(path)) await flushAll(join(path, name));
  }
  await flush(path);
}

async function flush(path: string): Promise<void> {
  // Windows cannot flush directories.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The default location of a backup: next to the data folder, under a name that sorts by time. */
export function defaultBackupFolder(dataDir: string, now: Date): string {
  const time = now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
  return join(dirname(resolve(dataDir)), 'backups', `shifa-${time}`);
}
