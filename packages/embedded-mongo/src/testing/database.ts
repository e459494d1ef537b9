import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, type Db, type MongoClientOptions } from 'mongodb';
import { startEmbeddedMongo, type EmbeddedMongo, type EmbeddedMongoOptions } from '../index.js';

/** The real server in a process of its own, on a folder of its own, with a driver connected to it. */
export class TestDatabase {
  private constructor(
    readonly folder: string,
    private readonly options: Omit<EmbeddedMongoOptions, 'dataDir'>,
    private readonly clientOptions: MongoClientOptions,
    public server: EmbeddedMongo,
    public client: MongoClient,
  ) {}

  static async start(
    options: Omit<EmbeddedMongoOptions, 'dataDir'> = { ephemeral: true },
    clientOptions: MongoClientOptions = {},
  ): Promise<TestDatabase> {
    const folder = await mkdtemp(join(tmpdir(), 'em-'));
    const server = await startEmbeddedMongo({ dataDir: folder, ...options });
    const client = await MongoClient.connect(server.uri, clientOptions);
    return new TestDatabase(folder, options, clientOptions, server, client);
  }

  get db(): Db {
    return this.client.db('test');
  }

  /** Ends the server as a power cut would, and starts it again on the same folder. */
  async crash(): Promise<void> {
    await this.kill();
    await this.startAgain();
  }

  /** Ends the server as a power cut would. */
  async kill(): Promise<void> {
    process.kill(this.server.pid, 'SIGKILL');
    await this.server.exited;
  }

  /** Ends the server in good order, and starts it again. */
  async restart(): Promise<void> {
    await this.server.stop();
    await this.startAgain();
  }

  async stop(): Promise<void> {
    await this.client.close();
    await this.server.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Starts a server on the same folder, once the one before has ended. */
  async startAgain(): Promise<void> {
    this.server = await startEmbeddedMongo({ dataDir: this.folder, ...this.options });
    // Now that there is a server to say goodbye to; else the driver would look for one for half a minute.
    await this.client.close();
    this.client = await MongoClient.connect(this.server.uri, this.clientOptions);
  }
}

/** What a promise is rejected with. @throws when it is not */
export async function failureOf(promise: Promise<unknown>): Promise<Error & { code?: unknown }> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
  throw new Error('The promise was expected to be rejected');
}
