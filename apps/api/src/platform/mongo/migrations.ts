import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection, mongo } from 'mongoose';

/** A change of stored documents, run once. `id` sorts: `2026-11-21-what-it-does`. */
export type Migration = { id: string; up: (connection: Connection) => Promise<void> };

const LOCK_MS = 60_000;
const DUPLICATE_KEY = 11_000;

type Lock = { _id: string; holder: string; until: Date };

/** Brings collections, indexes and documents to what this version expects; one process at a time does it. */
@Injectable()
export class Migrations {
  private readonly logger = new Logger(Migrations.name);
  private readonly pending: Migration[] = [];

  constructor(@InjectConnection() private readonly connection: Connection) {}

  register(...migrations: Migration[]): void {
    this.pending.push(...migrations);
  }

  async run(): Promise<void> {
    await this.locked(async () => {
      await this.createIndexes();
      const done = this.collection<{ _id: string; at: Date }>('migrations');
      for (const { id, up } of this.pending.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
        if (await done.findOne({ _id: id })) continue;
        this.logger.log(`Migrating: ${id}`);
        await up(this.connection);
        await done.insertOne({ _id: id, at: new Date() });
      }
    });
  }

  /** Runs the work while no other process does; a holder that died is waited out. */
  async locked<Result>(work: () => Promise<Result>): Promise<Result> {
    const holder = randomUUID();
    while (!(await this.tryLock(holder))) await wait(250);
    const extend = setInterval(() => void this.tryLock(holder), LOCK_MS / 3);
    try {
      return await work();
    } finally {
      clearInterval(extend);
      await this.collection<Lock>('locks').deleteOne({ _id: 'migrations', holder });
    }
  }

  private async tryLock(holder: string): Promise<boolean> {
    const now = new Date();
    try {
      await this.collection<Lock>('locks').updateOne(
        { _id: 'migrations', $or: [{ holder }, { until: { $lt: now } }] },
        { $set: { holder, until: new Date(now.getTime() + LOCK_MS) } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      if ((error as mongo.MongoServerError).code === DUPLICATE_KEY) return false;
      throw error;
    }
  }

  private async createIndexes(): Promise<void> {
    for (const model of Object.values(this.connection.models)) {
      await model.createCollection();
      await model.createIndexes();
    }
  }

  private collection<Row extends mongo.Document>(name: string): mongo.Collection<Row> {
    return this.connection.collection<Row>(name);
  }
}
