import { MongoClient, MongoServerSelectionError } from 'mongodb';
import { setTimeout as elapse } from 'node:timers/promises';
import { TestDatabase } from '../../testing/database.js';
import { PATIENCE, within } from '../../testing/effort.js';
import { RawClient } from '../../testing/raw-client.js';
import { Definitions } from './definitions.js';
import { Random } from './random.js';
import { RetriedWrites } from './retried-writes.js';
import { Documents } from './documents.js';
import { Transfers } from './transfers.js';
import { Violation, Tally, type Connection, type Workload } from './workload.js';

/** In milliseconds, starting when every kind of writer has had a reply. */
const LONGEST_LOAD = 150;

/** In milliseconds; short, so that requests fail soon after the server is gone. */
const SELECTION_TIMEOUT = 200;

/** One data folder that survives many kills. */
export class Shard {
  readonly #random: Random;
  readonly workloads: Workload[];
  #isKilled = false;

  private constructor(
    private readonly database: TestDatabase,
    seed: number,
  ) {
    this.#random = new Random(seed);
    const kinds = [Documents, Transfers, RetriedWrites, Definitions];
    this.workloads = kinds.map((Kind) => new Kind(new Tally(() => this.#isKilled)));
  }

  /** Starts with an empty folder. @param seed determines what is written and when the server is killed */
  static async start(seed: number): Promise<Shard> {
    const shard = new Shard(await TestDatabase.start({}), seed);
    for (const workload of shard.workloads) await workload.prepare(shard.database.db);
    return shard;
  }

  /** Puts the server under load, kills it at a moment determined by the seed, restarts it and checks all data. */
  async round(): Promise<void> {
    const client = await this.#connect();
    this.#isKilled = false;
    const underWay = Promise.all(this.workloads.map(({ tally }) => tally.more()));
    const connection = this.#connection(client);
    const writers = this.workloads.map((workload) => ({
      name: workload.constructor.name,
      ended: Promise.all(workload.start(connection, this.#random)),
    }));
    // Rejects as soon as one writer fails.
    const ended = Promise.all(writers.map((kind) => kind.ended));
    await within('a reply to every kind of writer', Promise.race([underWay, ended]));
    await Promise.race([elapse(this.#random.below(LONGEST_LOAD)), ended]);
    this.#isKilled = true;
    await within('the end of the killed server', this.database.kill());
    // Before the next server starts, so that nothing can reach that one.
    await within('the close of the client of the killed server', client.close());
    await Promise.all(writers.map((kind) => within(`the end of ${kind.name}`, kind.ended)));
    await within('the restarted server', this.database.startAgain());
    await this.check();
  }

  /** Checks all data on the server. @throws what is wrong */
  async check(): Promise<void> {
    for (const workload of this.workloads) {
      const checked = workload.check(this.#connection(this.database.client));
      await within(`the check of ${workload.constructor.name}`, checked);
    }
    const { db } = this.database;
    for (const { name } of await db.listCollections().toArray()) {
      const report = await within(`the validation of ${name}`, db.command({ validate: name, full: true }));
      if (report.valid !== true) throw new Violation(`${name} is not whole: ${JSON.stringify(report)}`);
    }
  }

  /** Shuts the server down cleanly and restarts it. */
  restart(): Promise<void> {
    return within('the clean restart', this.database.restart());
  }

  stop(): Promise<void> {
    return within('the end of the server', this.database.stop());
  }

  /**
   * Connects with the short server selection timeout, for which a slow machine may need several attempts.
   */
  async #connect(): Promise<MongoClient> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await MongoClient.connect(this.database.server.uri, {
          serverSelectionTimeoutMS: SELECTION_TIMEOUT,
          retryWrites: false,
        });
      } catch (error) {
        if (!(error instanceof MongoServerSelectionError) || attempt * SELECTION_TIMEOUT > PATIENCE) throw error;
      }
    }
  }

  #connection(client: MongoClient): Connection {
    return { client, db: client.db('test'), raw: () => RawClient.connect(this.database.server.uri) };
  }
}
