import type { Env } from './env';

export type Database = { uri: string; embedded: boolean; stop: () => Promise<void> };

/** Opens the database specified in the environment, or starts the embedded database in the data folder. */
export async function openDatabase({ mongodbUri, dataDir }: Pick<Env, 'mongodbUri' | 'dataDir'>): Promise<Database> {
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
