import { performance } from 'node:perf_hooks';
import { DuplicateKeyError } from '../catalog/duplicate-key.js';
import type { Collection } from '../catalog/collection.js';
import type { Document } from '../query/bson.js';
import { MongoError } from '../query/error.js';
import type { WriteView } from '../store/view.js';
import { TURN_MILLISECONDS } from '../store/writer.js';
import type { Call } from './command.js';

/** Executes as much of a statement as time allows. Returns its result, or undefined if it has to continue. */
export type Step = (view: WriteView, collection: Collection, isLate: () => boolean) => Document | undefined;

/**
 * The statements of a bulk write, executed in as many turns as necessary. Statements that an earlier attempt of the
 * same retryable write has executed are answered with their recorded results.
 */
export class BulkWrite {
  /** The results of the executed statements, by number. */
  readonly results = new Map<number, Document>();
  readonly #errors: Document[] = [];
  readonly #repeated: number[] = [];
  #next = 0;

  /** @param ordered whether the first error ends the bulk write. */
  constructor(
    private readonly call: Call,
    private readonly statements: number,
    private readonly ordered: boolean,
  ) {}

  /**
   * Executes all statements.
   * @param makeStep creates the step of a statement; an error it throws is that statement's error.
   * @param creates whether a statement needs the collection to exist.
   */
  async run(makeStep: (statement: number) => Step, creates: (statement: number) => boolean): Promise<void> {
    // A statement that continues in another turn needs the same step, which knows its progress.
    let current: { statement: number; step: Step } | undefined;
    const stepOf = (statement: number): Step => {
      if (current?.statement !== statement) current = { statement, step: makeStep(statement) };
      return current.step;
    };
    while (this.#next < this.statements) {
      if (creates(this.#next)) await this.call.ensureCollection();
      await this.call.write((view) => this.#turn(view, stepOf, creates));
      await this.call.yieldTurn();
    }
  }

  /** The sum of a number over all results. */
  sum(name: string): number {
    let sum = 0;
    for (const result of this.results.values()) sum += Number(result[name] ?? 0);
    return sum;
  }

  /** The fields of the reply that describe errors and retried statements. */
  fields(): Document {
    return {
      ...(this.#errors.length > 0 ? { writeErrors: this.#errors } : {}),
      ...(this.#repeated.length > 0 ? { retriedStmtIds: this.#repeated } : {}),
    };
  }

  #turn(view: WriteView, stepOf: (statement: number) => Step, creates: (statement: number) => boolean): void {
    const { retry } = this.call;
    const started = performance.now();
    const isLate = (): boolean => performance.now() - started > TURN_MILLISECONDS;
    try {
      while (this.#next < this.statements && !isLate()) {
        const statement = this.#next;
        const collection = this.call.collection(true);
        const known = retry?.resultOf(statement);
        if (known) {
          this.#repeated.push(statement);
          this.results.set(statement, known);
        } else if (collection) {
          if (!this.#attempt(statement, () => stepOf(statement)(view, collection, isLate))) break;
        } else if (creates(statement)) {
          break;
        }
        this.#next = Math.max(this.#next, statement + 1);
      }
    } finally {
      retry?.save(view);
    }
  }

  /** Returns whether the statement is finished. */
  #attempt(statement: number, step: () => Document | undefined): boolean {
    try {
      const result = step();
      if (!result) return false;
      this.results.set(statement, result);
      this.call.retry?.record(statement, result);
    } catch (error) {
      // Errors that are not the statement's own (a conflict, a document that is held) fail or delay the whole
      // command.
      if (!(error instanceof MongoError) || error.errorLabels.length > 0) throw error;
      this.#errors.push(writeError(statement, error));
      if (this.ordered) this.#next = this.statements;
    }
    return true;
  }
}

function writeError(index: number, error: MongoError): Document {
  const details = error instanceof DuplicateKeyError ? { keyPattern: error.keyPattern, keyValue: error.keyValue } : {};
  return { index, code: error.code, ...details, errmsg: error.message };
}
