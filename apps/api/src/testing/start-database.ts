import { MongoMemoryReplSet } from 'mongodb-memory-server';
import { mongo } from 'mongoose';

declare global {
  var testReplicaSet: MongoMemoryReplSet | undefined;
}

/** Tests choose their dates, and the server would remove what has expired by its own clock. */
const args = ['--setParameter', 'ttlMonitorSleepSecs=2000000'];

/**
 * Starts one server for all test files; each file uses its own databases. `TEST_MONGODB_URI` specifies a running replica
 * set. Otherwise mongodb-memory-server starts one, from `MONGOMS_SYSTEM_BINARY` or from the embedded engine.
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
  const replicaSet = await MongoMemoryReplSet.create(
    mongod ? { binary: { systemBinary: mongod }, replSet: { count: 1, args } } : await embeddedReplicaSet(),
  );
  globalThis.testReplicaSet = replicaSet;
  process.env.TEST_SERVER_URI = replicaSet.getUri();
}

async function embeddedReplicaSet() {
  const { embeddedMongodPath } = await import('@shifa/embedded-mongo');
  // As of version 7, mongodb-memory-server would request durable storage, which tests do not need.
  process.env.MONGOMS_SYSTEM_BINARY_VERSION_CHECK = 'false';
  return {
    binary: { systemBinary: embeddedMongodPath, version: '6.0.0' },
    replSet: { count: 1, storageEngine: 'ephemeralForTest' as const, args },
  };
}
