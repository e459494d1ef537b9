import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoMemoryReplSet } from 'mongodb-memory-server';
import { mongo } from 'mongoose';

interface TestServer {
  uri: string;
  isEmbedded: boolean;
  stop(): Promise<void>;
}

declare global {
  var testServer: TestServer | undefined;
}

/** Tests choose their dates, and the server would remove what has expired by its own clock. */
const args = ['--setParameter', 'ttlMonitorSleepSecs=2000000'];

/**
 * Starts one server for all test files; each file uses its own databases. `TEST_MONGODB_URI` specifies a running replica
 * set. Otherwise, the embedded database is started or, through mongodb-memory-server, the mongod of
 * `MONGOMS_SYSTEM_BINARY`.
 */
export default async function startDatabase(): Promise<void> {
  const existing = process.env.TEST_MONGODB_URI;
  if (existing) {
    const client = await mongo.MongoClient.connect(existing);
    await client.db('admin').command({ setParameter: 1, ttlMonitorEnabled: false });
    await client.close();
    process.env.TEST_SERVER_URI = existing;
    return;
  }
  const mongod = process.env.MONGOMS_SYSTEM_BINARY;
  globalThis.testServer = mongod ? await replicaSet(mongod) : await embeddedDatabase();
  process.env.TEST_SERVER_URI = globalThis.testServer.uri;
}

async function replicaSet(systemBinary: string): Promise<TestServer> {
  const set = await MongoMemoryReplSet.create({ binary: { systemBinary }, replSet: { count: 1, args } });
  const stop = async () => {
    await set.stop({ doCleanup: true });
  };
  return { uri: set.getUri(), isEmbedded: false, stop };
}

async function embeddedDatabase(): Promise<TestServer> {
  const { startEmbeddedMongo } = await import('@shifa/embedded-mongo');
  const dataDir = await mkdtemp(join(tmpdir(), 'shifa-test-'));
  const server = await startEmbeddedMongo({ dataDir, ephemeral: true, args });
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { uri: server.uri, isEmbedded: true, stop };
}
