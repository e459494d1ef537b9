import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { flush } from '../commands/backup.js';
import { DATA_FILE } from '../store/folder.js';

/** Describes a backup within its folder, so that a later check can find what has changed since. */
export const MANIFEST_FILE = 'backup.json';

export interface Manifest {
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Of the data file, as are the size and the hash. */
  bytes: number;
  sha256: string;
  /** The number of documents of each collection, such as `test.users`. */
  documents: Record<string, number>;
}

export async function writeManifest(folder: string, documents: Manifest['documents'], now: Date): Promise<void> {
  const manifest: Manifest = { createdAt: now.toISOString(), ...(await hashOf(folder)), documents };
  const file = join(folder, MANIFEST_FILE);
  await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  await flush(file);
}

/** The manifest of a backup; undefined for one of an earlier version, or a data folder that is no backup. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const file = join(folder, MANIFEST_FILE);
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Manifest) : undefined;
}

/** The size and the SHA-256 of the data file in a folder. */
export async function hashOf(folder: string): Promise<Pick<Manifest, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(join(folder, DATA_FILE)) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
