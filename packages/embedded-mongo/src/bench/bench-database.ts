import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, type Db } from 'mongodb';
import { startEmbeddedMongo, type EmbeddedMongo } from '../index.js';

/** The durable server in a separate process, as in production, with a folder of its own. */
export class BenchDatabase {
  private constructor(
    readonly folder: string,
    private server: EmbeddedMongo,
    private client: MongoClient,
  ) {}

  static async start(): Promise<BenchDatabase> {
    const folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-bench-'));
    const server = await startEmbeddedMongo({ dataDir: folder });
    return new BenchDatabase(folder, server, await MongoClient.connect(server.uri));
  }

  get db(): Db {
    return this.client.db('bench');
  }

  get pid(): number {
    return this.server.pid;
  }

  async close(): Promise<void> {
    await this.client.close();
    await this.server.stop();
  }

  async reopen(): Promise<void> {
    this.server = await startEmbeddedMongo({ dataDir: this.folder });
    this.client = await MongoClient.connect(this.server.uri);
  }

  async remove(): Promise<void> {
    await this.close();
    rmSync(this.folder, { recursive: true });
  }
}
