import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection, mongo } from 'mongoose';

export const LOCK_MS = 60_000;
/** Several attempts, so that one that fails is of no consequence. */
const RENEW_EVERY_MS = LOCK_MS / 6;
/** The work gets this long to stop before another process can take the lock. */
const STOP_MS = 15_000;
const DUPLICATE_KEY = 11_000;

type Lock = { _id: string; holder: string; until: Date };

/** Keeps work to one process at a time, across all processes that share the database. */
@Injectable()
export class Locks {
  static readonly collection = 'locks';

  private readonly logger = new Logger(Locks.name);

  constructor(@InjectConnection() private readonly connection: Connection) {}

  /**
   * Runs the work while no other process holds the lock of that name; the lock of a dead process expires.
   * @param work stops when the signal is aborted, because the lock could not be renewed: another process may have it.
   */
  async hold<Result>(name: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const holder = randomUUID();
    let until = await this.take(name, holder);
    const lost = new AbortController();
    const renewal = setInterval(() => {
      this.renew(name, holder).then(
        (renewed) => {
          if (renewed) until = renewed;
          else lost.abort(new Error(`The lock “${name}” was lost to another process`));
        },
        (error: unknown) => {
          this.logger.warn(error);
        },
      );
      if (Date.now() >= until.getTime() - STOP_MS) lost.abort(new Error(`The lock “${name}” couldn't be renewed`));
    }, RENEW_EVERY_MS);
    try {
      return await work(lost.signal);
    } finally {
      clearInterval(renewal);
      await this.release(name, holder);
    }
  }

  /** Waits until the lock is free. Returns when it expires. */
  private async take(name: string, holder: string): Promise<Date> {
    for (;;) {
      const now = new Date();
      const until = new Date(now.getTime() + LOCK_MS);
      try {
        await this.locks().updateOne({ _id: name, until: { $lt: now } }, { $set: { holder, until } }, { upsert: true });
        return until;
      } catch (error) {
        if ((error as mongo.MongoServerError).code !== DUPLICATE_KEY) throw error;
        await wait(250);
      }
    }
  }

  /** Returns when the renewed lock expires, or `undefined` if another process has taken it. */
  private async renew(name: string, holder: string): Promise<Date | undefined> {
    const until = new Date(Date.now() + LOCK_MS);
    const { matchedCount } = await this.locks().updateOne({ _id: name, holder }, { $set: { until } });
    return matchedCount === 1 ? until : undefined;
  }

  /** A lock that cannot be released expires; the outcome of the work is not affected. */
  private async release(name: string, holder: string): Promise<void> {
    await this.locks()
      .deleteOne({ _id: name, holder })
      .catch((error: unknown) => {
        this.logger.warn(error);
      });
  }

  private locks(): mongo.Collection<Lock> {
    return this.connection.collection<Lock>(Locks.collection);
  }
}
