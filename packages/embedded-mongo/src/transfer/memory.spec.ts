import { fork } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestDatabase } from '../testing/database.js';
import { folderOfFile } from '../testing/folder.js';

const DOCUMENTS = 50_000;
const MEGABYTE = 1024 * 1024;
const COLLECTION_MEGABYTES = 120;
/** A few batches and the driver's own buffers, excluding uncollected garbage. */
const MOST_MEGABYTES = 60;

const database = await TestDatabase.start();
afterAll(() => database.stop());
const home = await folderOfFile();
beforeAll(async () => {
  const text = 'x'.repeat(2500);
  for (let i = 0; i < DOCUMENTS; i += 5000) {
    await database.db.collection('large').insertMany(Array.from({ length: 5000 }, (_, n) => ({ n: i + n, text })));
  }
});

/** Runs the import or the export in a separate process; returns its maximum growth in megabytes. */
async function growthOf(module: string, call: string): Promise<number> {
  const script = join(home, `${module}.mjs`);
  const url = new URL(`../../dist/transfer/${module}.js`, import.meta.url).href;
  await writeFile(
    script,
    `import * as transfer from ${JSON.stringify(url)};
     const before = process.memoryUsage().rss;
     let most = before;
     const onProgress = () => { gc(); most = Math.max(most, process.memoryUsage().rss); };
     const common = { database: undefined, signal: new AbortController().signal, onProgress };
     await transfer.${call};
     process.send((most - before) / ${MEGABYTE});
     process.disconnect();`,
  );
  const child = fork(script, { execArgv: ['--expose-gc'] });
  return new Promise((resolve, reject) => {
    child.once('message', (value) => resolve(Number(value)));
    // Unlike its exit, its close comes after its last message.
    child.once('close', (code) => reject(new Error(`${module} ended with ${code}`)));
  });
}

describe('a collection that is larger than the permitted memory', () => {
  it('is exported and imported in small parts', async () => {
    const [uri, to] = [JSON.stringify(database.server.uri), JSON.stringify(join(home, 'out'))];
    const exported = await growthOf(
      'export',
      `exportData({ ...common, from: { uri: ${uri} }, to: ${to}, oneMoment: true })`,
    );
    expect((await stat(join(home, 'out', 'test', 'large.bson'))).size / MEGABYTE).toBeGreaterThan(COLLECTION_MEGABYTES);

    expect(exported).toBeLessThan(MOST_MEGABYTES);
    const target = uri.replace('/?', '/copy?');
    const imported = await growthOf(
      'import',
      `importData({ ...common, from: ${to}, to: { uri: ${target} }, replace: false })`,
    );
    expect(await database.client.db('copy').collection('large').countDocuments()).toBe(DOCUMENTS);

    expect(imported).toBeLessThan(MOST_MEGABYTES);
  });
});
