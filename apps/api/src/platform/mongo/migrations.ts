import { Injectable, Logger } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection, mongo } from 'mongoose';
import { Locks } from './locks';

/** A change of stored documents, run once. `id` sorts: `2026-11-21-what-it-does`. */
export type Migration = { id: string; up: (connection: Connection) => Promise<void> };

/** Brings collections, indexes and documents to what this version expects; one process at a time does it. */
@Injectable()
export class Migrations {
  private readonly logger = new Logger(Migrations.name);
  private readonly pending: Migration[] = [];

  constructor(
    @InjectConnection() private readonly connection: Connection,
    private readonly locks: Locks,
  ) {}

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

  /** Runs the work while no other process brings anything up to date. */
  async locked<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.locks.hold('migrations', work);
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
