import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MongoClient } from 'mongodb';
import { DATA_FILE } from '../store/folder.js';
import { connectToData, startOn, NO_TTL_DELETES } from './data-server.js';

/**
 * Copies the database of a data folder as it is now, opens the copy, and removes it afterwards.
 * @param folder the folder for the copy; it must not exist yet
 */
export async function snapshotOf<T>(
  dataDir: string,
  folder: string,
  work: (client: MongoClient) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { mode: 0o700 });
  try {
    const original = await connectToData(dataDir);
    try {
      await original.client.db('admin').command({ backup: 1, to: join(folder, DATA_FILE) });
    } finally {
      await original.close();
    }
    const copy = await startOn(folder, NO_TTL_DELETES);
    try {
      return await work(copy.client);
    } finally {
      await copy.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
