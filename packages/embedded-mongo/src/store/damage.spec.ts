import { cp, mkdir, mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddedMongo } from '../index.js';
import { failureOf } from '../testing/database.js';

const OWNER_FILE = 'embedded-mongo.owner';
const PAGE = 4096;
const DOCUMENTS = 2000;
const WHAT_TO_DO = /The data in .* are damaged \(.+\).*restore the latest backup/;

let original: string;
let folder: string;
beforeAll(async () => {
  original = await mkdtemp(join(tmpdir(), 'em-'));
  const server = await startEmbeddedMongo({ dataDir: original });
  const client = await MongoClient.connect(server.uri);
  const notes = client.db('test').collection<{ _id: number }>('notes');
  await notes.createIndexes([{ key: { code: 1 }, unique: true }]);
  await notes.insertMany(
    Array.from({ length: DOCUMENTS }, (_, i) => ({ _id: i, code: `c${i}`, text: 'x'.repeat(200) })),
  );
  await client.close();
  await server.stop();
});
afterAll(() => rm(original, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'em-'));
  await cp(join(original, 'data.mdb'), join(folder, 'data.mdb'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** What a server leaves behind that was killed. */
async function leaveOwnerFile(): Promise<void> {
  await writeFile(join(folder, OWNER_FILE), JSON.stringify({ pid: process.pid, since: '2026-01-01' }));
}

async function overwrite(page: number, byte: number): Promise<void> {
  const file = await open(join(folder, 'data.mdb'), 'r+');
  await file.write(Buffer.alloc(PAGE, byte), 0, PAGE, page * PAGE);
  await file.close();
}

/** What reading everything comes to: nothing, or what the server or its end has said. */
async function faultOfReading(): Promise<string | undefined> {
  // As if the server before had ended in good order: the start looks over the data only after a crash.
  await rm(join(folder, OWNER_FILE), { force: true });
  const server = await startEmbeddedMongo({ dataDir: folder });
  const client = await MongoClient.connect(server.uri, { serverSelectionTimeoutMS: 500, retryReads: false });
  try {
    const reply = await client.db('test').command({ validate: 'notes' });
    return reply.valid === true
      ? undefined
      : `The data in it are damaged (${String(reply.errors)}): restore the latest backup`;
  } catch (error) {
    if (error instanceof Error && WHAT_TO_DO.test(error.message)) return error.message;
    return (await server.exited).fault;
  } finally {
    await client.close(true);
    await server.stop();
  }
}

describe('a page that was overwritten', () => {
  it('is found by reading it, and never ends the server without a word', { timeout: 60_000 }, async () => {
    const pages = (await stat(join(folder, 'data.mdb'))).size / PAGE;
    expect(await faultOfReading()).toBeUndefined();
    let found = 0;
    for (let page = 2; page < pages; page += Math.floor(pages / 3)) {
      for (const byte of [0, 255]) {
        await cp(join(original, 'data.mdb'), join(folder, 'data.mdb'));
        await overwrite(page, byte);
        const fault = await faultOfReading();
        // Some pages are in nobody's use.
        if (fault === undefined) continue;
        expect(fault).toMatch(WHAT_TO_DO);
        found += 1;
      }
    }
    expect(found).toBeGreaterThan(3);
  });

  it('is found by the start after a crash', async () => {
    const pages = (await stat(join(folder, 'data.mdb'))).size / PAGE;
    await leaveOwnerFile();
    await overwrite(Math.floor(pages / 2), 0);
    for (const _start of ['first', 'second']) {
      expect((await failureOf(startEmbeddedMongo({ dataDir: folder }))).message).toMatch(WHAT_TO_DO);
    }
  });
});

describe('a folder', () => {
  it('that lies below a file cannot be made', async () => {
    await writeFile(join(folder, 'file'), '');
    const error = await failureOf(startEmbeddedMongo({ dataDir: join(folder, 'file', 'data') }));
    expect(error.message).toMatch(/ENOTDIR/);
  });

  it('that holds a file of another program is left alone', async () => {
    const other = join(folder, 'other');
    await mkdir(other);
    await writeFile(join(other, 'data.mdb'), 'a file of another program'.repeat(1000));
    const error = await failureOf(startEmbeddedMongo({ dataDir: other }));
    expect(error.message).toMatch(/does not begin as a data file does/);
  });

  it('whose last holder is dead is taken over', async () => {
    await leaveOwnerFile();
    const server = await startEmbeddedMongo({ dataDir: folder });
    await server.stop();
  });
});
