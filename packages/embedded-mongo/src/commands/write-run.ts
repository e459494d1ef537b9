import { performance } from 'node:perf_hooks';
import type { Collection } from '../catalog/collection.js';
import type { Document } from '../query/bson.js';
import { MongoError } from '../query/error.js';
import type { WriteView } from '../store/view.js';
import { TURN_MILLISECONDS } from '../store/writer.js';
import type { Call } from './call.js';

/** Executes as much of a statement as time allows. Returns its result, or undefined if it has to continue. */
export type Step = (view: WriteView, collection: Collection, isLate: () => boolean) => Document | undefined;

export interface Statement {
  /** The namespace of its collection, if it is not the one that the command names. */
  namespace?: string;
  creates: boolean;
  /** Makes its step, which knows how far it is; an error that this throws is the statement's error. */
  prepare(): Step;
}

/**
 * The statements of a write command, executed in as many turns as necessary. Statements that an earlier attempt of the
 * same retryable write has executed are answered with their recorded results.
 */
export class WriteRun {
  /** The results of the executed statements, by number. */
  readonly results = new Map<number, Document>();
  readonly errors: { index: number; error: MongoError }[] = [];
  readonly #repeated: number[] = [];
  #next = 0;
  #current: { number: number; step: Step } | undefined;

  private constructor(
    private readonly call: Call,
    private readonly statements: readonly Statement[],
    private readonly ordered: boolean,
  ) {}

  /**
   * Executes the statements.
   * @param ordered whether the first error ends the run.
   */
  static async of(call: Call, statements: readonly Statement[], ordered: boolean): Promise<WriteRun> {
    const run = new WriteRun(call, statements, ordered);
    for (let next = statements[0]; next; next = statements[run.#next]) {
      if (next.creates) await call.ensureCollection(next.namespace);
      await call.write((view) => run.#turn(view));
      await call.yieldTurn();
    }
    return run;
  }

  /** The sum of a number over all results. */
  sum(name: string): number {
    let sum = 0;
    for (const result of this.results.values()) sum += Number(result[name] ?? 0);
    return sum;
  }

  /** The fields of the reply that describe errors and repeated statements. */
  fields(): Document {
    return {
      ...(this.errors.length > 0 ? { writeErrors: this.errors.map(writeError) } : {}),
      ...(this.#repeated.length > 0 ? { retriedStmtIds: this.#repeated } : {}),
    };
  }

  #turn(view: WriteView): void {
    const { retry } = this.call;
    const started = performance.now();
    const isLate = (): boolean => performance.now() - started > TURN_MILLISECONDS;
    try {
      for (let next = this.statements[this.#next]; next && !isLate(); next = this.statements[this.#next]) {
        const number = this.#next;
        const collection = this.call.collection(next.namespace, true);
        const known = retry?.resultOf(number);
        if (known) {
          this.#repeated.push(number);
          this.results.set(number, known);
        } else if (collection) {
          if (!this.#attempt(next, number, (step) => step(view, collection, isLate))) break;
        } else if (next.creates) {
          // The collection was dropped between its creation and this turn.
          break;
        }
        this.#next = Math.max(this.#next, number + 1);
      }
    } finally {
      retry?.save(view);
    }
  }

  /** Returns whether the statement is finished. */
  #attempt(statement: Statement, number: number, execute: (step: Step) => Document | undefined): boolean {
    try {
      if (this.#current?.number !== number) this.#current = { number, step: statement.prepare() };
      const result = execute(this.#current.step);
      if (!result) return false;
      this.results.set(number, result);
      this.call.retry?.record(number, result);
    } catch (error) {
      // Errors that are not the statement's own (a conflict, a document that is held) fail or delay the whole
      // command.
      if (!(error instanceof MongoError) || error.errorLabels.length > 0) throw error;
      this.errors.push({ index: number, error });
      if (this.ordered) this.#next = this.statements.length;
    }
    return true;
  }
}

/** The description of a failed statement in a reply. */
export function writeError({ index, error }: { index: number; error: MongoError }): Document {
  return { index, code: error.code, ...error.details, errmsg: error.message };
}
