import { tryLock } from 'fs-native-extensions';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Always empty; the owner holds the operating system's lock on it, which ends with the process, however that ends. */
const LOCK_FILE = 'embedded-mongo.lock';
/** Describes the owner, in a file of its own: Windows does not let others read a locked file. */
const OWNER_FILE = 'embedded-mongo.owner';

/** An owner that was just killed, or that is about to notice that its parent is gone, gets this long to disappear. */
const RUNNING_OWNER_MILLISECONDS = 2000;
/** Longer than the launcher waits before it kills a server that does not stop. */
const STOPPING_OWNER_MILLISECONDS = 15_000;
const POLL_MILLISECONDS = 50;

/** The process that has a data folder. */
interface FolderOwner {
  pid: number;
  since: string;
  /** How drivers reach it, once it listens: a socket's path, or `host:port`. */
  address?: string;
  /** True once it has begun to shut down. */
  stopping?: boolean;
}

/** Another process has the folder; the message names it. */
export class InUse extends Error {
  constructor(folder: string, owner: Partial<FolderOwner>) {
    const who = owner.pid === undefined ? 'another process' : `process ${owner.pid} since ${owner.since}`;
    const state = owner.stopping ? ', which is shutting down' : '';
    super(`The data folder ${folder} is in use by ${who}${state}. Stop that process, or choose another folder.`);
    this.name = 'InUse';
  }
}

/** The exclusive right to a data folder. */
export class FolderLock {
  private constructor(
    private readonly descriptor: number,
    private readonly ownerFile: string,
    private owner: FolderOwner,
    /** True when the previous owner ended without releasing the folder. */
    readonly tookOver: boolean,
  ) {}

  /**
   * Takes the folder; waits for an owner that is shutting down.
   * @throws InUse, or the system's error when it cannot write
   */
  static async take(folder: string): Promise<FolderLock> {
    const descriptor = openSync(join(folder, LOCK_FILE), 'a');
    try {
      await waitForLock(folder, descriptor);
      const ownerFile = join(folder, OWNER_FILE);
      const owner: FolderOwner = { pid: process.pid, since: new Date().toISOString() };
      const lock = new FolderLock(descriptor, ownerFile, owner, existsSync(ownerFile));
      lock.describe(owner);
      return lock;
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  announce(address: string): void {
    this.describe({ ...this.owner, address });
  }

  /** Publishes that this process is shutting down, so that the next one waits for it. */
  announceStop(): void {
    try {
      this.describe({ ...this.owner, stopping: true });
    } catch {
      // A full disk must not keep a server from stopping.
    }
  }

  release(): void {
    rmSync(this.ownerFile, { force: true });
    closeSync(this.descriptor);
  }

  /** Releases the folder without having used it: the next owner learns of a crash as this one did. */
  abandon(): void {
    if (this.tookOver) closeSync(this.descriptor);
    else this.release();
  }

  private describe(owner: FolderOwner): void {
    const next = `${this.ownerFile}.next`;
    writeFileSync(next, JSON.stringify(owner));
    renameSync(next, this.ownerFile);
    this.owner = owner;
  }
}

/** The process that has the folder, without its details when they cannot be read; undefined when the folder is free. */
export function ownerOf(folder: string): Partial<FolderOwner> | undefined {
  const lockFile = join(folder, LOCK_FILE);
  if (!existsSync(lockFile)) return undefined;
  const descriptor = openSync(lockFile, 'r');
  try {
    // Shared, so that two who ask at the same time do not see each other.
    return tryLock(descriptor, { shared: true }) ? undefined : readOwner(folder);
  } finally {
    closeSync(descriptor);
  }
}

/** True for the names of files that belong to a running server and not to the data. */
export function isLockFile(name: string): boolean {
  return name === LOCK_FILE || name === OWNER_FILE || name.startsWith(`${OWNER_FILE}.`);
}

async function waitForLock(folder: string, descriptor: number): Promise<void> {
  const started = Date.now();
  while (!tryLock(descriptor)) {
    const owner = readOwner(folder);
    const limit = owner.stopping ? STOPPING_OWNER_MILLISECONDS : RUNNING_OWNER_MILLISECONDS;
    if (Date.now() - started >= limit) throw new InUse(folder, owner);
    await sleep(POLL_MILLISECONDS);
  }
}

function readOwner(folder: string): Partial<FolderOwner> {
  try {
    return JSON.parse(readFileSync(join(folder, OWNER_FILE), 'utf8')) as FolderOwner;
  } catch {
    return {};
  }
}
