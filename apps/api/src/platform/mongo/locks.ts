import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection, mongo } from 'mongoose';

const LOCK_MS = 60_000;
const DUPLICATE_KEY = 11_000;

type Lock = { _id: string; holder: string; until: Date };

/** Keeps work to one process at a time, across all processes that share the database. */
@Injectable()
export class Locks {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  /** Runs the work while no other process holds the lock of that name; the lock of a dead process expires. */
  async hold<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const holder = randomUUID();
    while (!(await this.tryLock(name, holder))) await wait(250);
    const extend = setInterval(() => void this.tryLock(name, holder), LOCK_MS / 3);
    try {
      return await work();
    } finally {
      clearInterval(extend);
      await this.locks().deleteOne({ _id: name, holder });
    }
  }

  private async tryLock(name: string, holder: string): Promise<boolean> {
    const now = new Date();
    try {
      await this.locks().updateOne(
        { _id: name, $or: [{ holder }, { until: { $lt: now } }] },
        { $set: { holder, until: new Date(now.getTime() + LOCK_MS) } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      if ((error as mongo.MongoServerError).code === DUPLICATE_KEY) return false;
      throw error;
    }
  }

  private locks(): mongo.Collection<Lock> {
    return this.connection.collection<Lock>('locks');
  }
}
