import { type FactoryProvider, Injectable, Logger } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection, mongo } from 'mongoose';
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
      const existing = await this.existingCollections();
      await this.createCollections(existing, signal);
      // Nothing that an earlier version stored has to be changed where there was none.
      if (existing.size === 0) return this.recordAll();
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

  /** Indexes are created by one command for each collection, which creates the collection as well. */
  private async createCollections(existing: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    for (const { schema, collection } of Object.values(this.connection.models)) {
      signal.throwIfAborted();
      const indexes = schema.indexes().map(([key, options]) => ({ ...options, key }) as mongo.IndexDescription);
      if (indexes.length > 0) await collection.createIndexes(indexes);
      else if (!existing.has(collection.name)) await this.connection.createCollection(collection.name);
    }
  }

  /** The names of the collections that were there before; the lock that is held has one. */
  private async existingCollections(): Promise<Set<string>> {
    const collections = await this.connection.listCollections();
    return new Set(collections.map(({ name }) => name).filter((name) => name !== Locks.collection));
  }

  private async recordAll(): Promise<void> {
    const at = new Date();
    const executed = this.registered.map(({ id }) => ({ _id: id, at }));
    if (executed.length > 0) await this.executed.insertMany(executed);
  }

  private storage(): UmzugStorage {
    return {
      executed: () => this.executed.distinct('_id'),
      logMigration: async ({ name }) => {
        await this.executed.insertOne({ _id: name, at: new Date() });
      },
      unlogMigration: async ({ name }) => {
        await this.executed.deleteOne({ _id: name });
      },
    };
  }

  private get executed() {
    return this.connection.collection<{ _id: string; at: Date }>('migrations');
  }
}

/** The provider by which a module registers its migrations. */
export function provideMigrations(...migrations: Migration[]): FactoryProvider<Migration[]> {
  return {
    provide: Symbol('migrations of a module'),
    inject: [Migrations],
    useFactory: (all: Migrations) => {
      all.register(...migrations);
      return migrations;
    },
  };
}
