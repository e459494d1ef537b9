import { MongoServerError, type Db, type MongoClient } from 'mongodb';
import { isDeepStrictEqual } from 'node:util';
import type { RawClient } from '../../testing/raw-client.js';
import type { Random } from './random.js';

/** The connections of writers to a server that is about to be killed. */
export interface Connection {
  client: MongoClient;
  db: Db;
  raw: () => Promise<RawClient>;
}

/** One kind of write load, with a model of the expected result. */
export interface Workload {
  readonly tally: Tally;
  /** Creates what it needs in an empty database. */
  prepare(db: Db): Promise<void>;
  /** Starts its writers, each of which ends when the server is gone. */
  start(connection: Connection, random: Random): Promise<void>[];
  /** Compares the store with the model, then updates the model to what is stored. @throws if they differ */
  check(connection: Connection): Promise<void>;
}

/** The store contains something that it must not contain. */
export class Violation extends Error {}

/** Counts the requests to the server. */
export class Tally {
  acknowledged = 0;
  /** Requests that the server did not answer before it was killed. */
  unanswered = 0;

  #onAcknowledged: () => void = () => undefined;

  constructor(private readonly isKilled: () => boolean) {}

  /** Resolves when the server has acknowledged another request. */
  more(): Promise<void> {
    return new Promise((resolve) => (this.#onAcknowledged = resolve));
  }

  /** Sends one request; returns false if the server is gone. @throws an error returned by the server */
  async ask(request: () => Promise<unknown>): Promise<boolean> {
    // The driver must not reach the next server on the same folder.
    if (this.isKilled()) return false;
    try {
      await request();
    } catch (error) {
      // Only errors from the server have a code.
      const isAnswer = error instanceof MongoServerError && typeof error.code === 'number';
      if (error instanceof Violation || isAnswer || !this.isKilled()) throw error;
      this.unanswered += 1;
      return false;
    }
    this.acknowledged += 1;
    this.#onAcknowledged();
    return true;
  }
}

/** What is known about one item in the store, which a single writer changes one step at a time. */
export class TrackedValue<T> {
  #value: T | undefined;
  #pending: { value: T | undefined } | undefined;

  /** The last acknowledged value; undefined for none. */
  get value(): T | undefined {
    return this.#value;
  }

  /** Records a change before it is requested. */
  expect(value: T | undefined): void {
    this.#pending = { value };
  }

  /** Records that the change was acknowledged. */
  acknowledge(): void {
    if (this.#pending) this.#value = this.#pending.value;
    this.#pending = undefined;
  }

  /** @throws unless the stored value is the last acknowledged one or the one requested when the server was killed. */
  settle(name: string, stored: T | undefined): void {
    const allowed = this.#pending ? [this.#value, this.#pending.value] : [this.#value];
    if (!allowed.some((value) => isDeepStrictEqual(value, stored))) {
      throw new Violation(`${name} is ${JSON.stringify(stored)}, but may only be ${JSON.stringify(allowed)}`);
    }
    this.#value = stored;
    this.#pending = undefined;
  }
}
