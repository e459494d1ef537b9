import { cp, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { MongoClient } from 'mongodb';
import { flush, UNFINISHED } from '../commands/backup.js';
import { isLockFile } from '../store/folder-lock.js';
import { DATA_FILE } from '../store/folder.js';
import { connectToData, NO_TTL_DELETES, startOn } from './data-server.js';
import { MANIFEST_FILE, writeManifest } from './manifest.js';
import { createFolder } from './new-folder.js';

const POLL_MILLISECONDS = 250;

export interface BackupOptions {
  dataDir: string;
  to: string;
  signal: AbortSignal;
  /** Reports progress; `of` is the expected maximum, in bytes or documents. */
  onProgress: (step: 'copying' | 'verifying', done: number, of: number) => void;
}

export interface Backup {
  folder: string;
  /** Of the data file. */
  bytes: number;
  collections: number;
  documents: number;
}

/**
 * Creates a copy of a data folder as it is at one moment, while the original is being read and written. The copy gets
 * its final name once it is complete, has been opened and has been checked.
 * @throws Error saying what to do; no folder with the final name exists then
 */
export async function backUp({ dataDir, to, signal, onProgress }: BackupOptions): Promise<Backup> {
  const source = resolve(dataDir);
  const folder = resolve(to);
  if (isInside(source, folder)) {
    throw new Error(`The backup must not be inside the data folder ${source}. Choose another --to.`);
  }
  const server = await connectToData(source);
  try {
    return await createFolder('backup', folder, signal, async (unfinished) => {
      // Not named like a data file, so that nothing mistakes the folder for a complete one.
      const copy = join(unfinished, `${DATA_FILE}.copy`);
      const bytes = await copyData(server.client, copy, signal, onProgress);
      await copyOtherFiles(source, unfinished);
      await rename(copy, join(unfinished, DATA_FILE));
      signal.throwIfAborted();
      const counts = await verifyCopy(unfinished, signal, (done, of) => onProgress('verifying', done, of));
      await removeServerFiles(unfinished);
      await writeManifest(unfinished, counts, new Date());
      const documents = Object.values(counts).reduce((sum, count) => sum + count, 0);
      return { folder, bytes, collections: Object.keys(counts).length, documents };
    });
  } finally {
    await server.close();
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

/**
 * The data file is copied separately, and the manifest of a folder that was restored describes another backup; the other
 * files belong to the running server.
 */
function isServerFile(name: string): boolean {
  const isOfCopy = name === DATA_FILE || name.startsWith(`${DATA_FILE}-`) || name === MANIFEST_FILE;
  return isOfCopy || name === 'run' || isLockFile(name);
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

/**
 * Opens a copy with its own server, which checks every document and every index entry.
 * @returns the number of documents of each collection
 * @throws Error naming the fault
 */
export async function verifyCopy(
  folder: string,
  signal: AbortSignal,
  onProgress: (done: number, of: number) => void,
): Promise<Record<string, number>> {
  const server = await startOn(folder, NO_TTL_DELETES);
  try {
    const names = await namesOf(server.client);
    const counts: Record<string, number> = {};
    let checked = 0;
    const estimates = await Promise.all(
      names.map(({ database, name }) => server.client.db(database).collection(name).estimatedDocumentCount()),
    );
    const of = estimates.reduce((sum, count) => sum + count, 0);
    for (const { database, name } of names) {
      const reply = await server.client.db(database).command({ validate: name, full: true }, { signal });
      if (reply.valid !== true) throw new Error(damaged(`${database}.${name}`, reply.errors as string[]));
      const documents = Number(reply.nrecords);
      counts[`${database}.${name}`] = documents;
      onProgress((checked += documents), of);
    }
    return counts;
  } finally {
    await server.close();
  }
}

async function namesOf(client: MongoClient): Promise<{ database: string; name: string }[]> {
  const { databases } = await client.db('admin').admin().listDatabases();
  const lists = databases.map(async ({ name: database }) => {
    const collections = await client.db(database).listCollections({}, { nameOnly: true }).toArray();
    return collections.map(({ name }) => ({ database, name }));
  });
  return (await Promise.all(lists)).flat();
}

function damaged(namespace: string, errors: readonly string[]): string {
  return (
    `The data is damaged: ${namespace}: ${errors.slice(0, 3).join('; ')}. ` +
    'This backup was not kept. Keep your existing backups, and restore the latest one that is undamaged.'
  );
}

/** The default location of a backup: next to the data folder, under a name that sorts by time. */
export function defaultBackupFolder(dataDir: string, now: Date): string {
  const time = now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
  return join(dirname(resolve(dataDir)), 'backups', `shifa-${time}`);
}
