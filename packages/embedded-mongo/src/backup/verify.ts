import type { MongoClient } from 'mongodb';
import { startOn, NO_TTL_DELETES } from './data-server.js';

/** The contents of a data folder. */
export interface Contents {
  collections: number;
  documents: number;
}

/**
 * Opens a copy with its own server, which checks every document and every index entry.
 * @throws Error naming the fault
 */
export async function verifyCopy(
  folder: string,
  signal: AbortSignal,
  onProgress: (done: number, of: number) => void,
): Promise<Contents> {
  const server = await startOn(folder, NO_TTL_DELETES);
  try {
    const names = await namesOf(server.client);
    const contents: Contents = { collections: names.length, documents: 0 };
    const estimates = await Promise.all(
      names.map(({ database, name }) => server.client.db(database).collection(name).estimatedDocumentCount()),
    );
    const of = estimates.reduce((sum, count) => sum + count, 0);
    for (const { database, name } of names) {
      const reply = await server.client.db(database).command({ validate: name, full: true }, { signal });
      if (reply.valid !== true) throw new Error(damaged(`${database}.${name}`, reply.errors as string[]));
      contents.documents += Number(reply.nrecords);
      onProgress(contents.documents, of);
    }
    return contents;
  } finally {
    await server.close();
  }
}

async function namesOf(client: MongoClient): Promise<{ database: string; name: string }[]> {
  const { databases } = await client.db('admin').admin().listDatabases();
  const lists = databases.map(async ({ name: database }) => {
    const collections = await client.db(database).listCollections({}, { nameOnly: true }).toArray();
    return collections.map(({ name }) => ({ database, name }));
  });
  return (await Promise.all(lists)).flat();
}

function damaged(namespace: string, errors: readonly string[]): string {
  return (
    `The data is damaged: ${namespace}: ${errors.slice(0, 3).join('; ')}. ` +
    'This backup was not kept. Keep your existing backups, and restore the latest one that is undamaged.'
  );
}
