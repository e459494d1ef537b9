import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LOCK_FILE = 'embedded-mongo.lock';

interface LockHolder {
  pid: number;
  /** Tells a process from a later one with the same number; empty where the system does not say. */
  born: string;
  since: string;
  /** How drivers reach it, once it listens: a socket's path, or `host:port`. */
  address?: string;
}

/** Another process has the folder; the message names it. */
export class InUse extends Error {
  constructor(folder: string, holder: LockHolder | undefined) {
    const who = holder ? `process ${holder.pid} since ${holder.since}` : 'another process';
    super(`The data folder ${folder} is in use by ${who}. Stop that process, or choose another folder.`);
    this.name = 'InUse';
  }
}

/** The file that says which process has a data folder. */
export class FolderLock {
  private constructor(
    private readonly file: string,
    private readonly holder: LockHolder,
    /** True when it was left by a process that is gone. */
    readonly tookOver: boolean,
  ) {}

  /** Takes the folder, also from a process that is gone. @throws InUse; or the system's error when it cannot write */
  static take(folder: string): FolderLock {
    const file = join(folder, LOCK_FILE);
    const mine: LockHolder = { pid: process.pid, born: birthOf(process.pid), since: new Date().toISOString() };
    for (let attempt = 0; attempt < 5; attempt += 1) {
      try {
        writeFileSync(file, JSON.stringify(mine), { flag: 'wx' });
        return new FolderLock(file, mine, attempt > 0);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      }
      const holder = readHolder(file);
      if (holder && isAlive(holder)) throw new InUse(folder, holder);
      removeStale(folder, file, holder);
    }
    throw new InUse(folder, readHolder(file));
  }

  /** Adds to the file how this process is reached. */
  announce(address: string): void {
    const next = `${this.file}.${this.holder.pid}.next`;
    writeFileSync(next, JSON.stringify({ ...this.holder, address }));
    renameSync(next, this.file);
  }

  release(): void {
    rmSync(this.file, { force: true });
  }
}

/** The living process that has the folder; undefined when it is free. */
export function holderOf(folder: string): LockHolder | undefined {
  const holder = readHolder(join(folder, LOCK_FILE));
  return holder && isAlive(holder) ? holder : undefined;
}

/** True for the names of files that belong to a running server and not to the data. */
export function isLockFile(name: string): boolean {
  return name === LOCK_FILE || name.startsWith(`${LOCK_FILE}.`);
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
    throw new InUse(folder, moved);
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
