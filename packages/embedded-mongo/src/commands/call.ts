import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Collection } from '../catalog/collection.js';
import { checkName } from '../catalog/names.js';
import type { Document } from '../query/bson.js';
import { ErrorCode, MongoError } from '../query/error.js';
import { beforeDeadline, timedOut } from '../session/deadline.js';
import type { Engine } from '../server/engine.js';
import type { RetryableWrite } from '../session/sessions.js';
import type { Transaction } from '../session/transaction.js';
import { KeyHeld } from '../store/conflicts.js';
import type { ReadView, WriteView } from '../store/view.js';
import type { Call } from './command.js';

/** How long a command runs before other connections get a turn. */
const SHARE_MILLISECONDS = 10;

export interface CallParts {
  engine: Engine;
  connectionId: number;
  database: string;
  name: string;
  body: Document;
  sequences: ReadonlyMap<string, readonly Buffer[]>;
  sessionId?: string;
  txnNumber?: number;
  transaction?: Transaction;
  retry?: RetryableWrite;
  /** 0 for no limit. */
  maxTimeMs: number;
}

/** When a command that may run for so many milliseconds (0: for any time) has to end, by `performance.now()`. */
export function deadlineOf(maxTimeMs: number): number {
  return maxTimeMs > 0 ? performance.now() + maxTimeMs : Infinity;
}

/** The parts of a command call. */
export class RunningCall implements Call {
  readonly engine: Engine;
  readonly connectionId: number;
  readonly database: string;
  readonly name: string;
  readonly body: Document;
  readonly sequences: ReadonlyMap<string, readonly Buffer[]>;
  readonly sessionId: string | undefined;
  readonly txnNumber: number | undefined;
  readonly transaction: Transaction | undefined;
  readonly retry: RetryableWrite | undefined;
  readonly deadline: number;
  readonly now = new Date();
  #turnStarted = performance.now();

  constructor(parts: CallParts) {
    this.engine = parts.engine;
    this.connectionId = parts.connectionId;
    this.database = parts.database;
    this.name = parts.name;
    this.body = parts.body;
    this.sequences = parts.sequences;
    this.sessionId = parts.sessionId;
    this.txnNumber = parts.txnNumber;
    this.transaction = parts.transaction;
    this.retry = parts.retry;
    this.deadline = deadlineOf(parts.maxTimeMs);
  }

  get view(): ReadView {
    return this.transaction ?? this.engine.store;
  }

  collectionName(): string {
    const name = this.body[this.name];
    if (typeof name !== 'string') {
      throw new MongoError(ErrorCode.InvalidNamespace, `collection name has invalid type ${typeof name}`);
    }
    checkName(this.database, name);
    return name;
  }

  collection(forWriting = false): Collection | undefined {
    return this.engine.catalog.find(this.database, this.collectionName(), this.transaction, forWriting);
  }

  async ensureCollection(): Promise<Collection> {
    const { catalog } = this.engine;
    const found = this.collection(true);
    if (found) return found;
    const name = this.collectionName();
    if (this.transaction) {
      const created = catalog.createIn(this.transaction, this.database, name);
      this.transaction.use(created.namespace, created, true);
      return created;
    }
    return this.whenFree(() => catalog.create(this.database, name));
  }

  write<T>(work: (view: WriteView) => T): Promise<T> {
    const { transaction } = this;
    if (transaction) return new Promise((resolve) => resolve(work(transaction)));
    return this.whenFree(() => this.engine.store.writer.run(work));
  }

  async yieldTurn(): Promise<void> {
    const now = performance.now();
    if (now > this.deadline) throw timedOut();
    if (now - this.#turnStarted < SHARE_MILLISECONDS) return;
    await nextTurn();
    this.#turnStarted = performance.now();
  }

  async whenFree<T>(attempt: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof KeyHeld)) throw error;
        await beforeDeadline(error.holder.finished, this.deadline);
      }
    }
  }
}
