import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { ClientSession, Connection, Model } from 'mongoose';
import { type DomainEvent, DomainEvents, type EventKind } from '../events/domain-events';
import { observed, type Work } from '../observability/observed';
import { DeferredWrites, sendTo, writesManyCollections, type WriteStatement, writtenBy } from './deferred-writes';
import { KeyedMutex } from './keyed-mutex';
import { assertWithinLimits } from './list-limits';
import { TransactionOperations, TransactionWatch } from './transaction-watch';
import { lockKeys, type LockIds, lockStatement, WRITE_LOCKS } from './write-lock';

type Flush<Item> = (items: readonly Item[]) => Promise<void>;
/** @param inTransaction whether the commit watch was told of the write. */
type WriteListener = (inTransaction: boolean) => void;
/** Called before a commit, with what the transaction has changed. Returns what to call once it is committed. */
type CommitWatch = (events: readonly DomainEvent[], collections: ReadonlySet<string>) => Promise<() => void>;
type TransactionContext = {
  session: ClientSession;
  events: DomainEvent[];
  operations: TransactionOperations;
  /** See `UnitOfWork.beforeCommit`. */
  beforeCommitHooks: Map<Flush<never>, unknown[]>;
  deferred: DeferredWrites;
  /** What was read once, by the event that changes it and by key. */
  readCache: Map<string, Map<string, Promise<unknown>>>;
  /** What the first attempt read, for all attempts. */
  firstReads: Map<string, unknown>;
  /** The locks of this attempt. */
  locked: Set<string>;
  /** What releases the locks of all attempts in this process. */
  releases: (() => void)[];
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
 * Writes whose results no one needs: within a transaction together with others before the commit, so that they cost one
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
  const readCache = current.getStore()?.readCache;
  if (!readCache) return read();
  const ofKind = readCache.get(name) ?? new Map<string, Promise<unknown>>();
  readCache.set(name, ofKind);
  const result = ofKind.get(key) ?? read();
  ofKind.set(key, result);
  return result as Promise<Result>;
}

/**
 * Reads something once for all attempts of a transaction: what a request refers to must not change because the
 * transaction starts again. A read that fails is repeated. Outside a transaction, reads every time.
 */
export async function readInFirstAttempt<Result>(key: string, read: () => Promise<Result>): Promise<Result> {
  const firstReads = current.getStore()?.firstReads;
  if (firstReads?.has(key)) return firstReads.get(key) as Result;
  const result = await read();
  firstReads?.set(key, result);
  return result;
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
  private readonly mutex = new KeyedMutex();
  private inOneCommand = false;
  private readonly watch: TransactionWatch;
  private readonly writeListeners = new Map<string, WriteListener[]>();
  private commitWatch: CommitWatch | undefined;

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
    return observed('transaction', '', (transaction) => this.transact(transaction, work));
  }

  private async transact<Result>(transaction: Work, work: () => Promise<Result>): Promise<Result> {
    let raised: DomainEvent[] = [];
    const firstReads: TransactionContext['firstReads'] = new Map();
    const releases: TransactionContext['releases'] = [];
    const writtenTo: TransactionContext['writtenTo'] = new Set();
    const afterCommit: (() => void)[] = [];
    const attempt = async (session: ClientSession) => {
      transaction.attempts += 1;
      // Events of a failed attempt must not be published.
      raised = [];
      const operations = new TransactionOperations();
      const context: TransactionContext = {
        session,
        events: raised,
        operations,
        beforeCommitHooks: new Map(),
        deferred: new DeferredWrites(this.connection, session, this.inOneCommand),
        readCache: new Map(),
        firstReads,
        locked: new Set(),
        releases,
        writtenTo,
      };
      const workAndFlush = async () => {
        const result = await work();
        for (const [flush, items] of context.beforeCommitHooks) await flush(items as never);
        await context.deferred.flush();
        if (this.commitWatch) afterCommit.push(await this.commitWatch(raised, writtenTo));
        return result;
      };
      return this.watch.over(operations, () => current.run(context, workAndFlush));
    };
    const options = { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } } as const;
    const result = await this.connection
      .withSession((session) => session.withTransaction(() => attempt(session), options))
      .finally(() => {
        for (const collection of writtenTo) this.tellOfWriteTo(collection, true);
        for (const release of releases) release();
      });
    await this.events.publish(raised);
    for (const tell of afterCommit) tell();
    return result;
  }

  /**
   * Runs a change in a transaction that no other change with the same lock overlaps: in this process it waits for the
   * others, and of two processes the later one starts again and sees what the earlier one wrote. To be called before the
   * transaction reads anything, because its snapshot begins there; one that holds a lock already only adds the others.
   * @param kinds what is changed; each kind with each id is a lock.
   * @param ids such as the ids of laboratories; null where they are not known yet, for `lock` to follow.
   */
  exclusive<Result>(kinds: string | readonly string[], ids: LockIds, work: () => Promise<Result>): Promise<Result> {
    return this.run(async () => {
      const { locked, releases } = this.contextFor('A lock');
      if (locked.size === 0 && releases.length === 0) {
        for (const key of lockKeys(kinds, ids)) releases.push(await this.mutex.acquire(key));
      }
      this.lock(kinds, ids);
      return work();
    });
  }

  /**
   * As `exclusive`, for a transaction that learns on its way what it changes. It does not wait: of two at once, the later
   * one starts again. The lock is a document that is written together with the other writes before the commit.
   */
  lock(kinds: string | readonly string[], ids: LockIds): void {
    assertMayWrite();
    const { locked, deferred } = this.contextFor('A lock');
    const keys = lockKeys(kinds, ids).filter((key) => !locked.has(key));
    for (const key of keys) locked.add(key);
    deferred.add(WRITE_LOCKS, keys.map(lockStatement), { contested: true });
  }

  /**
   * Collects items until the end of the transaction, and passes all of them to `flush` at once: for documents that
   * transactions have to write one after another, so that each holds up the others as briefly as possible.
   * @param flush the same function for the same kind of items.
   */
  beforeCommit<Item>(flush: Flush<Item>, items: readonly Item[]): void {
    const { beforeCommitHooks } = this.contextFor('A write before the commit');
    if (items.length > 0) beforeCommitHooks.set(flush, [...(beforeCommitHooks.get(flush) ?? []), ...items]);
  }

  /** Calls the listener when this process has written to the collection, once others can read what it wrote. */
  onWritten(collection: string, listener: WriteListener): void {
    this.writeListeners.set(collection, [...(this.writeListeners.get(collection) ?? []), listener]);
  }

  /** A transaction whose watch throws is rolled back. */
  watchCommits(watch: CommitWatch): void {
    this.commitWatch = watch;
  }

  private noteWriteTo(collection: string): void {
    const context = current.getStore();
    if (context) context.writtenTo.add(collection);
    else this.tellOfWriteTo(collection, false);
  }

  private tellOfWriteTo(collection: string, inTransaction: boolean): void {
    for (const listener of this.writeListeners.get(collection) ?? []) listener(inTransaction);
  }

  /** Raises a domain event within the transaction of the change. */
  async raise<Payload>(kind: EventKind<Payload>, payload: Payload): Promise<void> {
    const { events, readCache } = this.contextFor(kind.name);
    const event = { name: kind.name, payload };
    events.push(event);
    readCache.delete(kind.name);
    await this.events.raiseInside(event);
  }

  /** @throws Error outside a transaction, naming what requires one. */
  private contextFor(what: string): TransactionContext {
    const context = current.getStore();
    if (!context) throw new Error(`${what} was used outside a transaction`);
    return context;
  }
}
