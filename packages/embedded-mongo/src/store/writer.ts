import { performance } from 'node:perf_hooks';
import { asError } from '../query/error.js';
import type { Conflicts, Holder } from './conflicts.js';
import type { KeyRange } from './key-layout.js';
import type { Change, Entry, ReadView, WriteView } from './view.js';

/** What a writer commits to: the store. */
export interface CommitTarget extends ReadView {
  readonly conflicts: Conflicts;
  epoch: number;
  commit(work: () => void): Promise<void>;
  apply(changes: readonly Change[]): void;
}

interface Job {
  alone: boolean;
  run(view: BatchView): void;
  /** Reports the outcome to the caller once the batch is durable or has failed. */
  settle(failure: Error | undefined): void;
}

/**
 * How long writes may run before they are committed and other connections get a turn: long enough that a flush of a
 * few milliseconds is a small share.
 */
export const TURN_MILLISECONDS = 30;

/**
 * Runs writes one after another and commits many at once: while one batch is being flushed, the next one is
 * collected. The promises it returns resolve after the flush.
 */
export class Writer {
  #queue: Job[] = [];
  #settled: (() => void)[] = [];
  #draining: Promise<void> | undefined;
  #stopped = false;

  constructor(private readonly store: CommitTarget) {}

  /**
   * Runs the work when its turn comes, exclusively and after all earlier writes, and resolves with its result once it
   * is durable. Work that throws has written nothing after its last complete `write`.
   * @param alone gives the work a commit of its own; for catalog changes, which later work must see.
   */
  run<T>(work: (view: WriteView) => T, { alone = false } = {}): Promise<T> {
    if (this.#stopped) return Promise.reject(new Error('The store is closed'));
    return new Promise<T>((resolve, reject) => {
      let finish = (): void => undefined;
      this.#queue.push({
        alone,
        run: (view) => {
          finish = outcomeOf(work, view, resolve, reject);
        },
        settle: (failure) => {
          if (failure) reject(failure);
          else finish();
        },
      });
      this.#draining ??= this.#drain();
    });
  }

  /** Calls back when no write is between its execution and its flush. */
  whenSettled(callback: () => void): void {
    if (this.#draining) this.#settled.push(callback);
    else callback();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#draining;
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      const { jobs, view, failure } = await this.#commitBatch();
      if (!failure) for (const hook of view.hooks) hook();
      for (const callback of this.#settled.splice(0)) callback();
      for (const job of jobs) job.settle(failure);
    }
    this.#draining = undefined;
    for (const callback of this.#settled.splice(0)) callback();
  }

  async #commitBatch(): Promise<{ jobs: Job[]; view: BatchView; failure?: Error }> {
    const view = new BatchView(this.store);
    const jobs: Job[] = [];
    try {
      await this.store.commit(() => {
        const started = performance.now();
        for (let job = this.#queue[0]; job; job = this.#queue[0]) {
          if (job.alone && jobs.length > 0) break;
          this.#queue.shift();
          jobs.push(job);
          job.run(view);
          if (job.alone || performance.now() - started > TURN_MILLISECONDS) break;
        }
      });
      this.store.epoch += 1;
      return { jobs, view };
    } catch (error) {
      this.store.epoch += 1;
      return { jobs: jobs.length > 0 ? jobs : this.#queue.splice(0), view, failure: await causeOf(error) };
    }
  }
}

/** The view through which the jobs of one batch read and write. */
class BatchView implements WriteView {
  readonly hooks: (() => void)[] = [];
  /** True once the storage engine itself has rejected a change; the whole batch must then fail. */
  failed = false;

  constructor(private readonly store: CommitTarget) {}

  get(key: Buffer): Buffer | undefined {
    return this.store.get(key);
  }

  range(range: KeyRange, reverse?: boolean): Iterable<Entry> {
    return this.store.range(range, reverse);
  }

  count(range: KeyRange): number {
    return this.store.count(range);
  }

  keyAt(range: KeyRange, reverse: boolean, offset: number): Buffer | undefined {
    return this.store.keyAt(range, reverse, offset);
  }

  write(changes: readonly Change[], holder?: Holder): void {
    const guarded: Buffer[] = [];
    for (const change of changes) {
      if (!change.guarded) continue;
      this.store.conflicts.assertFree(change.key, holder);
      guarded.push(change.key);
    }
    this.store.conflicts.recordWrite(guarded);
    try {
      this.store.apply(changes);
    } catch (error) {
      this.failed = true;
      throw error;
    }
  }

  afterCommit(hook: () => void): void {
    this.hooks.push(hook);
  }
}

// Runs the work and returns what to call once it is durable. A failure of the storage engine fails the whole batch.
function outcomeOf<T>(
  work: (view: WriteView) => T,
  view: BatchView,
  resolve: (value: T) => void,
  reject: (error: Error) => void,
): () => void {
  try {
    const value = work(view);
    return () => resolve(value);
  } catch (error) {
    if (view.failed) throw error;
    return () => reject(asError(error));
  }
}

// LMDB only says "Commit failed"; the reason is in a separate promise.
async function causeOf(error: unknown): Promise<Error> {
  if (!(error instanceof Error) || !('commitError' in error)) return asError(error);
  try {
    await error.commitError;
    return error;
  } catch (cause) {
    return asError(cause);
  }
}
