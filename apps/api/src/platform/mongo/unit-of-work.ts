import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { ClientSession, Connection, Model } from 'mongoose';
import { type DomainEvent, DomainEvents, type EventKind } from '../events/domain-events';
import { DeferredWrites, sendTo, writesManyCollections, type WriteStatement, writtenBy } from './deferred-writes';
import { assertWithinLimits } from './list-limits';
import { TransactionOperations, TransactionWatch } from './transaction-watch';
import { Turns } from './turns';

type Flush<Item> = (items: readonly Item[]) => Promise<void>;
type TransactionContext = {
  session: ClientSession;
  events: DomainEvent[];
  operations: TransactionOperations;
  /** See `UnitOfWork.beforeCommit`. */
  endings: Map<Flush<never>, unknown[]>;
  deferred: DeferredWrites;
  /** What was read once, by the event that changes it and by key. */
  known: Map<string, Map<string, Promise<unknown>>>;
  /** The turns of all attempts, by name. */
  turns: Map<string, () => void>;
  /** The collections that any attempt has written to. */
  writtenTo: Set<string>;
};

/** The methods of the driver's collections that write documents. */
const writing = /^(insert|update|replace|delete|bulkWrite|findOneAnd|drop)/;

const current = new AsyncLocalStorage<TransactionContext | undefined>();

/** The session of the current transaction, for repositories. */
export function currentSession(): ClientSession | null {
  return current.getStore()?.session ?? null;
}

/** Whether the transaction under way has written to the collection. */
export function hasWrittenTo(collection: string): boolean {
  return current.getStore()?.writtenTo.has(collection) ?? false;
}

const readOnly = new AsyncLocalStorage<true>();

/** Runs work that must not write: a transaction or a deferred write in it throws. */
export function withoutWrites<Result>(work: () => Result): Result {
  return readOnly.run(true, work);
}

function assertMayWrite(): void {
  if (readOnly.getStore()) throw new Error('Work that runs before its transaction must not write');
}

/** Runs reads that must not see the transaction under way, such as for values that others will use. */
export function outsideTransaction<Result>(work: () => Result): Result {
  return current.run(undefined, work);
}

/**
 * Writes whose results nobody needs: within a transaction together with others before the commit, so that they cost one
 * command. Repositories call `written` before they read what may have been deferred.
 * @param options.contested a duplicate key means that another transaction was first, and this one is retried.
 */
export async function writeLater<Row>(
  { db, schema, collection: { collectionName } }: Model<Row>,
  statements: readonly WriteStatement[],
  options: { contested?: boolean } = {},
): Promise<void> {
  assertMayWrite();
  for (const statement of statements) for (const fields of writtenBy(statement)) assertWithinLimits(schema, fields);
  const context = current.getStore();
  if (!context) return sendTo(db, collectionName, statements);
  context.writtenTo.add(collectionName);
  context.deferred.add(collectionName, statements, options);
}

/** Sends what was deferred to the collection, so that the transaction reads its own writes. */
export async function written(collection: string): Promise<void> {
  const deferred = current.getStore()?.deferred;
  if (deferred?.touches(collection)) await deferred.flush();
}

/**
 * Reads something once per transaction, whose snapshot does not change, or until the event says that the transaction
 * itself has changed it. Outside a transaction, reads every time.
 */
export function readOnce<Result, Payload>(
  { name }: EventKind<Payload>,
  key: string,
  read: () => Promise<Result>,
): Promise<Result> {
  const known = current.getStore()?.known;
  if (!known) return read();
  const ofKind = known.get(name) ?? new Map<string, Promise<unknown>>();
  known.set(name, ofKind);
  const result = ofKind.get(key) ?? read();
  ofKind.set(key, result);
  return result as Promise<Result>;
}

type Results<Reads extends readonly (() => Promise<unknown>)[]> = {
  [Key in keyof Reads]: Awaited<ReturnType<Reads[Key]>>;
};

/** Reads several things: all at once or, within a transaction, whose session carries one operation at a time, in turn. */
export async function readAll<const Reads extends readonly (() => Promise<unknown>)[]>(
  ...reads: Reads
): Promise<Results<Reads>> {
  if (!currentSession()) return (await Promise.all(reads.map((read) => read()))) as Results<Reads>;
  const results: unknown[] = [];
  for (const read of reads) results.push(await read());
  return results as Results<Reads>;
}

/** Runs a change in one transaction: the change, its audit row and its effects are committed together or not at all. */
@Injectable()
export class UnitOfWork implements OnModuleInit {
  private lastRetry: Promise<void> = Promise.resolve();
  private readonly turns = new Turns();
  private inOneCommand = false;
  private readonly watch: TransactionWatch;
  private readonly writeListeners = new Map<string, (() => void)[]>();

  constructor(
    @InjectConnection() private readonly connection: Connection,
    private readonly events: DomainEvents,
  ) {
    this.watch = new TransactionWatch(connection.getClient(), () => current.getStore()?.operations);
    connection.on('operation-end', ({ collectionName, method }: { collectionName: string; method: string }) => {
      if (writing.test(method)) this.noteWriteTo(collectionName);
    });
  }

  async onModuleInit(): Promise<void> {
    this.inOneCommand = await writesManyCollections(this.connection.getClient());
  }

  /**
   * Runs the work in a transaction, and retries it from the start after a write conflict. If a transaction is already
   * in progress, the work joins it. Events raised by the work are published after the commit.
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    assertMayWrite();
    if (current.getStore()) return work();
    let raised: DomainEvent[] = [];
    const turns: TransactionContext['turns'] = new Map();
    const writtenTo: TransactionContext['writtenTo'] = new Set();
    const end = () => {
      for (const collection of writtenTo) this.noteWriteTo(collection);
      for (const endTurn of turns.values()) endTurn();
    };
    const result = await this.withQueuedRetries((onAttempt) =>
      this.connection.withSession((session) =>
        session.withTransaction(
          async () => {
            await onAttempt();
            // Events of a failed attempt must not be published.
            raised = [];
            const operations = new TransactionOperations();
            const deferred = new DeferredWrites(this.connection, session, this.inOneCommand);
            const endings = new Map<Flush<never>, unknown[]>();
            const context = {
              session,
              events: raised,
              operations,
              endings,
              deferred,
              known: new Map(),
              turns,
              writtenTo,
            };
            const workAndFlush = async () => {
              const result = await work();
              for (const [flush, items] of endings) await flush(items as never);
              await deferred.flush();
              return result;
            };
            return this.watch.over(operations, () => current.run(context, workAndFlush));
          },
          { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } },
        ),
      ),
    ).finally(end);
    await this.events.publish(raised);
    return result;
  }

  /**
   * Queues the retries after write conflicts. Otherwise, many transactions that write the same document, such as the
   * counter of a laboratory, would conflict again and again.
   * @param work calls `onAttempt` at the start of each attempt.
   */
  private async withQueuedRetries<Result>(work: (onAttempt: () => Promise<void>) => Promise<Result>): Promise<Result> {
    let attempts = 0;
    let done: () => void = () => undefined;
    const onAttempt = async () => {
      attempts += 1;
      if (attempts !== 2) return;
      const previous = this.lastRetry;
      this.lastRetry = new Promise((resolve) => (done = resolve));
      await previous;
    };
    try {
      return await work(onAttempt);
    } finally {
      done();
    }
  }

  /**
   * Collects items until the end of the transaction, and passes all of them to `flush` at once: for documents that
   * transactions have to write one after another, so that each holds up the others as briefly as possible.
   * @param flush the same function for the same kind of items.
   */
  beforeCommit<Item>(flush: Flush<Item>, items: readonly Item[]): void {
    const context = current.getStore();
    if (!context) throw new Error('Nothing can be written at the end of a transaction outside of one');
    if (items.length > 0) context.endings.set(flush, [...(context.endings.get(flush) ?? []), ...items]);
  }

  /**
   * Waits until the other transactions of this process that named the same have ended, so that they do not conflict.
   * To be called before the first operation, with all names at once: the snapshot of the transaction begins there.
   * Between processes, conflicts are retried.
   */
  async takeTurns(...names: string[]): Promise<void> {
    const context = current.getStore();
    if (!context) throw new Error(`The turn of ${names.join(', ')} was taken outside a transaction`);
    // Sorted, so that two transactions do not wait for each other.
    for (const name of [...new Set(names)].sort()) {
      if (!context.turns.has(name)) context.turns.set(name, await this.turns.take(name));
    }
  }

  /** Calls the listener when this process has written to the collection, once others can read what it wrote. */
  onWritten(collection: string, listener: () => void): void {
    this.writeListeners.set(collection, [...(this.writeListeners.get(collection) ?? []), listener]);
  }

  private noteWriteTo(collection: string): void {
    const context = current.getStore();
    if (context) context.writtenTo.add(collection);
    else for (const listener of this.writeListeners.get(collection) ?? []) listener();
  }

  /** Raises a domain event within the transaction of the change. */
  async raise<Payload>(kind: EventKind<Payload>, payload: Payload): Promise<void> {
    const context = current.getStore();
    if (!context) throw new Error(`${kind.name} was raised outside a transaction`);
    const event = { name: kind.name, payload };
    context.events.push(event);
    context.known.delete(kind.name);
    await this.events.raiseInside(event);
  }
}
