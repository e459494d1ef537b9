import { setTimeout as wait } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import { DomainError } from '../domain/domain-error';

/** The most that wait for one key. */
const MAX_WAITING = 500;
/** After this time, a waiting task goes ahead, so that a task that never ends does not block its key for good. */
const MAX_WAIT_MS = 10_000;

/**
 * Runs tasks with the same key one after another, in the order of their arrival; other keys do not wait. It avoids
 * conflicts within this process and guarantees nothing: to go ahead without the key is safe.
 */
export class KeyedMutex {
  private readonly queues = new Map<string, { limit: LimitFunction; users: number }>();

  constructor(private readonly maxWaitMs = MAX_WAIT_MS) {}

  /** Waits for the key, and returns the function that releases it. @throws DomainError UNAVAILABLE if too many wait */
  async acquire(key: string): Promise<() => void> {
    const queue = this.queues.get(key) ?? { limit: pLimit(1), users: 0 };
    if (queue.limit.pendingCount >= MAX_WAITING) throw new DomainError('UNAVAILABLE');
    this.queues.set(key, queue);
    queue.users += 1;
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const begun = new Promise<void>((resolve) => {
      void queue.limit(() => {
        resolve();
        return ended;
      });
    });
    if (queue.users > 1) await this.orLate(begun);
    return () => {
      end();
      queue.users -= 1;
      if (queue.users === 0) this.queues.delete(key);
    };
  }

  /** The keys in use. */
  get keys(): string[] {
    return [...this.queues.keys()];
  }

  private async orLate(begun: Promise<void>): Promise<void> {
    const done = new AbortController();
    const late = wait(this.maxWaitMs, undefined, { signal: done.signal, ref: false }).catch(() => undefined);
    await Promise.race([begun, late]);
    done.abort();
  }
}
