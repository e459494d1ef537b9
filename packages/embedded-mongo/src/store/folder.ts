import type { RootDatabase } from 'lmdb';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultOf } from './data-file.js';
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

const DATA_FILE = 'data.mdb';
const LOCK_FILE = 'embedded-mongo.lock';
const FORMAT_KEY = metaKey('format', '');
const FORMAT = 'shifa-embedded-mongo 1';

/** The right to a data folder, for one process at a time. */
export interface FolderClaim {
  readonly dataFile: string;
  /** Checks that the opened file is whole and this engine's own; marks a new one. @throws FolderError */
  confirm(database: RootDatabase<Buffer, Buffer>): void;
  /** Turns the storage's error into one that says what to do. */
  explain(error: unknown): unknown;
  release(): void;
}

/** Takes the folder for this process. @throws FolderError when another has it or it is not this engine's. */
export function claimFolder(folder: string): FolderClaim {
  const dataFile = join(folder, DATA_FILE);
  const lockFile = join(folder, LOCK_FILE);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new FolderError('InvalidPath', `The data folder ${folder} cannot be made: ${messageOf(error)}`);
  }
  if (existsSync(join(folder, 'WiredTiger'))) {
    throw new FolderError(
      'IncompatibleDataFileVersion',
      `The data folder ${folder} was written by MongoDB itself, which the embedded database cannot read. ` +
        'Start mongod on it and set MONGODB_URI, or choose another folder.',
    );
  }
  lock(folder, lockFile);
  const fault = existsSync(dataFile) ? faultOf(dataFile) : undefined;
  if (fault !== undefined) {
    rmSync(lockFile, { force: true });
    throw damaged(folder, fault);
  }
  return {
    dataFile,
    confirm: (database) => confirm(database, folder),
    explain: (error) => explain(error, folder),
    release: () => rmSync(lockFile, { force: true }),
  };
}

function confirm(database: RootDatabase<Buffer, Buffer>, folder: string): void {
  const format = database.get(FORMAT_KEY)?.toString();
  if (format === undefined && database.getKeysCount({ start: Buffer.from([0]), limit: 1 }) === 0) {
    database.putSync(FORMAT_KEY, Buffer.from(FORMAT));
  } else if (format !== FORMAT) {
    throw new FolderError(
      'IncompatibleDataFileVersion',
      `The data folder ${folder} holds ${format ?? 'a file of another program'}, this program reads ${FORMAT}. ` +
        'Choose another folder, or start the version that wrote it.',
    );
  }
}

function explain(error: unknown, folder: string): unknown {
  if (error instanceof FolderError) return error;
  const message = messageOf(error);
  if (/MDB_(INVALID|CORRUPTED|VERSION_MISMATCH|PAGE_NOTFOUND|PANIC)|not an LMDB file/i.test(message)) {
    return damaged(folder, message);
  }
  return new FolderError('InvalidPath', `The data folder ${folder} cannot be opened: ${message}`);
}

function damaged(folder: string, detail: string): FolderError {
  return new FolderError(
    'DataCorruptionDetected',
    `The data in ${folder} are damaged (${detail}). Nothing was changed. ` +
      'Put the folder aside, restore the latest backup in its place, and start again.',
  );
}

interface LockHolder {
  pid: number;
  /** Tells a process from a later one with the same number; empty where the system does not say. */
  born: string;
  since: string;
}

function lock(folder: string, lockFile: string): void {
  const mine: LockHolder = { pid: process.pid, born: birthOf(process.pid), since: new Date().toISOString() };
  for (let attempt = 0; attempt < 5; attempt += 1) {
    try {
      writeFileSync(lockFile, JSON.stringify(mine), { flag: 'wx' });
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
        throw new FolderError('InvalidPath', `The data folder ${folder} cannot be written: ${messageOf(error)}`);
      }
    }
    const holder = readHolder(lockFile);
    if (holder && isAlive(holder)) throw inUse(folder, holder);
    removeStale(folder, lockFile, holder);
  }
  throw inUse(folder, readHolder(lockFile));
}

function removeStale(folder: string, lockFile: string, stale: LockHolder | undefined): void {
  const aside = `${lockFile}.${process.pid}`;
  try {
    renameSync(lockFile, aside);
  } catch {
    return;
  }
  // Another process may have taken the lock between the reading and the renaming.
  const moved = readHolder(aside);
  if (moved && moved.born + moved.since !== (stale?.born ?? '') + (stale?.since ?? '') && isAlive(moved)) {
    linkSync(aside, lockFile);
    rmSync(aside, { force: true });
    throw inUse(folder, moved);
  }
  rmSync(aside, { force: true });
}

function readHolder(file: string): LockHolder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LockHolder;
  } catch {
    return undefined;
  }
}

function isAlive(holder: LockHolder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return birthOf(holder.pid) === holder.born;
}

function birthOf(pid: number): string {
  try {
    // The name in brackets may hold spaces; field 22, the start time, is the 20th after it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${ticks}`;
  } catch {
    return '';
  }
}

function inUse(folder: string, holder: LockHolder | undefined): FolderError {
  const who = holder ? `process ${holder.pid} since ${holder.since}` : 'another process';
  return new FolderError(
    'DBPathInUse',
    `The data folder ${folder} is in use by ${who}. Stop that process, or choose another folder.`,
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
