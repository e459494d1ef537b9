import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Optional } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ProcessRegistry } from '../mongo/process-registry';
import { currentSession, hasWrittenTo, outsideTransaction, UnitOfWork } from '../mongo/unit-of-work';
import { type DomainEvent, DomainEvents } from '../events/domain-events';
import { type CacheRead, cacheReads } from '../observability/observed';
import { SharedRedis } from '../redis/shared-redis';
import { Clock } from '../time/clock';
import { type CacheChange, EVERYTHING, SharedChanges } from './shared-changes';

const MAX_AGE_MS = 15 * 60_000;
const MAX_ENTRIES = 2_000;

/** A value, and the moment from which it is wrong although no document has changed, such as the end of the day. */
type Computed<Value> = { value: Value; until?: Date };
type Entry<Value> = {
  since: number;
  until: number;
  size: number;
  /** Undefined while it is not known. */
  group: string | undefined;
  result: Promise<Computed<Value>>;
};
type Store<Value> = Map<string, Entry<Value>> | LRUCache<string, Entry<Value>>;
type Load<Value> = (keys: readonly string[]) => Promise<(key: string) => Computed<Value>>;

/** Where changes are collected that other processes have to know before they happen. */
const announcing = new AsyncLocalStorage<CacheChange[]>();
const shared = new AsyncLocalStorage<Map<object, Store<never>>>();

/** Runs reads that answer one request together; see `Caches.share`. */
export function sharingReads<Result>(work: () => Promise<Result>): Promise<Result> {
  return shared.run(new Map(), work);
}

/**
 * Values computed from documents. They are kept until someone changes one of those documents: their owner invalidates
 * them when the event of the change is published (`DomainEvents.invalidates`), which is before the writer is answered
 * and before open screens are told. Values that are read from one collection are invalidated by every write to it.
 * Requests that need a value while it is being computed share the computation.
 */
export class Cache<Value> {
  private readonly name: string;
  private readonly collection: string | undefined;
  private readonly sizeOf: (value: Value) => number;
  private readonly groupOf: ((key: string, value?: Value) => string | undefined) | undefined;
  private readonly maxAgeMs: number;

  /**
   * @param kept null where values are not kept, but at most shared by the reads of one request.
   * @param changes what other processes have changed, where they share a Redis.
   * @param processes whether there are others, where they do not.
   */
  constructor(
    private readonly clock: Clock,
    private readonly kept: Store<Value> | null,
    options: Options<Value>,
    private readonly changes?: SharedChanges,
    private readonly processes?: ProcessRegistry,
  ) {
    this.name = options.name;
    this.collection = options.collection;
    this.sizeOf = options.sizeOf ?? (() => 1);
    this.groupOf = options.groupOf;
    this.maxAgeMs = options.maxAgeMs ?? MAX_AGE_MS;
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
    const isFresh = this.changes ? await this.changes.refresh() : (this.processes?.isAlone ?? true);
    const store = this.store(isFresh);
    const now = this.clock.now().getTime();
    const missing = keys.filter((key) => !isCurrent(store.get(key), now));
    if (cacheReads.hasSubscribers) {
      const hits = keys.length - missing.length;
      cacheReads.publish({ cache: this.name, hits, misses: missing.length } satisfies CacheRead);
    }
    const loading = missing.length > 0 ? this.load(store, missing, load) : undefined;
    const added = new Map(missing.map((key) => [key, loading && this.add(store, key, loading, now)]));
    const results = await Promise.all(keys.map(async (key) => (added.get(key) ?? store.get(key))?.result));
    return results.flatMap((computed) => (computed ? [computed.value] : []));
  }

  /** Also what is being computed at the moment: it may not have seen the change. */
  invalidate(keys: Iterable<string>): void {
    this.change({ cache: this.name, keys: [...keys] });
  }

  /** Also what is being computed at the moment and may turn out to belong to one of the groups; see `Options.groupOf`. */
  invalidateGroups(groups: Iterable<string>): void {
    this.change({ cache: this.name, groups: [...groups] });
  }

  clear(): void {
    this.change({ cache: this.name });
  }

  /** Removes what a change makes wrong, in this process. */
  apply(change: CacheChange | 'all'): void {
    if (!this.kept || (change !== 'all' && !this.isIn(change))) return;
    const { keys, groups } = change === 'all' ? {} : change;
    if (keys) for (const key of keys) this.kept.delete(key);
    else if (groups) {
      const wrong = [...this.kept].filter(([, { group }]) => group === undefined || groups.includes(group));
      for (const [key] of wrong) this.kept.delete(key);
    } else this.kept.clear();
  }

  private change(change: CacheChange): void {
    const announced = announcing.getStore();
    if (announced) announced.push(change);
    else this.apply(change);
  }

  private isIn({ cache }: CacheChange): boolean {
    return (
      cache === this.name ||
      cache === EVERYTHING ||
      (this.collection !== undefined && cache === collectionName(this.collection))
    );
  }

  private load(store: Store<Value>, missing: readonly string[], load: Load<Value>): ReturnType<Load<Value>> {
    // The snapshot of a transaction may be older than the last change.
    return store === this.kept ? outsideTransaction(() => load(missing)) : load(missing);
  }

  private add(store: Store<Value>, key: string, loading: ReturnType<Load<Value>>, now: number): Entry<Value> {
    const result = loading.then((computedOf) => computedOf(key));
    const group = this.groupOf?.(key);
    const entry: Entry<Value> = { since: now, until: now + this.maxAgeMs, size: 1, group, result };
    if (store === this.kept && this.isAboutToChange(key, group)) return entry;
    store.set(key, entry);
    const isKept = () => store.get(key) === entry;
    result.then(
      ({ value, until = new Date(entry.until) }) => {
        const known = { until: Math.min(entry.until, until.getTime()), size: Math.max(1, this.sizeOf(value)) };
        if (isKept()) store.set(key, { ...entry, ...known, group: this.groupOf?.(key, value) });
      },
      () => {
        if (isKept()) store.delete(key);
      },
    );
    return entry;
  }

  /** Whether another process may be changing the value at the moment, so that no one can say whether it is the new one. */
  private isAboutToChange(key: string, group: string | undefined): boolean {
    const pending = this.changes?.pending.filter((change) => this.isIn(change)) ?? [];
    return pending.some(({ keys, groups }) => {
      if (keys) return keys.includes(key);
      return !groups || group === undefined || groups.includes(group);
    });
  }

  /** A transaction sees its own writes, of which no one else knows yet. */
  private store(isFresh: boolean): Store<Value> {
    const isConcerned = this.collection === undefined || hasWrittenTo(this.collection);
    if (currentSession() && (isConcerned || !this.kept)) return new Map();
    if (this.kept && isFresh) return this.kept;
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

type Options<Value> = {
  /** The same in all processes. */
  name: string;
  /** How much is kept: by default 2,000 values of any size. */
  sizeOf?: (value: Value) => number;
  maxSize?: number;
  /** By default a quarter of an hour. */
  maxAgeMs?: number;
  /** What all values are read from. Each write to it invalidates them, and transactions use them that have not written. */
  collection?: string;
  /** What a key or, where that is not enough, its value belongs to; see `invalidateGroups`. */
  groupOf?: (key: string, value?: Value) => string | undefined;
};

/** Creates the caches of the services. */
@Injectable()
export class Caches {
  private readonly all: Cache<never>[] = [];
  private readonly collections = new Set<string>();
  private readonly changes: SharedChanges | undefined;

  constructor(
    private readonly clock: Clock,
    @Optional() redis?: SharedRedis,
    @Optional() private readonly unitOfWork?: UnitOfWork,
    @Optional() private readonly events?: DomainEvents,
    @Optional() private readonly processes?: ProcessRegistry,
  ) {
    processes?.whileNotAlone(() => this.clear());
    if (!redis) return;
    this.changes = new SharedChanges(redis, (changes) => {
      for (const change of changes === 'all' ? ['all' as const] : changes) this.apply(change);
    });
    unitOfWork?.watchCommits((raised, collections) => this.announce(raised, collections));
  }

  /** For values that are invalidated on events, or by writes to their collection. */
  create<Value>(options: Options<Value>): Cache<Value> {
    const { maxSize = MAX_ENTRIES, collection } = options;
    const kept = new LRUCache<string, Entry<Value>>({ maxSize, sizeCalculation: ({ size }: Entry<Value>) => size });
    const cache = new Cache<Value>(this.clock, kept, options, this.changes, this.processes);
    this.all.push(cache as unknown as Cache<never>);
    if (collection !== undefined && !this.collections.has(collection)) {
      this.collections.add(collection);
      this.unitOfWork?.onWritten(collection, (isAnnounced) => this.written(collection, isAnnounced));
    }
    return cache;
  }

  /** For what several parts of one answer read; see `sharingReads`. */
  share<Value>(): Cache<Value> {
    return new Cache<Value>(this.clock, null, { name: 'reads of one request' });
  }

  /** After documents were written without events, such as by a test. */
  clear(): void {
    this.apply('all');
  }

  private apply(change: CacheChange | 'all'): void {
    for (const cache of this.all) cache.apply(change);
  }

  private written(collection: string, isAnnounced: boolean): void {
    const change = { cache: collectionName(collection) };
    this.apply(change);
    if (!isAnnounced) this.changes?.tell([change]);
  }

  /** Tells other processes what the commit of a transaction will change. Returns what tells them that it is committed. */
  private async announce(events: readonly DomainEvent[], collections: ReadonlySet<string>): Promise<() => void> {
    const changes: CacheChange[] = [...collections]
      .filter((collection) => this.collections.has(collection))
      .map((collection) => ({ cache: collectionName(collection) }));
    await announcing.run(changes, async () => this.events?.invalidate(events));
    if (changes.length === 0 || !this.changes) return () => undefined;
    return this.changes.announce(changes);
  }
}

function collectionName(collection: string): string {
  return `collection ${collection}`;
}
