import { setTimeout as wait } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import { DomainError } from '../http/domain-error';

/** The most that wait for one name. */
const MAX_WAITING = 500;
/** Whoever has waited this long goes ahead, so that a turn that never ends holds up nobody for good. */
const MAX_WAIT_MS = 10_000;

/**
 * Lets those who use the same name go one after another, in the order in which they came; other names do not wait. It
 * avoids conflicts and guarantees nothing: going ahead without a turn is safe.
 */
export class Turns {
  private readonly queues = new Map<string, { limit: LimitFunction; users: number }>();

  constructor(private readonly maxWaitMs = MAX_WAIT_MS) {}

  /** Waits for the turn, and returns the function that ends it. @throws DomainError UNAVAILABLE if too many wait */
  async take(name: string): Promise<() => void> {
    const queue = this.queues.get(name) ?? { limit: pLimit(1), users: 0 };
    if (queue.limit.pendingCount >= MAX_WAITING) throw new DomainError('UNAVAILABLE');
    this.queues.set(name, queue);
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
      if (queue.users === 0) this.queues.delete(name);
    };
  }

  /** The names in use. */
  get names(): string[] {
    return [...this.queues.keys()];
  }

  private async orLate(begun: Promise<void>): Promise<void> {
    const done = new AbortController();
    const late = wait(this.maxWaitMs, undefined, { signal: done.signal, ref: false }).catch(() => undefined);
    await Promise.race([begun, late]);
    done.abort();
  }
}
