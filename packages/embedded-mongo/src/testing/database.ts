import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, type Db, type Filter, type MongoClientOptions } from 'mongodb';
import { startEmbeddedMongo, type EmbeddedMongo, type EmbeddedMongoOptions } from '../index.js';

/** A real server in a separate process, with its own folder and a connected driver. */
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

  /** Kills the server, as a power cut would, and restarts it on the same folder. */
  async crash(): Promise<void> {
    await this.kill();
    await this.startAgain();
  }

  /** Kills the server, as a power cut would. */
  async kill(): Promise<void> {
    process.kill(this.server.pid, 'SIGKILL');
    await this.server.exited;
  }

  /** Shuts the server down cleanly and restarts it. */
  async restart(): Promise<void> {
    await this.server.stop();
    await this.startAgain();
  }

  async stop(): Promise<void> {
    await this.client.close();
    await this.server.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Starts a server on the same folder after the previous one has ended. */
  async startAgain(): Promise<void> {
    this.server = await startEmbeddedMongo({ dataDir: this.folder, ...this.options });
    // Closed only now that a server is running again; otherwise the driver would look for one for half a minute.
    await this.client.close();
    this.client = await MongoClient.connect(this.server.uri, this.clientOptions);
  }
}

/** Runs a server on a folder for as long as it is used through a driver. */
export async function served<T>(
  options: EmbeddedMongoOptions,
  use: (client: MongoClient, server: EmbeddedMongo) => Promise<T>,
): Promise<T> {
  const server = await startEmbeddedMongo(options);
  const client = await MongoClient.connect(server.uri);
  try {
    return await use(client, server);
  } finally {
    await client.close();
    await server.stop();
  }
}

/** Returns the error that a promise is rejected with. @throws if it is not rejected */
export async function failureOf(promise: Promise<unknown>): Promise<Error & { code?: unknown }> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
  throw new Error('The promise was expected to be rejected');
}

/** The same filter in a form for which no index can be searched, as no index contains the other branch. */
export function scanned<T>(filter: Filter<T>): Filter<T> {
  return { $or: [filter, { noSuchField: 1 }] } as Filter<T>;
}
