import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Optional } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { currentSession, hasWrittenTo, outsideTransaction, UnitOfWork } from '../mongo/unit-of-work';
import { SharedRedis } from '../redis/shared-redis';
import { Clock } from '../time/clock';

const MAX_AGE_MS = 15 * 60_000;
const MAX_ENTRIES = 2_000;

/** A value, and the moment from which it is wrong although no document has changed, such as the end of the day. */
type Computed<Value> = { value: Value; until?: Date };
type Entry<Value> = { since: number; until: number; size: number; result: Promise<Computed<Value>> };
type Store<Value> = Map<string, Entry<Value>> | LRUCache<string, Entry<Value>>;
type Load<Value> = (keys: readonly string[]) => Promise<(key: string) => Computed<Value>>;

const shared = new AsyncLocalStorage<Map<object, Store<never>>>();

/** Runs reads that answer one request together; see `Caches.share`. */
export function sharingReads<Result>(work: () => Promise<Result>): Promise<Result> {
  return shared.run(new Map(), work);
}

/**
 * Values computed from documents. They are kept until somebody changes one of those documents: their owner invalidates them
 * when the event of the change is published, which is before the writer is answered and before open screens are told.
 * Values that are read from one collection are invalidated when this process writes to it. Requests that need a value while it is being computed share the computation.
 */
export class Cache<Value> {
  /**
   * @param kept null where values are not kept, but at most shared by the reads of one request.
   * @param collection what all values are read from, where it is one collection.
   */
  constructor(
    private readonly clock: Clock,
    private readonly kept: Store<Value> | null,
    private readonly sizeOf: (value: Value) => number = () => 1,
    private readonly collection?: string,
  ) {}

  /** Whether values are kept from one request to another. */
  get isEnabled(): boolean {
    return this.kept !== null;
  }

  async get(key: string, compute: () => Promise<Computed<Value>>): Promise<Value> {
    const [value] = await this.getMany([key], async () => {
      const computed = await compute();
      return () => computed;
    });
    return value as Value;
  }

  /** The values in the order of their keys; those that are not known are computed together. */
  async getMany(keys: readonly string[], load: Load<Value>): Promise<Value[]> {
    const store = this.store();
    const now = this.clock.now().getTime();
    const missing = keys.filter((key) => !isCurrent(store.get(key), now));
    const loading = missing.length > 0 ? this.load(store, missing, load) : undefined;
    const added = new Map(missing.map((key) => [key, loading && this.add(store, key, loading, now)]));
    const results = await Promise.all(keys.map(async (key) => (added.get(key) ?? store.get(key))?.result));
    return results.flatMap((computed) => (computed ? [computed.value] : []));
  }

  /** Also what is being computed at the moment: it may not have seen the change. */
  invalidate(keys: Iterable<string>): void {
    for (const key of keys) this.kept?.delete(key);
  }

  invalidateWhere(matches: (key: string) => boolean): void {
    this.invalidate([...(this.kept?.keys() ?? [])].filter(matches));
  }

  clear(): void {
    this.kept?.clear();
  }

  private load(store: Store<Value>, missing: readonly string[], load: Load<Value>): ReturnType<Load<Value>> {
    // The snapshot of a transaction may be older than the last change.
    return store === this.kept ? outsideTransaction(() => load(missing)) : load(missing);
  }

  private add(store: Store<Value>, key: string, loading: ReturnType<Load<Value>>, now: number): Entry<Value> {
    const result = loading.then((computedOf) => computedOf(key));
    const entry: Entry<Value> = { since: now, until: now + MAX_AGE_MS, size: 1, result };
    store.set(key, entry);
    const isKept = () => store.get(key) === entry;
    result.then(
      ({ value, until = new Date(entry.until) }) => {
        const known = { until: Math.min(entry.until, until.getTime()), size: Math.max(1, this.sizeOf(value)) };
        if (isKept()) store.set(key, { ...entry, ...known });
      },
      () => {
        if (isKept()) store.delete(key);
      },
    );
    return entry;
  }

  /** A transaction sees its own writes, of which nobody else knows yet. */
  private store(): Store<Value> {
    const isConcerned = this.collection === undefined || hasWrittenTo(this.collection);
    if (currentSession() && (isConcerned || !this.kept)) return new Map();
    if (this.kept) return this.kept;
    const stores = shared.getStore() as Map<object, Store<Value>> | undefined;
    const store = stores?.get(this) ?? new Map<string, Entry<Value>>();
    stores?.set(this, store);
    return store;
  }
}

/** The clock can be set back in tests. */
function isCurrent<Value>(entry: Entry<Value> | undefined, now: number): boolean {
  return entry !== undefined && entry.since <= now && now < entry.until;
}

/**
 * How much is kept: by default 2,000 values of any size. With a collection, from which all values are read, they are also
 * invalidated when this process has written to it, and transactions use them that have not.
 */
type Options<Value> = { sizeOf?: (value: Value) => number; maxSize?: number; collection?: string };

/** Creates the caches of the services. */
@Injectable()
export class Caches {
  private readonly all: Cache<never>[] = [];

  constructor(
    private readonly clock: Clock,
    @Optional() private readonly redis?: SharedRedis,
    @Optional() private readonly unitOfWork?: UnitOfWork,
  ) {}

  /** For values that are invalidated on events. With several processes, whose events others miss, they are only shared. */
  create<Value>({ sizeOf = () => 1, maxSize = MAX_ENTRIES, collection }: Options<Value> = {}): Cache<Value> {
    const sizeCalculation = ({ size }: Entry<Value>) => size;
    const kept = this.redis ? null : new LRUCache<string, Entry<Value>>({ maxSize, sizeCalculation });
    const cache = new Cache<Value>(this.clock, kept, sizeOf, collection);
    if (collection !== undefined) this.unitOfWork?.onWritten(collection, () => cache.clear());
    this.all.push(cache as unknown as Cache<never>);
    return cache;
  }

  /** For what several parts of one answer read; see `sharingReads`. */
  share<Value>(): Cache<Value> {
    return new Cache<Value>(this.clock, null);
  }

  /** After documents were written without events, such as by a test. */
  clear(): void {
    for (const cache of this.all) cache.clear();
  }
}
