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
  /** Its names; the first is the one in messages. */
  names: readonly string[];
  /** The fields it reads, or may ignore without anybody noticing. */
  fields: readonly string[];
  /** Fields MongoDB has and this engine has not: refused by name unless they are off. */
  unsupported?: readonly string[];
  /** True when it may run in a transaction. */
  inTransaction?: boolean;
  /** True when it may be sent as a retryable write. */
  retryable?: boolean;
  /** True when it is answered on `admin` only. */
  adminOnly?: boolean;
  /** True when it is answered before the replica set is initiated, too. */
  anytime?: boolean;
  /** True for what commits or aborts a transaction. */
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
  /** The document sequences that came beside the body, as BSON. */
  readonly sequences: ReadonlyMap<string, readonly Buffer[]>;
  readonly sessionId: string | undefined;
  readonly txnNumber: number | undefined;
  readonly transaction: Transaction | undefined;
  readonly retry: RetryableWrite | undefined;
  /** The state to read: the transaction's, else the latest. */
  readonly view: ReadView;
  /** When the command has to give up, in milliseconds of `performance.now()`. */
  readonly deadline: number;
  /** The time it began, `$$NOW`. */
  readonly now: Date;

  /** The name that the command's own field holds. @throws InvalidNamespace (73) */
  collectionName(): string;
  /** The collection the command names; undefined when there is none. */
  collection(forWriting?: boolean): Collection | undefined;
  /** The collection, made when there is none. */
  ensureCollection(): Promise<Collection>;
  /** Runs a write in its turn, waiting where a transaction holds what it changes; in a transaction at once. */
  write<T>(work: (view: WriteView) => T): Promise<T>;
  /** Tries a write again as often as it meets what a transaction holds, when that has ended, however it ends. */
  whenFree<T>(attempt: () => Promise<T>): Promise<T>;
  /** Lets other connections have a turn when this one has had its share. @throws MaxTimeMSExpired (50) */
  breathe(): Promise<void>;
}
