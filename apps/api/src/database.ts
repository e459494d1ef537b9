import type { Env } from './env';

export type Database = { uri: string; embedded: boolean; stop: () => Promise<void> };

/** The database that the environment names, or the embedded one, started in the data folder. */
export async function openDatabase({ mongodbUri, dataDir }: Pick<Env, 'mongodbUri' | 'dataDir'>): Promise<Database> {
  if (mongodbUri) return { uri: mongodbUri, embedded: false, stop: () => Promise.resolve() };
  const { startEmbeddedMongo } = await import('@shifa/embedded-mongo');
  const engine = await startEmbeddedMongo({ dataDir });
  // Without its database the product answers nothing; whoever watches over it can start it again.
  void engine.exited.then(({ fault }) => {
    if (fault === undefined) return;
    process.stderr.write(`${fault}\n`);
    process.exit(1);
  });
  return { uri: engine.uri, embedded: true, stop: () => engine.stop() };
}
