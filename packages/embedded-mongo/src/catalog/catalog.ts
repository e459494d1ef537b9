import { UUID, type Binary } from 'bson';
import { decode, encode, type Document } from '../query/bson.js';
import { ErrorCode, MongoError } from '../query/error.js';
import type { Transaction } from '../session/transaction.js';
import { indexRange, metaKey, metaRange, recordIdOfKey, recordRange, type KeyRange } from '../store/key-layout.js';
import type { Store } from '../store/store.js';
import type { Change, WriteView } from '../store/view.js';
import {
  assertRenamable,
  COLLECTION,
  type Collection,
  definitionKeys,
  type Index,
  MULTIKEY,
  NAME,
  checkNamespace,
  partsOf,
} from './collection.js';
import { orphans, purge, rangesOf } from './purge.js';
import { findSame, ID_INDEX, makeIndex } from './index-specification.js';

interface StoredIndex {
  id: number;
  specification: Document;
  ready: boolean;
}

/**
 * The collections and their indexes: in memory for every command, in the store for the next start. The copy in memory
 * changes only after the change to the store is committed.
 */
export class Catalog {
  readonly #collections = new Map<string, Collection>();
  #lastId = 0;

  private constructor(private readonly store: Store) {}

  /** Loads the catalog and removes what an unfinished drop or index build left behind. */
  static async load(store: Store): Promise<Catalog> {
    const catalog = new Catalog(store);
    for (const { value } of store.range(metaRange(COLLECTION))) catalog.#restore(value);
    for (const collection of catalog.#collections.values()) {
      const unfinished = collection.indexes.filter((index) => !index.ready);
      if (unfinished.length > 0) await catalog.removeIndexes(collection, unfinished);
    }
    // An id must not be reused before the entries of its previous owner are gone.
    await purge(store, orphans(store, [...catalog.#collections.values()]));
    return catalog;
  }

  /**
   * The collection with that name, as seen by the transaction, if any.
   * @throws SnapshotUnavailable (246) if the transaction's snapshot has another one
   */
  find(namespace: string, transaction?: Transaction, forWriting = false): Collection | undefined {
    const collection = transaction?.created.get(namespace) ?? this.#collections.get(namespace);
    transaction?.use(namespace, collection, forWriting);
    return collection;
  }

  list(database?: string, transaction?: Transaction): Collection[] {
    const all = [...this.#collections.values(), ...(transaction?.created.values() ?? [])];
    const wanted = database === undefined ? all : all.filter((collection) => collection.database === database);
    return wanted.sort((a, b) => (a.namespace < b.namespace ? -1 : 1));
  }

  /** Creates a collection. Returns the existing one if another request created it first. */
  create(namespace: string): Promise<Collection> {
    return this.#alone((view) => this.find(namespace) ?? this.#create(view, namespace));
  }

  /** Creates a collection that is visible only to the transaction until it commits. */
  createIn(transaction: Transaction, namespace: string): Collection {
    const collection = this.#create(transaction, namespace);
    transaction.created.set(namespace, collection);
    return collection;
  }

  /** Drops a collection; its documents are removed in the background. */
  async drop(collection: Collection): Promise<void> {
    const dropped = await this.#alone((view) => {
      if (collection.dropped) return false;
      view.write(removal(collection));
      view.afterCommit(() => this.#forget(collection));
      return true;
    });
    if (dropped) this.#purgeLater(rangesOf(collection));
  }

  /**
   * Renames a collection. Anything that still refers to the collection by its old name sees it as dropped.
   * @param dropTarget whether an existing collection with the new name is dropped.
   * @throws MongoError 26 if the collection is gone, 48 if the new name is taken, 12587 while one of its indexes is
   * being built.
   */
  async rename(collection: Collection, namespace: string, dropTarget: boolean): Promise<void> {
    const renamed: Collection = { ...collection, ...partsOf(namespace), namespace };
    const replaced = await this.#alone((view) => {
      const target = this.find(namespace);
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
    });
    if (replaced) this.#purgeLater(rangesOf(replaced));
  }

  /**
   * Adds indexes that have yet to be built to a collection. Returns those that are new.
   * @param built resolves when their build has ended, however it ended.
   */
  async addIndexes(
    collection: Collection,
    specifications: readonly Document[],
    built: Promise<void>,
  ): Promise<Index[]> {
    return this.#define(collection, () => {
      const added = specifications
        .filter((specification) => !findSame(collection.indexes, specification))
        .map((specification) => makeIndex(this.#nextId(), specification, { multikey: false, ready: false, built }));
      const indexes = [...collection.indexes, ...added];
      return { indexes, result: added, apply: () => (collection.indexes = indexes) };
    });
  }

  publishIndexes(collection: Collection, complete: readonly Index[]): Promise<void> {
    return this.#define(collection, () => ({
      indexes: collection.indexes.map((index) => (complete.includes(index) ? { ...index, ready: true } : index)),
      result: undefined,
      apply: () => {
        for (const index of complete) index.ready = true;
      },
    }));
  }

  /** Removes indexes from a collection; their entries are removed in the background. */
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

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #forget(collection: Collection): void {
    this.#collections.delete(collection.namespace);
    this.#defined(collection);
    collection.dropped = true;
  }

  #purgeLater(ranges: readonly KeyRange[]): void {
    // Whatever a shutdown leaves behind is found as orphans at the next start.
    purge(this.store, ranges).catch(() => undefined);
  }

  #create(view: WriteView, namespace: string): Collection {
    checkNamespace(namespace);
    const id = this.#nextId();
    const idIndex = makeIndex(this.#nextId(), { ...ID_INDEX }, { multikey: false, ready: true });
    const definition = { id, ...partsOf(namespace), uuid: new UUID() };
    const collection = makeCollection(definition, [idIndex], 0);
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

  // Writes a collection's definition in a commit of its own; the copy in memory is updated afterwards.
  #define<T>(
    collection: Collection,
    plan: () => { indexes: readonly Index[]; result: T; apply: () => void },
  ): Promise<T> {
    return this.#alone((view) => {
      if (collection.dropped)
        throw new MongoError(ErrorCode.QueryPlanKilled, `collection ${collection.namespace} was dropped`);
      const { indexes, result, apply } = plan();
      view.write([this.#stored(collection, indexes)]);
      view.afterCommit(() => {
        apply();
        this.#defined(collection);
      });
      return result;
    });
  }

  /** Runs a change of the catalog in a commit of its own, because later work must see it. */
  #alone<T>(work: (view: WriteView) => T): Promise<T> {
    return this.store.writer.run(work, { alone: true });
  }

  #defined(collection: Collection): void {
    collection.definedAt = this.store.conflicts.sequence;
  }

  #stored({ id, database, name, uuid }: Collection, indexes: readonly Index[]): Change {
    const stored = indexes.map((index): StoredIndex => {
      return { id: index.id, specification: index.specification, ready: index.ready };
    });
    // The format has options, which no collection can have.
    const document = { id, database, name, uuid, options: {}, indexes: stored };
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
    const definition = { id, database, name, uuid: stored.uuid as Binary };
    const collection = makeCollection(definition, indexes, last ? recordIdOfKey(last.key) : 0);
    this.#collections.set(collection.namespace, collection);
  }
}

function makeCollection(
  definition: Pick<Collection, 'id' | 'database' | 'name' | 'uuid'>,
  indexes: readonly Index[],
  lastRecordId: number,
): Collection {
  const namespace = `${definition.database}.${definition.name}`;
  return { ...definition, namespace, indexes, lastRecordId, definedAt: 0, dropped: false };
}

function removal(collection: Collection): Change[] {
  return definitionKeys(collection).map((key) => ({ key, value: undefined, guarded: true }));
}
