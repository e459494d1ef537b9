import { randomUUID } from 'node:crypto';
import { MongoMemoryReplSet } from 'mongodb-memory-server';

declare global {
  var testReplicaSet: MongoMemoryReplSet | undefined;
}

/**
 * One server for all test files, each with databases of its own. `TEST_MONGODB_URI` names a replica set that is there
 * already; else mongodb-memory-server starts one, from `MONGOMS_SYSTEM_BINARY` or from the embedded engine.
 */
export default async function startDatabase(): Promise<void> {
  process.env.TEST_RUN = randomUUID().slice(0, 8);
  const given = process.env.TEST_MONGODB_URI;
  if (given) {
    process.env.TEST_SERVER_URI = given;
    return;
  }
  const { embeddedMongodPath } = await import('@shifa/embedded-mongo');
  const systemBinary = process.env.MONGOMS_SYSTEM_BINARY ?? embeddedMongodPath;
  const replicaSet = await MongoMemoryReplSet.create({
    binary: { systemBinary },
    replSet: { count: 1, storageEngine: process.env.MONGOMS_SYSTEM_BINARY ? 'wiredTiger' : 'ephemeralForTest' },
  });
  globalThis.testReplicaSet = replicaSet;
  process.env.TEST_SERVER_URI = replicaSet.getUri();
}
