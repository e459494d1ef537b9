import { type Collection, definitionKeys, NAME } from '../catalog/collection.js';
import { asError, ErrorCode, transient, writeConflict } from '../query/error.js';
import type { Holder } from '../store/conflicts.js';
import { metaKey, type KeyRange } from '../store/key-layout.js';
import type { Snapshot, Store } from '../store/store.js';
import type { Change, Entry, WriteView } from '../store/view.js';

/**
 * A multi-document transaction. It reads the state at its start, overlaid with its own writes, which nobody else sees
 * until `commit` applies them all in one storage transaction.
 */
export class Transaction implements WriteView, Holder {
  readonly finished: Promise<void>;
  /** Collections that so far exist only inside this transaction, by namespace. */
  readonly created = new Map<string, Collection>();
  readonly #written = new Map<string, OwnWrites>();
  /** Of the collections that it writes to, as they were at its first write. */
  readonly #definitions = new Map<Collection, number>();
  readonly #hooks: (() => void)[] = [];
  #finish: () => void = () => undefined;
  #ended = false;

  private constructor(
    private readonly store: Store,
    private readonly pinned: Snapshot,
    readonly snapshotSequence: number,
  ) {
    this.finished = new Promise((resolve) => (this.#finish = resolve));
    store.conflicts.open(this);
  }

  /** Begins a transaction on the latest durable state. @throws SnapshotUnavailable (246) when too many are open */
  static begin(store: Store): Promise<Transaction> {
    return new Promise((resolve, reject) => {
      store.writer.whenSettled(() => {
        try {
          resolve(new Transaction(store, store.snapshot(), store.conflicts.sequence));
        } catch (error) {
          reject(asError(error));
        }
      });
    });
  }

  get(key: Buffer): Buffer | undefined {
    this.#assertOpen();
    const change = this.#written.get(bucketOf(key))?.get(key);
    return change ? change.value : this.pinned.get(key);
  }

  *range(range: KeyRange, reverse = false): Generator<Entry> {
    this.#assertOpen();
    const own = this.#ownEntries(range, reverse);
    let next = 0;
    for (const entry of this.pinned.range(range, reverse)) {
      for (let mine = own[next]; mine && precedes(mine.key, entry.key, reverse); mine = own[++next]) {
        if (mine.value) yield { key: mine.key, value: mine.value };
      }
      const mine = own[next];
      if (mine?.key.equals(entry.key)) {
        next += 1;
        if (mine.value) yield { key: mine.key, value: mine.value };
      } else {
        yield entry;
      }
      this.#assertOpen();
    }
    for (const mine of own.slice(next)) if (mine.value) yield { key: mine.key, value: mine.value };
  }

  count(range: KeyRange): number {
    this.#assertOpen();
    let count = this.pinned.count(range);
    for (const { key, value } of this.#ownEntries(range, false)) {
      const before = this.pinned.get(key) !== undefined;
      if (value && !before) count += 1;
      if (!value && before) count -= 1;
    }
    return count;
  }

  keyAt(range: KeyRange, reverse: boolean, offset: number): Buffer | undefined {
    this.#assertOpen();
    if (this.#ownEntries(range, reverse).length === 0) return this.pinned.keyAt(range, reverse, offset);
    let before = 0;
    for (const { key } of this.range(range, reverse)) {
      if (before === offset) return key;
      before += 1;
    }
    return undefined;
  }

  /** @throws WriteConflict (112), before anything is changed, if another writer was first. */
  write(changes: readonly Change[]): void {
    this.#assertOpen();
    const guarded = changes.filter((change) => change.guarded).map((change) => change.key.toString('latin1'));
    this.store.conflicts.hold(guarded, this);
    for (const change of changes) {
      const bucket = bucketOf(change.key);
      const writes = this.#written.get(bucket) ?? new OwnWrites();
      this.#written.set(bucket, writes);
      writes.add(change);
    }
  }

  afterCommit(hook: () => void): void {
    this.#hooks.push(hook);
  }

  /**
   * Records that the transaction uses the collection of that name, which may not exist. A collection that was created
   * after the transaction began is empty to it.
   * @throws SnapshotUnavailable (246) if the collection was changed, renamed, replaced or dropped after the transaction
   * began.
   */
  use(namespace: string, collection: Collection | undefined, forWriting: boolean): void {
    this.#assertOpen();
    const keys = collection ? definitionKeys(collection) : [metaKey(NAME, namespace)];
    const changed = !collection || collection.definedAt > this.snapshotSequence;
    if (changed && keys.some((key) => this.pinned.get(key) !== undefined)) {
      const message = `Unable to read from a snapshot due to pending collection catalog changes to collection '${namespace}'`;
      throw transient(ErrorCode.SnapshotUnavailable, `${message}; please retry the operation.`);
    }
    if (!collection) return;
    if (forWriting && !this.#definitions.has(collection)) this.#definitions.set(collection, collection.definedAt);
  }

  /**
   * Makes all writes durable together.
   * @param also changes that belong to the commit, such as the session's record of it.
   * @throws WriteConflict (112) if a collection it wrote to was changed in the meantime; nothing is written then.
   */
  async commit(also: readonly Change[]): Promise<void> {
    const changes = [...this.#written.values()].flatMap((writes) => writes.all);
    try {
      if (changes.length > 0) {
        await this.store.writer.run(
          (view) => {
            for (const [collection, definedAt] of this.#definitions) {
              if (collection.dropped || collection.definedAt !== definedAt) throw writeConflict();
            }
            view.write([...changes, ...also], this);
            for (const hook of this.#hooks) view.afterCommit(hook);
          },
          { alone: this.created.size > 0 },
        );
      }
    } finally {
      this.#end();
    }
  }

  abort(): void {
    this.#end();
  }

  // The transaction may end while one of its commands is yielding; the command would then hold keys forever.
  #assertOpen(): void {
    if (!this.#ended) return;
    throw transient(ErrorCode.NoSuchTransaction, 'The transaction has been aborted.');
  }

  #end(): void {
    this.#ended = true;
    this.pinned.release();
    const keys: string[] = [];
    for (const writes of this.#written.values()) {
      for (const { key, guarded } of writes.all) if (guarded) keys.push(key.toString('latin1'));
    }
    this.store.conflicts.close(this, keys);
    this.#finish();
  }

  #ownEntries(range: KeyRange, reverse: boolean): Change[] {
    const inside = this.#written.get(bucketOf(range.start))?.within(range) ?? [];
    return reverse ? inside.reverse() : inside;
  }
}

// One bucket per collection and index, so that a walk searches only the writes in its own range.
function bucketOf(key: Buffer): string {
  return key.toString('latin1', 0, 5);
}

function precedes(a: Buffer, b: Buffer, reverse: boolean): boolean {
  return reverse ? a.compare(b) > 0 : a.compare(b) < 0;
}

/** The latest change that a transaction made to each key, in the order of the keys: a range is found by bisection. */
class OwnWrites {
  readonly #changes: Change[] = [];

  get all(): readonly Change[] {
    return this.#changes;
  }

  get(key: Buffer): Change | undefined {
    const change = this.#changes[this.#firstFrom(key)];
    return change?.key.equals(key) ? change : undefined;
  }

  add(change: Change): void {
    const at = this.#firstFrom(change.key);
    const before = this.#changes[at];
    if (!before?.key.equals(change.key)) this.#changes.splice(at, 0, change);
    else this.#changes[at] = before.guarded ? { ...change, guarded: true } : change;
  }

  /** The changes in the range, in a new array. */
  within({ start, end }: KeyRange): Change[] {
    return this.#changes.slice(this.#firstFrom(start), this.#firstFrom(end));
  }

  /** The place of the first key that is not less. */
  #firstFrom(key: Buffer): number {
    let low = 0;
    let high = this.#changes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const change = this.#changes[middle];
      if (change && change.key.compare(key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
