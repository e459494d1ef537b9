import { mongo } from 'mongoose';
import './start-database';

/** `db:export` asks for a snapshot, and does without one where the server refuses. */
const expected = 'option readConcern snapshot outside of a transaction';

/** Stops the server. Fails if the embedded database refused anything, because the product or a test relies on it. */
export default async function stopDatabase(): Promise<void> {
  const server = globalThis.testServer;
  if (!server) return;
  const refused = server.isEmbedded ? await refusalsOf(server.uri) : [];
  await server.stop();
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
    return (refusals as string[]).filter((name) => name !== expected);
  } finally {
    await client.close();
  }
}
