import { UUID, type Binary } from 'bson';
import { decode, encode, type Document } from '../query/bson.js';
import { ErrorCode, MongoError } from '../query/error.js';
import type { Transaction } from '../session/transaction.js';
import { indexRange, metaKey, metaRange, recordIdOfKey, recordRange, type KeyRange } from '../store/key-layout.js';
import type { Store } from '../store/store.js';
import type { Change, ReadView, WriteView } from '../store/view.js';
import type { Collection, Index } from './collection.js';
import { orphans, purge, rangesOf } from './purge.js';
import { findSame, ID_INDEX, makeIndex } from './index-specification.js';
import { checkName } from './names.js';

const COLLECTION = 'collection';
const NAME = 'name';
const MULTIKEY = 'multikey';
const INDEX_BUILD_IN_PROGRESS = 12587;

interface StoredIndex {
  id: number;
  specification: Document;
  ready: boolean;
}

/**
 * The collections and their indexes: in memory for every command, in the store for the next start.
 * What is in memory changes only after the commit of what is in the store.
 */
export class Catalog {
  readonly #collections = new Map<string, Collection>();
  #lastId = 0;

  private constructor(private readonly store: Store) {}

  /** Reads the catalogue, and removes what an unfinished drop or index build has left. */
  static async load(store: Store): Promise<Catalog> {
    const catalog = new Catalog(store);
    for (const { value } of store.range(metaRange(COLLECTION))) catalog.#restore(value);
    for (const collection of catalog.#collections.values()) {
      const unfinished = collection.indexes.filter((index) => !index.ready);
      if (unfinished.length > 0) await catalog.removeIndexes(collection, unfinished);
    }
    // No number may be given again before what it meant is gone.
    await purge(store, orphans(store, [...catalog.#collections.values()]));
    return catalog;
  }

  /** The collection of that name, as the transaction (if any) sees it. */
  find(database: string, name: string, transaction?: Transaction): Collection | undefined {
    const namespace = `${database}.${name}`;
    return transaction?.created.get(namespace) ?? this.#collections.get(namespace);
  }

  /** The collections of one database by name, or of all. */
  list(database?: string, transaction?: Transaction): Collection[] {
    const all = [...this.#collections.values(), ...(transaction?.created.values() ?? [])];
    const wanted = database === undefined ? all : all.filter((collection) => collection.database === database);
    return wanted.sort((a, b) => (a.namespace < b.namespace ? -1 : 1));
  }

  /** Makes a collection; answers the existing one when another was quicker. */
  create(database: string, name: string, options: Document = {}): Promise<Collection> {
    return this.store.writer.run((view) => this.find(database, name) ?? this.#create(view, database, name, options), {
      alone: true,
    });
  }

  /** Makes a collection that only the transaction sees until it commits. */
  createIn(transaction: Transaction, database: string, name: string, options: Document = {}): Collection {
    const collection = this.#create(transaction, database, name, options);
    transaction.created.set(collection.namespace, collection);
    return collection;
  }

  /** Removes a collection; its documents follow in the background. */
  async drop(collection: Collection): Promise<void> {
    const dropped = await this.store.writer.run(
      (view) => {
        if (collection.dropped) return false;
        view.write(removal(collection));
        view.afterCommit(() => this.#forget(collection));
        return true;
      },
      { alone: true },
    );
    if (dropped) this.#purgeLater(rangesOf(collection));
  }

  /**
   * Gives a collection another name. What still holds the collection by its old name sees it as dropped.
   * @param dropTarget whether a collection that has the name makes room.
   * @throws MongoError 26 when it is gone, 48 when another one has the name, 12587 while one of its indexes is built
   */
  async rename(collection: Collection, database: string, name: string, dropTarget: boolean): Promise<void> {
    const renamed: Collection = { ...collection, database, name, namespace: `${database}.${name}` };
    const replaced = await this.store.writer.run(
      (view) => {
        const target = this.find(database, name);
        assertRenamable(collection, target, dropTarget);
        view.write([
          ...(target ? removal(target) : []),
          { key: metaKey(NAME, collection.namespace), value: undefined, guarded: true },
          { key: metaKey(NAME, renamed.namespace), value: Buffer.from(String(collection.id)), guarded: true },
          this.#stored(renamed, collection.indexes),
        ]);
        view.afterCommit(() => {
          if (target) this.#forget(target);
          this.#forget(collection);
          renamed.lastRecordId = collection.lastRecordId;
          this.#collections.set(renamed.namespace, renamed);
          this.#defined(renamed);
        });
        return target;
      },
      { alone: true },
    );
    if (replaced) this.#purgeLater(rangesOf(replaced));
  }

  /** Adds indexes to a collection that are yet to be built; answers those that are new. */
  async addIndexes(collection: Collection, specifications: readonly Document[]): Promise<Index[]> {
    return this.#define(collection, () => {
      const added = specifications
        .filter((specification) => !findSame(collection.indexes, specification))
        .map((specification) => makeIndex(this.nextId(), specification, { multikey: false, ready: false }));
      const indexes = [...collection.indexes, ...added];
      return { indexes, result: added, apply: () => (collection.indexes = indexes) };
    });
  }

  /** Lets queries use indexes that are complete. */
  publishIndexes(collection: Collection, complete: readonly Index[]): Promise<void> {
    return this.#define(collection, () => ({
      indexes: collection.indexes.map((index) => (complete.includes(index) ? { ...index, ready: true } : index)),
      result: undefined,
      apply: () => {
        for (const index of complete) index.ready = true;
      },
    }));
  }

  /** Removes indexes from a collection; their entries follow in the background. */
  async removeIndexes(collection: Collection, gone: readonly Index[]): Promise<void> {
    await this.#define(collection, () => {
      const indexes = collection.indexes.filter((index) => !gone.includes(index));
      const apply = (): void => {
        collection.indexes = indexes;
        for (const index of gone) index.dropped = true;
      };
      return { indexes, result: undefined, apply };
    });
    this.#purgeLater(gone.map(({ id }) => indexRange(id)));
  }

  /** Gives an index another specification, of the same key. */
  respecify(collection: Collection, index: Index, specification: Document): Promise<void> {
    const changed = makeIndex(index.id, specification, index);
    return this.#define(collection, () => ({
      indexes: collection.indexes.map((other) => (other === index ? changed : other)),
      result: undefined,
      apply: () => {
        index.specification = specification;
        index.expireAfterSeconds = changed.expireAfterSeconds;
      },
    }));
  }

  /** Replaces the index list of a collection that only the transaction sees yet. */
  setIndexesOfNew(transaction: Transaction, collection: Collection, indexes: readonly Index[]): void {
    transaction.write([this.#stored(collection, indexes)]);
    collection.indexes = indexes;
  }

  /** A number for a new collection or index. */
  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** The change that notes an index as multikey, or none when it is noted already. */
  multikeyChange(view: ReadView, index: Index): Change | undefined {
    index.multikey = true;
    const key = metaKey(MULTIKEY, String(index.id));
    return view.get(key) ? undefined : { key, value: Buffer.from([1]) };
  }

  #forget(collection: Collection): void {
    this.#collections.delete(collection.namespace);
    this.#defined(collection);
    collection.dropped = true;
  }

  #purgeLater(ranges: readonly KeyRange[]): void {
    // What a stop leaves behind is found as orphans at the next start.
    purge(this.store, ranges).catch(() => undefined);
  }

  #create(view: WriteView, database: string, name: string, options: Document): Collection {
    checkName(database, name);
    const id = this.nextId();
    const collection: Collection = {
      id,
      database,
      name,
      namespace: `${database}.${name}`,
      uuid: new UUID(),
      options,
      indexes: [makeIndex(this.nextId(), { ...ID_INDEX }, { multikey: false, ready: true })],
      lastRecordId: 0,
      definedAt: 0,
      dropped: false,
    };
    view.write([
      this.#stored(collection, collection.indexes),
      { key: metaKey(NAME, collection.namespace), value: Buffer.from(String(id)), guarded: true },
    ]);
    view.afterCommit(() => {
      this.#collections.set(collection.namespace, collection);
      this.#defined(collection);
    });
    return collection;
  }

  // Writes a collection's definition alone in its commit; what is in memory follows.
  #define<T>(
    collection: Collection,
    plan: () => { indexes: readonly Index[]; result: T; apply: () => void },
  ): Promise<T> {
    return this.store.writer.run(
      (view) => {
        if (collection.dropped)
          throw new MongoError(ErrorCode.QueryPlanKilled, `collection ${collection.namespace} was dropped`);
        const { indexes, result, apply } = plan();
        view.write([this.#stored(collection, indexes)]);
        view.afterCommit(() => {
          apply();
          this.#defined(collection);
        });
        return result;
      },
      { alone: true },
    );
  }

  #defined(collection: Collection): void {
    collection.definedAt = this.store.conflicts.sequence;
  }

  #stored({ id, database, name, uuid, options }: Collection, indexes: readonly Index[]): Change {
    const stored = indexes.map((index): StoredIndex => {
      return { id: index.id, specification: index.specification, ready: index.ready };
    });
    const document = { id, database, name, uuid, options, indexes: stored };
    return { key: metaKey(COLLECTION, String(id)), value: Buffer.from(encode(document)), guarded: true };
  }

  #restore(value: Buffer): void {
    const stored = decode(value);
    const id = Number(stored.id);
    const { database, name } = stored as { database: string; name: string };
    const indexes = (stored.indexes as Document[]).map((entry) => {
      const multikey = this.store.get(metaKey(MULTIKEY, String(Number(entry.id)))) !== undefined;
      return makeIndex(Number(entry.id), entry.specification as Document, { multikey, ready: entry.ready === true });
    });
    this.#lastId = Math.max(this.#lastId, id, ...indexes.map((index) => index.id));
    const [last] = this.store.range(recordRange(id), true);
    this.#collections.set(`${database}.${name}`, {
      id,
      database,
      name,
      namespace: `${database}.${name}`,
      uuid: stored.uuid as Binary,
      options: stored.options as Document,
      indexes,
      lastRecordId: last ? recordIdOfKey(last.key) : 0,
      definedAt: 0,
      dropped: false,
    });
  }
}

function removal({ id, namespace }: Collection): Change[] {
  return [
    { key: metaKey(COLLECTION, String(id)), value: undefined, guarded: true },
    { key: metaKey(NAME, namespace), value: undefined, guarded: true },
  ];
}

function assertRenamable(collection: Collection, target: Collection | undefined, dropTarget: boolean): void {
  if (collection.dropped) {
    throw new MongoError(ErrorCode.NamespaceNotFound, `Source collection ${collection.namespace} does not exist`);
  }
  if (target && !dropTarget) throw new MongoError(ErrorCode.NamespaceExists, 'target namespace exists');
  const building = [collection, target].find((one) => one?.indexes.some((index) => !index.ready));
  if (building) {
    throw new MongoError(INDEX_BUILD_IN_PROGRESS, `cannot rename while an index is built on ${building.namespace}`);
  }
}
