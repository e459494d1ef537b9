import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedMongo } from '../../index.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server under test. */
    mongodbUri: string;
  }
}

/**
 * Chooses the server for the whole run: the replica set of `TEST_MONGODB_URI` or, by default, an embedded one that is
 * started for the run. Returns a function that stops it.
 */
export default async function chooseServer(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { TEST_MONGODB_URI: uri } = process.env;
  if (uri !== undefined && uri !== '') {
    project.provide('mongodbUri', uri);
    return undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), 'em-conformance-'));
  const args = ['--setParameter', 'ttlMonitorSleepSecs=1'];
  const server = await startEmbeddedMongo({ dataDir: folder, ephemeral: true, args });
  project.provide('mongodbUri', server.uri);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
