import type { Collection } from '../catalog/collection.js';
import { ErrorCode, MongoError } from '../query/error.js';
import type { Transaction } from '../session/transaction.js';

const IDLE_MILLISECONDS = 10 * 60 * 1000;
const FIRST_BATCH = 101;
const BATCH_BYTES = 16 * 1024 * 1024 - 64 * 1024;

/** After this many results, other commands get a turn. */
const PAUSE_EVERY = 128;

/** Results as BSON documents; `undefined` marks a pause point. */
export type Results = Iterator<Uint8Array | undefined, unknown>;

/** A query whose results the driver fetches in batches. */
export class Cursor {
  id = 0;
  usedAt = Date.now();
  done = false;
  /** A result that did not fit into the previous batch. */
  #readAhead: Uint8Array | undefined;

  constructor(
    readonly namespace: string,
    private readonly results: Results,
    private readonly collection: Collection | undefined,
    readonly sessionId: string | undefined,
    readonly transaction: Transaction | undefined,
  ) {}

  /** The next results: at most `size` (101 for a first batch without a size), limited to what fits into one reply. */
  async nextBatch(size: number | undefined, first: boolean, yieldTurn: () => Promise<void>): Promise<Uint8Array[]> {
    const batch: Uint8Array[] = [];
    const most = size ?? (first ? FIRST_BATCH : Infinity);
    let bytes = 0;
    while (batch.length < most) {
      const next = await this.#next(yieldTurn);
      if (!next) break;
      if (batch.length > 0 && bytes + next.length > BATCH_BYTES) {
        this.#readAhead = next;
        break;
      }
      bytes += next.length + 8;
      batch.push(next);
      if (batch.length % PAUSE_EVERY === 0) await yieldTurn();
    }
    // Knowing that nothing follows saves the driver a round trip.
    if (!this.done && most > 0 && !this.#readAhead) this.#readAhead = await this.#next(yieldTurn);
    return batch;
  }

  close(): void {
    this.done = true;
    this.results.return?.();
  }

  async #next(yieldTurn: () => Promise<void>): Promise<Uint8Array | undefined> {
    if (this.#readAhead) {
      const kept = this.#readAhead;
      this.#readAhead = undefined;
      return kept;
    }
    if (this.done) return undefined;
    for (;;) {
      this.#assertNotDropped();
      const next = this.results.next();
      if (next.done) {
        this.done = true;
        return undefined;
      }
      if (next.value) return next.value;
      await yieldTurn();
    }
  }

  #assertNotDropped(): void {
    if (!this.collection?.dropped) return;
    this.close();
    throw new MongoError(ErrorCode.QueryPlanKilled, `collection dropped. UUID ${this.collection.uuid.toString('hex')}`);
  }
}

export class Cursors {
  readonly #cursors = new Map<number, Cursor>();
  #lastId = Date.now() * 1000;

  /** Keeps a cursor for later batches; returns its id, or 0 if it is exhausted. */
  keep(cursor: Cursor): number {
    if (cursor.done) {
      if (cursor.id !== 0) this.#cursors.delete(cursor.id);
      return 0;
    }
    if (cursor.id === 0) {
      this.#lastId += 1;
      cursor.id = this.#lastId;
      this.#cursors.set(cursor.id, cursor);
    }
    cursor.usedAt = Date.now();
    return cursor.id;
  }

  /** @throws CursorNotFound (43) */
  get(id: number): Cursor {
    const cursor = this.#cursors.get(id);
    if (!cursor) throw new MongoError(ErrorCode.CursorNotFound, `cursor id ${id} not found`);
    return cursor;
  }

  /** Closes a cursor; returns whether it existed. */
  kill(id: number): boolean {
    this.#cursors.get(id)?.close();
    return this.#cursors.delete(id);
  }

  /** Closes the cursors of a session, or of a transaction that has ended. */
  killWhere(condition: (cursor: Cursor) => boolean): void {
    for (const [id, cursor] of this.#cursors) if (condition(cursor)) this.kill(id);
  }

  expire(now: number): void {
    this.killWhere((cursor) => now - cursor.usedAt > IDLE_MILLISECONDS);
  }
}
