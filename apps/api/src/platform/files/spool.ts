import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DomainError } from '../domain/domain-error';
import { ConcurrencyLimit } from '../limits/concurrency-limit';

const DIRECTORY = join(tmpdir(), 'shifa-files');
const PART_BYTES = 65_536;
/** Files of one person that have not been taken yet. */
const MAX_KEPT = 12;
/** A reader that takes nothing for so long has gone. It keeps nothing but the file. */
const STALLED_MS = 120_000;

const kept = new ConcurrencyLimit(MAX_KEPT);

export type Spooled = {
  /** Follows the file while it is written. Destroying it stops the writing and removes the file. */
  content: Readable;
  /** Resolves with the size once the file is complete. */
  complete: Promise<number>;
};

type Write = (signal: AbortSignal) => AsyncIterable<Uint8Array>;

/**
 * Writes a temporary file at the pace of its source, so that a reader who is slow or reads nothing keeps no thread,
 * cursor or place in a pool. Resolves with the first part. The file has no name from the beginning, so that the system
 * removes it with its last use, also when the process is killed.
 * @throws DomainError UNAVAILABLE where the person leaves too many files; whatever the source throws before its first part.
 */
export async function spooled(person: string, write: Write): Promise<Spooled> {
  const release = kept.acquire(person);
  if (!release) {
    const message = 'You have too many unfinished downloads. Finish or cancel them, then try again.';
    throw new DomainError('UNAVAILABLE', { retryAfter: 30, message });
  }
  const file = await unnamedFile().catch((error: unknown) => {
    release();
    throw error;
  });
  const spool = new Spool(file, write, release);
  const content = spool.reader();
  try {
    await spool.begun();
  } catch (error) {
    content.destroy();
    throw error;
  }
  return { content, complete: spool.complete };
}

/** Removes what a process left that was killed between creating a file and removing its name. */
export async function removeLeftFiles(): Promise<void> {
  for (const name of await readdir(DIRECTORY).catch(() => [])) await rm(join(DIRECTORY, name), { force: true });
}

async function unnamedFile(): Promise<FileHandle> {
  await mkdir(DIRECTORY, { recursive: true, mode: 0o700 });
  const path = join(DIRECTORY, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await rm(path, { force: true });
  return file;
}

class Spool {
  readonly complete: Promise<number>;
  private readonly stop = new AbortController();
  private size = 0;
  private isComplete = false;
  private failure: Error | undefined;
  private grown = growth();

  constructor(
    private readonly file: FileHandle,
    write: Write,
    private readonly release: () => void,
  ) {
    this.complete = this.fill(write).then(
      () => {
        this.isComplete = true;
        this.announce();
        return this.size;
      },
      (error: unknown) => {
        this.failure = error as Error;
        this.announce();
        throw error;
      },
    );
    // The reader reports it.
    this.complete.catch(() => undefined);
  }

  async begun(): Promise<void> {
    await this.grown.promise;
    if (this.failure !== undefined) throw this.failure;
  }

  reader(): Readable {
    let position = 0;
    let stalled: NodeJS.Timeout | undefined;
    const expectReader = (reader: Readable) => {
      stalled = setTimeout(() => reader.destroy(new Error('The reader of a file has stalled')), STALLED_MS).unref();
    };
    const reader = new Readable({
      highWaterMark: PART_BYTES,
      read: () => {
        clearTimeout(stalled);
        this.partAt(position).then(
          (part) => {
            position += part?.length ?? 0;
            if (part) expectReader(reader);
            reader.push(part);
          },
          (error: unknown) => reader.destroy(error as Error),
        );
      },
      destroy: (error, done) => {
        clearTimeout(stalled);
        void this.close().finally(() => {
          done(error);
        });
      },
    });
    // Where no response reads the file, its error would have no listener and would end the process.
    reader.on('error', () => undefined);
    expectReader(reader);
    return reader;
  }

  private async fill(write: Write): Promise<void> {
    for await (const part of write(this.stop.signal)) {
      this.stop.signal.throwIfAborted();
      let written = 0;
      while (written < part.length) {
        written += (await this.file.write(part, written, part.length - written, this.size + written)).bytesWritten;
      }
      this.size += part.length;
      this.announce();
    }
  }

  private async partAt(position: number): Promise<Buffer | null> {
    while (position >= this.size) {
      if (this.failure !== undefined) throw this.failure;
      if (this.isComplete) return null;
      await this.grown.promise;
    }
    const part = Buffer.allocUnsafe(Math.min(PART_BYTES, this.size - position));
    const { bytesRead } = await this.file.read(part, 0, part.length, position);
    return part.subarray(0, bytesRead);
  }

  private announce(): void {
    const { resolve } = this.grown;
    this.grown = growth();
    resolve();
  }

  private async close(): Promise<void> {
    this.stop.abort();
    await this.complete.catch(() => undefined);
    await this.file.close();
    this.release();
  }
}

function growth(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
