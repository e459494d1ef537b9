import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MongoClient } from 'mongodb';
import { serverUri, startEmbeddedMongo } from '../launcher/launcher.js';
import { ownerOf } from '../store/folder-lock.js';
import { DATA_FILE } from '../store/folder.js';

/** For servers on copies: TTL indexes remove nothing for longer than any operation on the copy takes. */
export const NO_TTL_DELETES = ['--setParameter', 'ttlMonitorSleepSecs=2000000'];

/** A database to query: a server that was already running, or one started for this purpose. */
export interface DataServer {
  readonly client: MongoClient;
  /** Stops the server only if it was started for this purpose. */
  close(): Promise<void>;
}

/**
 * Connects to the database of a folder: to the server that is running on it or, if there is none, to a new one.
 * @throws Error saying what to do if there is no data or it cannot be opened
 */
export async function connectToData(dataDir: string): Promise<DataServer> {
  const folder = resolve(dataDir);
  if (!existsSync(join(folder, DATA_FILE))) {
    throw new Error(`There is no data in ${folder}. Set DATA_DIR to the product's data folder.`);
  }
  const owner = ownerOf(folder);
  // A new server waits for an owner that is shutting down.
  if (!owner || owner.stopping) return startOn(folder);
  if (owner.address === undefined) {
    throw new Error(
      `The database in ${folder} is just starting (process ${owner.pid ?? 'unknown'}). Try again in a moment.`,
    );
  }
  const client = await connect(serverUri(owner.address));
  return { client, close: () => client.close() };
}

/** Starts a database on a folder for this process alone. @param args additional command-line arguments */
export async function startOn(dataDir: string, args: readonly string[] = []): Promise<DataServer> {
  const server = await startEmbeddedMongo({ dataDir, args });
  try {
    const client = await connect(server.uri);
    const close = async (): Promise<void> => {
      await client.close();
      await server.stop();
    };
    return { client, close };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

function connect(uri: string): Promise<MongoClient> {
  return MongoClient.connect(uri, { serverSelectionTimeoutMS: 5000 });
}
