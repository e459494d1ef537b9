import { existsSync, lstatSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Only folders with such names are ever removed. */
const NAME = /^shifa-(auto|manual)-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;
const DATA_FILE = 'data.mdb';
const MANIFEST_FILE = 'backup.json';
const UNFINISHED = '.unfinished';

type Contents = { createdAt: Date; bytes: number; documents: number };

/** What the manifest in a folder says: of a backup, or of the one that a data folder was restored from. */
export async function contentsIn(folder: string): Promise<Contents | undefined> {
  const manifest = join(folder, MANIFEST_FILE);
  if (!existsSync(manifest)) return undefined;
  const { createdAt, bytes, documents } = JSON.parse(await readFile(manifest, 'utf8')) as {
    createdAt: string;
    bytes: number;
    documents: Record<string, number>;
  };
  const total = Object.values(documents).reduce((sum, count) => sum + count, 0);
  return { createdAt: new Date(createdAt), bytes, documents: total };
}

/** The folder that holds the backups of this installation. Others can have theirs in it as well. */
export class BackupFolders {
  constructor(private readonly folder: string) {}

  /** A name that sorts by time. */
  static nameFor(kind: 'auto' | 'manual', at: Date): string {
    return `shifa-${kind}-${at.toISOString().replace(/\.\d+/, '').replaceAll(':', '-')}`;
  }

  pathOf(name: string): string {
    if (!NAME.test(name)) throw new Error(`${name} isn't the name of a backup`);
    return join(this.folder, name);
  }

  isStored(name: string): boolean {
    return existsSync(join(this.pathOf(name), DATA_FILE));
  }

  /** What a complete backup says of itself; undefined if there is none. */
  async readContents(name: string): Promise<Contents | undefined> {
    return this.isStored(name) ? contentsIn(this.pathOf(name)) : undefined;
  }

  /** Removes a backup. If this is interrupted, what is left does not look like a backup, and is removed the next time. */
  async remove(name: string): Promise<void> {
    const path = this.pathOf(name);
    await this.removeUnfinished(name);
    // A link leads to a place that is not this installation's.
    if (existsSync(path) && lstatSync(path).isDirectory()) {
      await rename(path, `${path}${UNFINISHED}`);
      await this.removeUnfinished(name);
    }
  }

  /** Removes what an interrupted backup has left. @returns whether there was anything */
  async removeUnfinished(name: string): Promise<boolean> {
    const path = `${this.pathOf(name)}${UNFINISHED}`;
    if (!existsSync(path)) return false;
    await rm(path, { recursive: true, force: true });
    return true;
  }
}
