import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Collection, checkNamespace } from '../catalog/collection.js';
import type { Document } from '../query/bson.js';
import { ErrorCode, MongoError } from '../query/error.js';
import type { Engine } from '../server/engine.js';
import type { RetryableWrite } from '../session/sessions.js';
import type { Transaction } from '../session/transaction.js';
import { KeyHeld } from '../store/conflicts.js';
import type { ReadView, WriteView } from '../store/view.js';
import type { CursorReply } from '../wire/cursor-reply.js';

export type Reply = Document | CursorReply;

export interface Command {
  inTransaction?: boolean;
  /** Whether it may be sent as a retryable write. */
  retryable?: boolean;
  /** Whether it is available on `admin` only. */
  adminOnly?: boolean;
  /** Whether it commits or aborts a transaction. */
  endsTransaction?: boolean;
  run(call: Call): Promise<Reply> | Reply;
}

/** How long a command runs before other connections get a turn. */
const SHARE_MILLISECONDS = 10;

export interface Sent {
  engine: Engine;
  connectionId: number;
  database: string;
  name: string;
  body: Document;
  /** The document sequences sent along with the body, as BSON. */
  sequences: ReadonlyMap<string, readonly Buffer[]>;
  sessionId: string | undefined;
  txnNumber: number | undefined;
}

export class Call {
  readonly engine: Engine;
  readonly database: string;
  readonly name: string;
  readonly body: Document;
  #turnStarted = performance.now();
  #namespace: string | undefined;

  constructor(
    readonly sent: Sent,
    readonly transaction?: Transaction,
    readonly retry?: RetryableWrite,
  ) {
    this.engine = sent.engine;
    this.database = sent.database;
    this.name = sent.name;
    this.body = sent.body;
  }

  /** The state to read: the transaction's snapshot, otherwise the latest. */
  get view(): ReadView {
    return this.transaction ?? this.engine.store;
  }

  /** The namespace of the collection in the command's own field. @throws InvalidNamespace (73) */
  get namespace(): string {
    // Every statement of a write asks for it.
    return (this.#namespace ??= this.#checkedNamespace());
  }

  #checkedNamespace(): string {
    const name = this.body[this.name];
    if (typeof name !== 'string') {
      throw new MongoError(ErrorCode.InvalidNamespace, `collection name has invalid type ${typeof name}`);
    }
    const namespace = `${this.database}.${name}`;
    checkNamespace(namespace);
    return namespace;
  }

  /** A collection, by default the one named by the command; undefined if it does not exist. */
  collection(namespace = this.namespace, forWriting = false): Collection | undefined {
    return this.engine.catalog.find(namespace, this.transaction, forWriting);
  }

  /** The same, created if it does not exist. */
  async ensureCollection(namespace = this.namespace): Promise<Collection> {
    const { catalog } = this.engine;
    const found = this.collection(namespace, true);
    if (found) return found;
    if (this.transaction) {
      const created = catalog.createIn(this.transaction, namespace);
      this.transaction.use(namespace, created, true);
      return created;
    }
    return this.whenFree(() => catalog.create(namespace));
  }

  /** Runs a write in its turn, waiting while a transaction holds what it changes; in a transaction, runs it at once. */
  write<T>(work: (view: WriteView) => T): Promise<T> {
    const { transaction } = this;
    if (transaction) return new Promise((resolve) => resolve(work(transaction)));
    return this.whenFree(() => this.engine.store.writer.run(work));
  }

  /** Yields to other connections when this command's time slice is used up. */
  async yieldTurn(): Promise<void> {
    if (performance.now() - this.#turnStarted < SHARE_MILLISECONDS) return;
    await nextTurn();
    this.#turnStarted = performance.now();
  }

  /** Retries a write after each transaction that blocks it has ended, however it ended. */
  async whenFree<T>(attempt: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof KeyHeld)) throw error;
        await error.holder.finished;
      }
    }
  }
}
