import { MongoMemoryReplSet } from 'mongodb-memory-server';

declare global {
  var testReplicaSet: MongoMemoryReplSet | undefined;
}

/**
 * One server for all test files, each with databases of its own. `TEST_MONGODB_URI` names a replica set that is there
 * already; else mongodb-memory-server starts one, from `MONGOMS_SYSTEM_BINARY` or from the embedded engine.
 */
export default async function startDatabase(): Promise<void> {
  const given = process.env.TEST_MONGODB_URI;
  if (given) {
    process.env.TEST_SERVER_URI = given;
    return;
  }
  const mongod = process.env.MONGOMS_SYSTEM_BINARY;
  const replicaSet = await MongoMemoryReplSet.create(
    mongod ? { binary: { systemBinary: mongod }, replSet: { count: 1 } } : await embeddedReplicaSet(),
  );
  globalThis.testReplicaSet = replicaSet;
  process.env.TEST_SERVER_URI = replicaSet.getUri();
}

async function embeddedReplicaSet() {
  const { embeddedMongodPath } = await import('@shifa/embedded-mongo');
  // From version 7 on, the server's starter would ask for the durable store; the tests' need not last.
  process.env.MONGOMS_SYSTEM_BINARY_VERSION_CHECK = 'false';
  return {
    binary: { systemBinary: embeddedMongodPath, version: '6.0.0' },
    replSet: { count: 1, storageEngine: 'ephemeralForTest' as const },
  };
}
