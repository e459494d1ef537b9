import type { Collection } from '../catalog/collection.js';
import type { Document } from '../query/bson.js';
import type { ReadView, WriteView } from '../store/view.js';
import type { RetryableWrite } from '../session/sessions.js';
import type { Transaction } from '../session/transaction.js';
import type { CursorReply } from '../wire/cursor-reply.js';
import type { Engine } from '../server/engine.js';

export type Reply = Document | CursorReply;

/** One command of the protocol. */
export interface Command {
  /** Whether it may run in a transaction. */
  inTransaction?: boolean;
  /** Whether it may be sent as a retryable write. */
  retryable?: boolean;
  /** Whether it is available on `admin` only. */
  adminOnly?: boolean;
  /** Whether it is available before the replica set is initiated. */
  anytime?: boolean;
  /** Whether it commits or aborts a transaction. */
  endsTransaction?: boolean;
  run(call: Call): Promise<Reply> | Reply;
}

/** A command that is being run. */
export interface Call {
  readonly engine: Engine;
  readonly connectionId: number;
  readonly database: string;
  readonly name: string;
  readonly body: Document;
  /** The document sequences sent along with the body, as BSON. */
  readonly sequences: ReadonlyMap<string, readonly Buffer[]>;
  readonly sessionId: string | undefined;
  readonly txnNumber: number | undefined;
  readonly transaction: Transaction | undefined;
  readonly retry: RetryableWrite | undefined;
  /** The state to read: the transaction's snapshot, otherwise the latest. */
  readonly view: ReadView;
  /** The deadline of the command, in milliseconds of `performance.now()`. */
  readonly deadline: number;
  /** The start time of the command. */
  readonly now: Date;

  /** The collection name in the command's own field. @throws InvalidNamespace (73) */
  collectionName(): string;
  /** The collection named by the command; undefined if it does not exist. */
  collection(forWriting?: boolean): Collection | undefined;
  /** The collection named by the command, created if it does not exist. */
  ensureCollection(): Promise<Collection>;
  /** Runs a write in its turn, waiting while a transaction holds what it changes; in a transaction, runs it at once. */
  write<T>(work: (view: WriteView) => T): Promise<T>;
  /** Retries a write after each transaction that blocks it has ended, however it ended. */
  whenFree<T>(attempt: () => Promise<T>): Promise<T>;
  /** Yields to other connections when this command's time slice is used up. @throws MaxTimeMSExpired (50) */
  yieldTurn(): Promise<void>;
}
