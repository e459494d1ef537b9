import { mongo } from 'mongoose';
import './start-database';

/** Stops the server. Fails if the embedded database refused anything, because the product or a test relies on it. */
export default async function stopDatabase(): Promise<void> {
  const replicaSet = globalThis.testReplicaSet;
  if (!replicaSet) return;
  const refused = process.env.MONGOMS_SYSTEM_BINARY ? [] : await refusalsOf(replicaSet.getUri());
  await replicaSet.stop({ doCleanup: true });
  if (refused.length === 0) return;
  throw new Error(
    `The embedded database refused: ${refused.join(', ')}. Use something that it supports ` +
      '(packages/embedded-mongo/src/supported.ts), or add it there.',
  );
}

async function refusalsOf(uri: string): Promise<string[]> {
  const client = await mongo.MongoClient.connect(uri);
  try {
    const { refusals } = await client.db('admin').command({ refusals: 1 });
    return refusals as string[];
  } finally {
    await client.close();
  }
}
