import { Long } from 'bson';
import { decode, encode, type Document } from '../query/bson.js';
import { valuesEqual } from '../query/compare.js';
import { ErrorCode, MongoError, transient } from '../query/error.js';
import { toDouble } from '../query/number.js';
import { metaKey, metaRange, successor, type KeyRange } from '../store/key-layout.js';
import type { Store } from '../store/store.js';
import type { Change, WriteView } from '../store/view.js';
import { Transaction } from './transaction.js';

const SESSION = 'session';
/** Between the id of a session, which is hexadecimal, and the number of a statement. */
const ADDITION = '.';
/** MongoDB's lifetime of an unused session. */
const SESSION_MILLISECONDS = 30 * 60 * 1000;

interface Session {
  /** The highest number the driver has used; -1 before the first. */
  txnNumber: number;
  /** The outcome of the transaction with that number; undefined if the number belonged to a retryable write. */
  outcome?: 'open' | 'committed' | 'aborted';
  transaction?: Transaction;
  expiry?: NodeJS.Timeout;
  /** The results of the statements of its retryable write, by number. */
  results: Map<number, Document>;
  usedAt: number;
}

/** A retryable write in progress: which statements an earlier attempt has executed, and the new results. */
export interface RetryableWrite {
  /** The result of a statement that an earlier attempt has executed. */
  resultOf(statement: number): Document | undefined;
  record(statement: number, result: Document): void;
  /** Makes the recorded results durable together with the writes they describe. */
  save(view: WriteView): void;
}

/**
 * The drivers' sessions: their open transactions, and the results of their latest retryable write or commit. The
 * results are stored so that a driver that lost a reply, even because of a crash, gets it again.
 */
export class Sessions {
  readonly #sessions = new Map<string, Session>();
  /** When the last numbered command of a session has ended, and all before it. */
  readonly #turns = new Map<string, Promise<void>>();

  constructor(
    private readonly store: Store,
    private readonly transactionMilliseconds: number,
  ) {}

  /**
   * Runs the numbered commands of a session one at a time, in the order in which they arrived: a repeated command finds
   * the result of the first, and two commands never mix up their results.
   */
  async inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const previous = this.#turns.get(id);
    let end = (): void => undefined;
    const turn = new Promise<void>((resolve) => (end = resolve));
    this.#turns.set(id, turn);
    try {
      await previous;
      return await work();
    } finally {
      end();
      if (this.#turns.get(id) === turn) this.#turns.delete(id);
    }
  }

  /** Begins or continues a retryable write. @throws TransactionTooOld (225) */
  retryableWrite(id: string, txnNumber: number): RetryableWrite {
    const session = this.#enter(id, txnNumber);
    const { results } = session;
    const fresh = new Map<number, Document>();
    return {
      resultOf: (statement) => results.get(statement),
      record: (statement, result) => fresh.set(statement, result),
      save: (view) => {
        const isFirst = results.size === 0;
        if (!isFirst && fresh.size === 0) return;
        const saved = [...fresh];
        view.write([isFirst ? this.#stored(id, { ...session, results: fresh }) : additionTo(id, txnNumber, fresh)]);
        fresh.clear();
        view.afterCommit(() => {
          for (const [statement, result] of saved) results.set(statement, result);
        });
      },
    };
  }

  /** Begins a transaction; an open transaction with a lower number in the same session is aborted. */
  async begin(id: string, txnNumber: number): Promise<Transaction> {
    const session = this.#enter(id, txnNumber);
    if (session.outcome !== undefined || session.results.size > 0) {
      throw new MongoError(ErrorCode.ConflictingOperationInProgress, `Transaction ${txnNumber} has already begun.`);
    }
    session.outcome = 'open';
    const transaction = await Transaction.begin(this.store);
    if (this.#sessions.get(id) !== session || session.txnNumber !== txnNumber) {
      transaction.abort();
      throw noSuchTransaction(txnNumber, 'aborted');
    }
    session.transaction = transaction;
    session.expiry = setTimeout(() => this.#abort(session), this.transactionMilliseconds);
    session.expiry.unref();
    return transaction;
  }

  /** The open transaction with that number. @throws NoSuchTransaction (251), TransactionCommitted (256) */
  transaction(id: string, txnNumber: number): Transaction {
    const session = this.#enter(id, txnNumber);
    if (session.transaction) return session.transaction;
    if (session.outcome === 'committed') {
      throw new MongoError(ErrorCode.TransactionCommitted, `Transaction ${txnNumber} has been committed.`);
    }
    throw noSuchTransaction(txnNumber, session.outcome);
  }

  /** Commits; a repeated commit succeeds again. @throws NoSuchTransaction (251), WriteConflict (112) */
  async commit(id: string, txnNumber: number): Promise<void> {
    const session = this.#enter(id, txnNumber);
    if (session.outcome === 'committed') return;
    const { transaction } = session;
    if (!transaction) throw noSuchTransaction(txnNumber, session.outcome);
    clearTimeout(session.expiry);
    session.transaction = undefined;
    session.outcome = 'aborted';
    await transaction.commit([this.#stored(id, { ...session, outcome: 'committed' })]);
    session.outcome = 'committed';
  }

  /** Aborts the transaction with that number. @throws NoSuchTransaction (251) if it is not open. */
  abort(id: string, txnNumber: number): void {
    const session = this.#enter(id, txnNumber);
    if (!session.transaction) throw noSuchTransaction(txnNumber, session.outcome);
    this.#abort(session);
  }

  /** Ends sessions: aborts their transactions and deletes their records. */
  async end(ids: readonly string[]): Promise<void> {
    const known = ids.filter((id) => this.#sessions.has(id));
    for (const id of known) {
      const session = this.#sessions.get(id);
      if (session) this.#abort(session);
    }
    await this.#remove(known);
  }

  abortAll(): void {
    for (const session of this.#sessions.values()) this.#abort(session);
  }

  async expire(now: number): Promise<void> {
    const usedAt = new Map<string, number>();
    for (const { key, value } of this.store.range(metaRange(SESSION))) {
      const [id = ''] = key.toString('latin1', keyOf('').length).split(ADDITION);
      usedAt.set(id, Math.max(usedAt.get(id) ?? 0, (decode(value).at as Date).getTime()));
    }
    for (const [id, session] of this.#sessions) usedAt.set(id, session.usedAt);
    await this.#remove([...usedAt].filter(([, at]) => now - at > SESSION_MILLISECONDS).map(([id]) => id));
  }

  async #remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#sessions.delete(id);
    if (ids.length === 0) return;
    await this.store.writer.run((view) => {
      const keys = ids.flatMap((id) => [keyOf(id), ...Array.from(view.range(additionsTo(id)), ({ key }) => key)]);
      view.write(keys.map((key) => ({ key, value: undefined })));
    });
  }

  #abort(session: Session): void {
    clearTimeout(session.expiry);
    if (!session.transaction) return;
    session.transaction.abort();
    session.transaction = undefined;
    session.outcome = 'aborted';
  }

  #enter(id: string, txnNumber: number): Session {
    let session = this.#sessions.get(id);
    if (!session) this.#sessions.set(id, (session = this.#load(id)));
    session.usedAt = Date.now();
    if (txnNumber < session.txnNumber) {
      const message = `Transaction ${txnNumber} is older than ${session.txnNumber}, the latest of the session ${id}.`;
      throw new MongoError(ErrorCode.TransactionTooOld, message);
    }
    if (txnNumber > session.txnNumber) {
      this.#abort(session);
      session.txnNumber = txnNumber;
      session.outcome = undefined;
      session.results = new Map();
    }
    return session;
  }

  #load(id: string): Session {
    const value = this.store.get(keyOf(id));
    if (!value) return { txnNumber: -1, results: new Map(), usedAt: Date.now() };
    const stored = decode(value);
    const txnNumber = toDouble(stored.txnNumber);
    // Those of earlier writes are ignored.
    const additions = Array.from(this.store.range(additionsTo(id)), (entry) => decode(entry.value));
    const records = [stored, ...additions.filter((addition) => toDouble(addition.txnNumber) === txnNumber)];
    return {
      txnNumber,
      outcome: stored.committed === true ? 'committed' : undefined,
      results: new Map(records.flatMap(({ results }) => results as Document[]).flatMap(statementsOf)),
      usedAt: Date.now(),
    };
  }

  #stored(id: string, { txnNumber, outcome, results }: Session): Change {
    const document = {
      txnNumber: Long.fromNumber(txnNumber),
      committed: outcome === 'committed',
      results: runsOf(results),
      at: new Date(),
    };
    return { key: keyOf(id), value: Buffer.from(encode(document)) };
  }
}

function keyOf(id: string): Buffer {
  return metaKey(SESSION, Buffer.from(id, 'latin1'));
}

/** The results of a further batch of a write, in a record of their own: earlier ones are not written again. */
function additionTo(id: string, txnNumber: number, results: ReadonlyMap<number, Document>): Change {
  const [first = 0] = results.keys();
  const document = {
    txnNumber: Long.fromNumber(txnNumber),
    results: runsOf(results),
    at: new Date(),
  };
  return { key: keyOf(`${id}${ADDITION}${first}`), value: Buffer.from(encode(document)) };
}

/** The stored form of results: consecutive equal ones (thousands, in a bulk insert) as one. */
function runsOf(results: ReadonlyMap<number, Document>): Document[] {
  const runs: { from: number; to: number; result: Document }[] = [];
  for (const [statement, result] of results) {
    const last = runs.at(-1);
    if (last?.to === statement - 1 && valuesEqual(last.result, result)) last.to = statement;
    else runs.push({ from: statement, to: statement, result });
  }
  return runs;
}

function statementsOf({ from, to, result }: Document): [number, Document][] {
  const first = toDouble(from);
  return Array.from({ length: toDouble(to) - first + 1 }, (_, i) => [first + i, result as Document]);
}

function additionsTo(id: string): KeyRange {
  const start = keyOf(id + ADDITION);
  return { start, end: successor(start) };
}

function noSuchTransaction(txnNumber: number, outcome: Session['outcome']): MongoError {
  const message = `Transaction ${txnNumber} ${outcome === 'aborted' ? 'has been aborted' : 'is not in progress'}.`;
  return transient(ErrorCode.NoSuchTransaction, message);
}
