import { open, type RangeOptions, type RootDatabase } from 'lmdb';
import { ErrorCode, transient } from '../query/error.js';
import { Conflicts } from './conflicts.js';
import { claimFolder, type FolderClaim } from './folder.js';
import type { KeyRange } from './key-layout.js';
import { walk, type Change, type Entry, type ReadView } from './view.js';
import { Writer } from './writer.js';

const MAX_SNAPSHOTS = 1000;

/** Without a free reader slot, LMDB cannot read at all, not even the latest state. */
const SPARE_READERS = 24;

type ReadTransaction = ReturnType<RootDatabase['useReadTransaction']>;

type Database = RootDatabase<Buffer, Buffer>;

/** Reads the store as it is, or as it was when a read transaction began. */
class StoredView implements ReadView {
  /** Increases with every write; tells a reader that its look-ahead is outdated. */
  epoch = 0;

  constructor(
    protected readonly database: Database,
    protected readonly transaction?: ReadTransaction,
  ) {}

  get(key: Buffer): Buffer | undefined {
    const { transaction } = this.options;
    return transaction ? this.database.get(key, { transaction }) : this.database.get(key);
  }

  range(range: KeyRange, reverse = false): Iterable<Entry> {
    const fetch = (part: KeyRange, limit: number): Entry[] => {
      const found = this.database.getRange({ ...directed(part, reverse), limit, ...this.options });
      return Array.from(found, ({ key, value }) => ({ key, value }));
    };
    return walk(range, reverse, fetch, () => this.epoch);
  }

  count(range: KeyRange): number {
    return this.database.getKeysCount({ ...range, ...this.options });
  }

  keyAt(range: KeyRange, reverse: boolean, offset: number): Buffer | undefined {
    const [key] = this.database.getKeys({ ...directed(range, reverse), offset, limit: 1, ...this.options });
    return key;
  }

  protected get options(): { transaction?: ReadTransaction } {
    return this.transaction ? { transaction: this.transaction } : {};
  }
}

/** A pinned state of the store that later writes do not affect. */
export class Snapshot extends StoredView {
  #released = false;

  constructor(
    database: Database,
    private readonly pinned: ReadTransaction,
    private readonly onRelease: () => void,
  ) {
    super(database, pinned);
  }

  release(): void {
    if (this.#released) return;
    this.#released = true;
    this.onRelease();
    this.pinned.done();
  }

  protected override get options(): { transaction?: ReadTransaction } {
    // The storage engine would read freed memory.
    if (this.#released) throw new Error('The snapshot was released');
    return super.options;
  }
}

/**
 * The ordered, transactional, durable map that everything is built on: one LMDB file in a folder that one process
 * owns. Reads see what is committed and flushed; writes go through `writer`.
 */
export class Store extends StoredView {
  readonly conflicts = new Conflicts();
  readonly writer: Writer;
  readonly #copies = new Set<Promise<void>>();
  #snapshots = 0;

  private constructor(
    database: Database,
    /** Its right to the folder. */
    readonly claim: FolderClaim,
  ) {
    super(database);
    this.writer = new Writer(this);
  }

  /**
   * Opens the folder, creating it if it does not exist.
   * @param durable false skips the flush; for tests, whose data need not survive a power cut.
   * @throws FolderError saying what to do if the folder is in use, foreign or damaged.
   */
  static async open(folder: string, durable: boolean): Promise<Store> {
    const claim = await claimFolder(folder);
    try {
      const database = open<Buffer, Buffer>({
        path: claim.dataFile,
        noSubdir: true,
        keyEncoder: byteKeys,
        encoder: byteValues,
        // A commit is flushed before it becomes visible, so nobody ever reads data that a crash could undo.
        overlappingSync: false,
        noSync: !durable,
        maxReaders: MAX_SNAPSHOTS + SPARE_READERS,
      });
      claim.confirm(database);
      return new Store(database, claim);
    } catch (error) {
      claim.lock.abandon();
      throw claim.explain(error);
    }
  }

  /** Pins the current state. @throws SnapshotUnavailable (246) if too many snapshots are open */
  snapshot(): Snapshot {
    if (this.#snapshots >= MAX_SNAPSHOTS) {
      const message = `Unable to read from a snapshot: ${MAX_SNAPSHOTS} transactions are open; please retry the operation.`;
      throw transient(ErrorCode.SnapshotUnavailable, message);
    }
    this.database.resetReadTxn();
    this.#snapshots += 1;
    return new Snapshot(this.database, this.database.useReadTransaction(), () => (this.#snapshots -= 1));
  }

  /** Runs the work in one storage transaction; it is durable when the promise resolves. Only for the writer. */
  async commit(work: () => void): Promise<void> {
    await this.database.childTransaction(work);
    this.database.resetReadTxn();
  }

  /** Applies changes immediately. Only for the writer, within `commit`. */
  apply(changes: Iterable<Change>): void {
    this.epoch += 1;
    for (const { key, value } of changes) {
      if (value) this.database.putSync(key, value);
      else this.database.removeSync(key);
    }
  }

  /**
   * Writes a copy of the current state, without unused pages, to a new file while reads and writes continue.
   * @throws the system's error, such as a full disk
   */
  async copyTo(file: string): Promise<void> {
    const copying = this.database.backup(file, true);
    // The storage must stay open while its pages are being read.
    this.#copies.add(copying);
    await copying.finally(() => this.#copies.delete(copying));
  }

  /** Bytes of the data file in use. */
  get bytesUsed(): number {
    const { pageSize, lastPageNumber } = this.database.getStats() as { pageSize?: number; lastPageNumber?: number };
    return (pageSize ?? 4096) * ((lastPageNumber ?? 0) + 1);
  }

  /** Waits for pending writes, closes the file and releases the folder. */
  async close(): Promise<void> {
    await this.writer.stop();
    await Promise.allSettled(this.#copies);
    await this.database.close();
    this.claim.lock.release();
  }

  /** Closes a store that turned out to be damaged before it was used. */
  async abandon(): Promise<void> {
    await this.database.close();
    this.claim.lock.abandon();
  }
}

/** The range as the storage engine takes it, which starts reversed ranges at their end. */
function directed({ start, end }: KeyRange, reverse: boolean): RangeOptions {
  return reverse ? { start: end, exclusiveStart: true, end: start, inclusiveEnd: true, reverse } : { start, end };
}

/**
 * Passes keys and values through as bytes. LMDB returns them in a buffer that the next read overwrites, so they are
 * copied into Node's buffer pool, which is several times faster than one allocation for each.
 */
const byteKeys = {
  writeKey(key: Uint8Array, target: Uint8Array, start: number): number {
    target.set(key, start);
    return start + key.length;
  },
  readKey(source: Buffer, start: number, end: number): Buffer {
    return copyOf(source, start, end);
  },
};

const byteValues = {
  encode: (value: Uint8Array): Uint8Array => value,
  decode: (lent: Buffer): Buffer => copyOf(lent, 0, lent.length),
};

function copyOf(source: Buffer, start: number, end: number): Buffer {
  const copy = Buffer.allocUnsafe(end - start);
  // The returned buffer reports the length of the value, which `Buffer.copy` would trust.
  copy.set(new Uint8Array(source.buffer, source.byteOffset + start, end - start));
  return copy;
}
