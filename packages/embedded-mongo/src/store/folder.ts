import type { RootDatabase } from 'lmdb';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../query/error.js';
import { faultOf } from './data-file.js';
import { FolderLock, InUse } from './folder-lock.js';
import { metaKey } from './key-layout.js';

/** A data folder that cannot be opened; the message says why and what to do. */
export class FolderError extends Error {
  constructor(
    /** MongoDB's name for the reason, as mongod prints it when it cannot start. */
    readonly reason: 'DBPathInUse' | 'InvalidPath' | 'IncompatibleDataFileVersion' | 'DataCorruptionDetected',
    message: string,
  ) {
    super(message);
    this.name = 'FolderError';
  }
}

export const DATA_FILE = 'data.mdb';
const FORMAT_KEY = metaKey('format', '');
const FORMAT = 'shifa-embedded-mongo 1';

export class FolderClaim {
  constructor(
    private readonly folder: string,
    readonly dataFile: string,
    private readonly hadData: boolean,
    readonly lock: FolderLock,
  ) {}

  /** Checks that the opened file was written by this engine; marks a new file. @throws FolderError */
  confirm(database: RootDatabase<Buffer, Buffer>): void {
    const format = database.get(FORMAT_KEY)?.toString();
    if (format === undefined && database.getKeysCount({ start: Buffer.from([0]), limit: 1 }) === 0) {
      database.putSync(FORMAT_KEY, Buffer.from(FORMAT));
    } else if (format !== FORMAT) {
      throw new FolderError(
        'IncompatibleDataFileVersion',
        `The data folder ${this.folder} contains ${format ?? 'a file of another program'}, but this program reads ` +
          `${FORMAT}. Choose another folder, or start the version that wrote it.`,
      );
    }
  }

  /** Converts a storage error into one that says what to do. */
  explain(error: unknown): unknown {
    if (error instanceof FolderError) return error;
    const message = messageOf(error);
    // Any error from opening existing data means damage, unless the operating system itself refused something.
    if (isDamage(message) || (this.hadData && !isRefusal(error))) return damaged(this.folder, message);
    return new FolderError('InvalidPath', `The data folder ${this.folder} cannot be opened: ${message}`);
  }
}

/** Takes the folder for this process. @throws FolderError if another process uses it or another engine wrote it */
export async function claimFolder(folder: string): Promise<FolderClaim> {
  const dataFile = join(folder, DATA_FILE);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new FolderError('InvalidPath', `The data folder ${folder} cannot be created: ${messageOf(error)}`);
  }
  if (existsSync(join(folder, 'WiredTiger'))) {
    throw new FolderError(
      'IncompatibleDataFileVersion',
      `The data folder ${folder} was written by MongoDB itself, which the embedded database cannot read. ` +
        'Start mongod on it and set MONGODB_URI, or choose another folder.',
    );
  }
  if (!existsSync(dataFile) && readdirSync(folder).some((name) => name.startsWith(`${DATA_FILE}.`))) {
    throw new FolderError(
      'InvalidPath',
      `The folder ${folder} holds a backup that was not finished. Remove it, and use one that was.`,
    );
  }
  const lock = await take(folder);
  const hasData = existsSync(dataFile) && statSync(dataFile).size > 0;
  const claim = new FolderClaim(folder, dataFile, hasData, lock);
  try {
    const fault = existsSync(dataFile) ? faultOf(dataFile) : undefined;
    if (fault !== undefined) throw damaged(folder, fault);
  } catch (error) {
    lock.abandon();
    throw claim.explain(error);
  }
  return claim;
}

async function take(folder: string): Promise<FolderLock> {
  try {
    return await FolderLock.take(folder);
  } catch (error) {
    if (error instanceof InUse) throw new FolderError('DBPathInUse', error.message);
    throw new FolderError('InvalidPath', `The data folder ${folder} cannot be written: ${messageOf(error)}`);
  }
}

function damaged(folder: string, detail: string): FolderError {
  return new FolderError('DataCorruptionDetected', damagedData(folder, detail));
}

/** True for messages of the storage engine that mean that its file is corrupt. */
export function isDamage(message: string): boolean {
  return /MDB_(INVALID|CORRUPTED|VERSION_MISMATCH|PAGE_NOTFOUND|PANIC|BAD_TXN)|not an LMDB file/i.test(message);
}

/** True for errors of the operating system, such as a missing permission, and for limits of the storage engine. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (/MDB_(MAP_FULL|MAP_RESIZED|READERS_FULL|TLS_FULL|TXN_FULL|DBS_FULL)/.test(error.message)) return true;
  // The storage engine's own codes are negative, and decoding errors have none.
  return 'code' in error && (typeof error.code === 'string' || Number(error.code) > 0);
}

export function damagedData(folder: string, detail: string): string {
  return (
    `The data in ${folder} are damaged (${detail}). Nothing was changed. ` +
    'Put the folder aside, restore the latest backup in its place, and start again.'
  );
}
