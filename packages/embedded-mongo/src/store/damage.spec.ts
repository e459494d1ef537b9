import { cp, open, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoClient, MongoNetworkError } from 'mongodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddedMongo, type EmbeddedMongo } from '../index.js';
import { failureOf, served } from '../testing/database.js';
import { folderOfFile, inNewFolder } from '../testing/folder.js';
import { PROOF_TIMEOUT, repetitions } from '../testing/effort.js';

const OWNER_FILE = 'embedded-mongo.owner';
const PAGE = 4096;
const DOCUMENTS = 2000;
const WHAT_TO_DO = /The data in .* are damaged \(.+\).*restore the latest backup/;

/** A data file without unused pages, so that damage to any page matters. */
const original = await folderOfFile();
await served({ dataDir: join(original, 'data') }, async (client) => {
  const notes = client.db('test').collection<{ _id: number }>('notes');
  await notes.createIndexes([{ key: { code: 1 }, unique: true }]);
  await notes.insertMany(
    Array.from({ length: DOCUMENTS }, (_, i) => ({ _id: i, code: `c${i}`, text: 'x'.repeat(200) })),
  );
  await client.db('admin').command({ backup: 1, to: join(original, 'data.mdb') });
});
const pages = (await stat(join(original, 'data.mdb'))).size / PAGE;
let folder: string;
inNewFolder((path) => (folder = path));
beforeEach(() => cp(join(original, 'data.mdb'), join(folder, 'data.mdb')));

/** Leaves what a killed server leaves behind. */
async function leaveOwnerFile(): Promise<void> {
  await writeFile(join(folder, OWNER_FILE), JSON.stringify({ pid: process.pid, since: '2026-01-01' }));
}

/** Overwrites one page of an undamaged copy. */
async function damage(page: number, content: Buffer): Promise<void> {
  await cp(join(original, 'data.mdb'), join(folder, 'data.mdb'));
  const file = await open(join(folder, 'data.mdb'), 'r+');
  await file.write(content, 0, PAGE, page * PAGE);
  await file.close();
}

/** The first page after the two header pages, the last page, and others evenly spaced between them. */
function somePages(count: number): number[] {
  const first = 2;
  return Array.from({ length: count }, (_, i) => first + Math.floor((i * (pages - 1 - first)) / (count - 1)));
}

const CONTENTS = [
  ['zeros', Buffer.alloc(PAGE)],
  ['ones', Buffer.alloc(PAGE, 255)],
  ['noise', Buffer.from(Array.from({ length: PAGE }, (_, i) => (i * 7919 + 62) % 256))],
] as const;

/** The fault that starting and reading everything reveals, or undefined. */
async function faultOfReading(): Promise<string | undefined> {
  let server: EmbeddedMongo;
  try {
    server = await startEmbeddedMongo({ dataDir: folder });
  } catch (error) {
    return (error as Error).message;
  }
  const client = new MongoClient(server.uri, { retryReads: false });
  try {
    const reply = await client.db('test').command({ validate: 'notes' });
    return reply.valid === true
      ? undefined
      : `The data in it are damaged (${String(reply.errors)}): restore the latest backup`;
  } catch (error) {
    if (error instanceof Error && WHAT_TO_DO.test(error.message)) return error.message;
    // The connection ended with the server, which gives the reason. A server that keeps running must report the
    // damage.
    if (error instanceof MongoNetworkError) return (await server.exited).fault;
    throw error;
  } finally {
    await client.close(true);
    await server.stop();
  }
}

describe('a page that was overwritten', () => {
  const count = repetitions(40, 4);

  it('does not exist in the original', async () => {
    expect(await faultOfReading()).toBeUndefined();
  });

  it.each(CONTENTS)('with %s is found by starting or reading', { timeout: PROOF_TIMEOUT }, async (_name, content) => {
    for (const page of somePages(count)) {
      await damage(page, content);
      expect(await faultOfReading(), `page ${page} of ${pages}`).toMatch(WHAT_TO_DO);
    }
  });

  it.each(CONTENTS)(
    'with %s is found by the start after a crash',
    { timeout: PROOF_TIMEOUT },
    async (_name, content) => {
      for (const page of somePages(count)) {
        await damage(page, content);
        await leaveOwnerFile();
        const { message } = await failureOf(startEmbeddedMongo({ dataDir: folder }));
        expect(message, `page ${page} of ${pages}`).toMatch(WHAT_TO_DO);
      }
    },
  );

  it('is found by every start after a crash', async () => {
    await damage(pages - 1, Buffer.alloc(PAGE));
    await leaveOwnerFile();
    for (const _start of ['first', 'second']) {
      expect((await failureOf(startEmbeddedMongo({ dataDir: folder }))).message).toMatch(WHAT_TO_DO);
    }
  });
});

describe('a folder', () => {
  it('inside a file cannot be created', async () => {
    await writeFile(join(folder, 'file'), '');
    const error = await failureOf(startEmbeddedMongo({ dataDir: join(folder, 'file', 'data') }));
    expect(error.message).toMatch(/ENOTDIR/);
  });

  it.each([
    [
      'a file of another program',
      /does not start like a data file/,
      (file: string) => writeFile(file, 'x'.repeat(9999)),
    ],
    ['a truncated file', /has 8192 bytes but should have at least/, (file: string) => truncate(file, 8192)],
  ])('with %s is reported and left unchanged', async (_what, reason, change) => {
    const file = join(folder, 'data.mdb');
    await change(file);
    const { size } = await stat(file);
    const error = await failureOf(startEmbeddedMongo({ dataDir: folder }));
    expect(error.message).toMatch(/DataCorruptionDetected: .*restore the latest backup/);
    expect(error.message).toMatch(reason);
    expect((await stat(file)).size).toBe(size);
  });
});
