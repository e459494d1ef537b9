import { Injectable, Logger } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { Umzug, type UmzugStorage } from 'umzug';
import { Locks } from './locks';

/**
 * A change of stored documents that runs once. Ids sort by date: `2026-11-21-what-it-does`. It stops when the signal is
 * aborted; the process that has taken over starts it again, so it must be possible to repeat it.
 */
export type Migration = { id: string; up: (connection: MigrationConnection, signal: AbortSignal) => Promise<void> };

/** Reaches every collection, as it is stored. */
export type MigrationConnection = Connection;

/**
 * Drops by name every index that no schema declares, such as an index of an earlier version: every write pays for each of
 * them. Where a later version does without an index, it registers the same under another id.
 */
export const dropUndeclaredIndexes: Migration = {
  id: '2026-11-23-drop-undeclared-indexes',
  up: async (connection, signal) => {
    for (const model of Object.values(connection.models)) {
      const { toDrop } = await model.diffIndexes();
      for (const name of toDrop as string[]) {
        signal.throwIfAborted();
        await model.collection.dropIndex(name);
      }
    }
  },
};

/** Brings collections, indexes and documents to what this version expects, in one process at a time. */
@Injectable()
export class Migrations {
  private readonly logger = new Logger(Migrations.name);
  private readonly registered: Migration[] = [];

  constructor(
    @InjectConnection() private readonly connection: Connection,
    private readonly locks: Locks,
  ) {}

  register(...migrations: Migration[]): void {
    this.registered.push(...migrations);
  }

  /** Whether an earlier version has stored something that this one will change. */
  async arePending(): Promise<boolean> {
    const executed = await this.storage().executed({ context: {} });
    return executed.length > 0 && this.registered.some(({ id }) => !executed.includes(id));
  }

  async run(): Promise<void> {
    await this.locked(async (signal) => {
      await this.createIndexes(signal);
      const byId = this.registered.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      const umzug = new Umzug({
        migrations: byId.map(({ id, up }) => ({
          name: id,
          up: () => {
            signal.throwIfAborted();
            return up(this.connection, signal);
          },
        })),
        storage: this.storage(),
        logger: undefined,
      });
      umzug.on('migrating', ({ name }) => {
        this.logger.log(`Migrating: ${name}`);
      });
      await umzug.up();
    });
  }

  /** Runs the work while no other process migrates. */
  async locked<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    return this.locks.hold('migrations', work);
  }

  private async createIndexes(signal: AbortSignal): Promise<void> {
    for (const model of Object.values(this.connection.models)) {
      signal.throwIfAborted();
      await model.createCollection();
      await model.createIndexes();
    }
  }

  private storage(): UmzugStorage {
    const executed = this.connection.collection<{ _id: string; at: Date }>('migrations');
    return {
      executed: () => executed.distinct('_id'),
      logMigration: async ({ name }) => {
        await executed.insertOne({ _id: name, at: new Date() });
      },
      unlogMigration: async ({ name }) => {
        await executed.deleteOne({ _id: name });
      },
    };
  }
}
