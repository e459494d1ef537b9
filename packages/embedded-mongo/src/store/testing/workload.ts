import { MongoServerError, type Db, type MongoClient } from 'mongodb';
import { isDeepStrictEqual } from 'node:util';
import type { RawClient } from '../../testing/raw-client.js';
import type { Random } from './random.js';

/** How writers reach a server that is going to be killed. */
export interface Connection {
  client: MongoClient;
  db: Db;
  raw: () => Promise<RawClient>;
}

/** One kind of writing, with a model of what has to be there afterwards. */
export interface Workload {
  readonly tally: Tally;
  /** Makes what it needs in an empty database. */
  prepare(db: Db): Promise<void>;
  /** Its writers, each of which ends when the server is gone. */
  start(connection: Connection, random: Random): Promise<void>[];
  /** Compares the store with the model, which then takes over what is stored. @throws when they do not agree */
  check(connection: Connection): Promise<void>;
}

/** What the store holds is not what it may hold. */
export class Fault extends Error {}

/** A request that nobody will ever answer. */
class Abandoned extends Error {}

/** Counts what was asked of the server. */
export class Tally {
  acknowledged = 0;
  /** Those that the server did not live to answer. */
  unanswered = 0;

  #onAcknowledged: () => void = () => undefined;
  #abandoned = new Promise<never>(() => undefined);
  #abandon: () => void = () => undefined;

  constructor(private readonly isKilled: () => boolean) {}

  /** Resolves when the server has acknowledged something more. */
  more(): Promise<void> {
    return new Promise((resolve) => (this.#onAcknowledged = resolve));
  }

  /** Begins a round. */
  begin(): void {
    let abandon = (): void => undefined;
    this.#abandoned = new Promise<never>((_, reject) => (abandon = () => reject(new Abandoned())));
    // Nobody waits for it between two requests.
    this.#abandoned.catch(() => undefined);
    this.#abandon = abandon;
  }

  /**
   * Ends the requests that are still waiting once the server is gone and every connection is closed: the driver never
   * settles one whose connection closes while it waits to write.
   */
  abandon(): void {
    this.#abandon();
  }

  /** Does one request; answers false when the server is gone. @throws what the server itself has answered */
  async ask(request: () => Promise<unknown>): Promise<boolean> {
    // The driver would find the next server on the same folder.
    if (this.isKilled()) return false;
    try {
      await Promise.race([request(), this.#abandoned]);
    } catch (error) {
      // Only what was answered has a number.
      const isAnswer = error instanceof MongoServerError && typeof error.code === 'number';
      if (error instanceof Fault || isAnswer || !this.isKilled()) throw error;
      this.unanswered += 1;
      return false;
    }
    this.acknowledged += 1;
    this.#onAcknowledged();
    return true;
  }
}

/** What is known of one thing in the store, which a single writer changes, one change at a time. */
export class Register<T> {
  #value: T | undefined;
  #pending: { value: T | undefined } | undefined;

  /** What was acknowledged last; undefined for nothing. */
  get value(): T | undefined {
    return this.#value;
  }

  /** Notes the change before it is asked for. */
  expect(value: T | undefined): void {
    this.#pending = { value };
  }

  /** The change was acknowledged. */
  acknowledge(): void {
    if (this.#pending) this.#value = this.#pending.value;
    this.#pending = undefined;
  }

  /** @throws unless it is what was acknowledged, or what was asked for when the server went. */
  settle(name: string, stored: T | undefined): void {
    const allowed = this.#pending ? [this.#value, this.#pending.value] : [this.#value];
    if (!allowed.some((value) => isDeepStrictEqual(value, stored))) {
      throw new Fault(`${name} is ${JSON.stringify(stored)}, but may only be ${JSON.stringify(allowed)}`);
    }
    this.#value = stored;
    this.#pending = undefined;
  }
}
