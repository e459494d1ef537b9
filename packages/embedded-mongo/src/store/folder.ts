import type { RootDatabase } from 'lmdb';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { faultOf } from './data-file.js';
import { FolderLock, InUse } from './folder-lock.js';
import { metaKey } from './key-layout.js';

/** A data folder that cannot be opened; the message says why and what to do. */
export class FolderError extends Error {
  constructor(
    /** MongoDB's name of the reason, as mongod prints it when it gives up starting. */
    readonly reason: 'DBPathInUse' | 'InvalidPath' | 'IncompatibleDataFileVersion' | 'DataCorruptionDetected',
    message: string,
  ) {
    super(message);
    this.name = 'FolderError';
  }
}

/** The name of the data file in its folder. */
export const DATA_FILE = 'data.mdb';
const FORMAT_KEY = metaKey('format', '');
const FORMAT = 'shifa-embedded-mongo 1';

/** The right to a data folder, for one process at a time. */
export interface FolderClaim {
  readonly dataFile: string;
  /** Checks that the opened file is whole and this engine's own; marks a new one. @throws FolderError */
  confirm(database: RootDatabase<Buffer, Buffer>): void;
  /** Turns the storage's error into one that says what to do. */
  explain(error: unknown): unknown;
  /** True when the process that had the folder before did not give it back. */
  readonly afterCrash: boolean;
  /** Tells who finds the folder in use how the holder is reached. */
  announce(address: string): void;
  /** Makes the next server on the folder wait for this one to end. */
  announceStop(): void;
  release(): void;
  /** Releases the folder without having used it: the next owner learns of a crash as this one did. */
  abandon(): void;
}

/** Takes the folder for this process. @throws FolderError when another has it or it is not this engine's. */
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
  const fault = faultIn(dataFile);
  if (fault !== undefined) {
    lock.abandon();
    throw fault instanceof Error ? explain(fault, folder, hasData) : damaged(folder, fault);
  }
  return {
    dataFile,
    confirm: (database) => confirm(database, folder),
    explain: (error) => explain(error, folder, hasData),
    afterCrash: lock.tookOver,
    announce: (address) => lock.announce(address),
    announceStop: () => lock.announceStop(),
    release: () => lock.release(),
    abandon: () => lock.abandon(),
  };
}

async function take(folder: string): Promise<FolderLock> {
  try {
    return await FolderLock.take(folder);
  } catch (error) {
    if (error instanceof InUse) throw new FolderError('DBPathInUse', error.message);
    throw new FolderError('InvalidPath', `The data folder ${folder} cannot be written: ${messageOf(error)}`);
  }
}

function faultIn(dataFile: string): string | Error | undefined {
  try {
    return existsSync(dataFile) ? faultOf(dataFile) : undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function confirm(database: RootDatabase<Buffer, Buffer>, folder: string): void {
  const format = database.get(FORMAT_KEY)?.toString();
  if (format === undefined && database.getKeysCount({ start: Buffer.from([0]), limit: 1 }) === 0) {
    database.putSync(FORMAT_KEY, Buffer.from(FORMAT));
  } else if (format !== FORMAT) {
    throw new FolderError(
      'IncompatibleDataFileVersion',
      `The data folder ${folder} contains ${format ?? 'a file of another program'}, but this program reads ${FORMAT}. ` +
        'Choose another folder, or start the version that wrote it.',
    );
  }
}

// What comes of opening existing data is damage, whatever it says, unless the system itself has refused something.
function explain(error: unknown, folder: string, hasData: boolean): unknown {
  if (error instanceof FolderError) return error;
  const message = messageOf(error);
  if (isDamage(message) || (hasData && !isRefusal(error))) return damaged(folder, message);
  return new FolderError('InvalidPath', `The data folder ${folder} cannot be opened: ${message}`);
}

function damaged(folder: string, detail: string): FolderError {
  return new FolderError('DataCorruptionDetected', damagedData(folder, detail));
}

/** True for a message of the storage that says that its file makes no sense. */
export function isDamage(message: string): boolean {
  return /MDB_(INVALID|CORRUPTED|VERSION_MISMATCH|PAGE_NOTFOUND|PANIC|BAD_TXN)|not an LMDB file/i.test(message);
}

/** True for an error of the system, such as a missing permission or too little memory, and for the storage's limits. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (/MDB_(MAP_FULL|MAP_RESIZED|READERS_FULL|TLS_FULL|TXN_FULL|DBS_FULL)/.test(error.message)) return true;
  // The storage's own codes are negative, and a value that cannot be decoded has none.
  return 'code' in error && (typeof error.code === 'string' || Number(error.code) > 0);
}

/** What to do about data that cannot be read. */
export function damagedData(folder: string, detail: string): string {
  return (
    `The data in ${folder} are damaged (${detail}). Nothing was changed. ` +
    'Put the folder aside, restore the latest backup in its place, and start again.'
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
