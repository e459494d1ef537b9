import { existsSync } from 'node:fs';
import type { Env } from './env';

export type Database = { uri: string; embedded: boolean; stop: () => Promise<void> };

/**
 * Opens the database specified in the environment, or starts the embedded database in the data folder. Either way, the
 * folder is closed to other users, because it holds the secret that signs tokens.
 */
export async function openDatabase({ mongodbUri, dataDir }: Pick<Env, 'mongodbUri' | 'dataDir'>): Promise<Database> {
  const { makePrivate } = await import('@shifa/embedded-mongo/private-folder');
  if (existsSync(dataDir) && makePrivate(dataDir)) {
    process.stdout.write(`Other users could access ${dataDir}; now only its owner can.\n`);
  }
  if (mongodbUri) return { uri: mongodbUri, embedded: false, stop: () => Promise.resolve() };
  const { startEmbeddedMongo } = await import('@shifa/embedded-mongo');
  const engine = await startEmbeddedMongo({ dataDir });
  // Without its database the product cannot respond, so it exits and leaves the restart to its process manager.
  void engine.exited.then(({ fault }) => {
    if (fault === undefined) return;
    process.stderr.write(`${fault}\n`);
    process.exit(1);
  });
  return { uri: engine.uri, embedded: true, stop: () => engine.stop() };
}
