import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MongoClient, type Document } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backup } from '../commands/backup.js';
import { Call } from '../commands/call.js';
import { startEmbeddedMongo, type EmbeddedMongo } from '../index.js';
import { readCommandLine } from '../server/command-line.js';
import { Engine } from '../server/engine.js';
import { Store } from '../store/store.js';
import { failureOf, served } from '../testing/database.js';
import { PATIENCE } from '../testing/effort.js';
import { inNewFolder } from '../testing/folder.js';
import { backUp, defaultBackupFolder, type Backup, type BackupOptions } from './backup.js';
import type { BackupOrder, BackupReport } from './backup-process.js';
import { hashOf, readManifest } from './manifest.js';

const processPath = fileURLToPath(new URL('../../dist/backup/backup-process.js', import.meta.url));

interface Entry {
  _id: number;
  text: string;
}

let home: string;
let dataDir: string;
let to: string;
let server: EmbeddedMongo | undefined;
let client: MongoClient;

inNewFolder((path) => (home = path));
beforeEach(async () => {
  dataDir = join(home, 'data');
  to = join(home, 'backups', 'one');
  server = await startEmbeddedMongo({ dataDir });
  client = await MongoClient.connect(server.uri);
  const notes = client.db('test').collection<Entry>('notes');
  await notes.createIndexes([{ key: { text: 1 }, unique: true }]);
  await notes.insertMany(Array.from({ length: 2000 }, (_, i) => ({ _id: i, text: `text ${i}` })));
  await writeFile(join(dataDir, 'jwt.secret'), 'secret', { mode: 0o600 });
  await mkdir(join(dataDir, 'attachments', 'deep'), { recursive: true });
  await chmod(join(dataDir, 'attachments'), 0o750);
  await writeFile(join(dataDir, 'attachments', 'deep', 'a.pdf'), 'pdf');
});
afterEach(() => stop());

async function stop(): Promise<void> {
  await client.close();
  await server?.stop();
  server = undefined;
}

function run(options: Partial<BackupOptions> = {}): Promise<Backup> {
  return backUp({ dataDir, to, signal: new AbortController().signal, onProgress: () => undefined, ...options });
}

async function reportsOf(order: BackupOrder): Promise<BackupReport[]> {
  const child = fork(processPath, { execArgv: [], stdio: 'ignore' });
  const reports: BackupReport[] = [];
  child.on('message', (report: BackupReport) => reports.push(report));
  child.send(order);
  await once(child, 'exit');
  return reports;
}

const notesOf = (reader: MongoClient): Promise<Document[]> => reader.db('test').collection('notes').find().toArray();

/** The server may have begun with a folder that was removed meanwhile; it removes that itself. */
async function expectNoLeftovers(): Promise<void> {
  const names = () => readdir(join(home, 'backups')).catch(() => []);
  await expect.poll(names, { timeout: PATIENCE }).toEqual([]);
}

describe('a backup of a running database', () => {
  it('is a complete data folder with file modes, and without files of the running server', async () => {
    const backup = await run();
    expect(backup).toEqual({
      folder: to,
      bytes: (await stat(join(to, 'data.mdb'))).size,
      collections: 1,
      documents: 2000,
    });
    expect((await readdir(to)).sort()).toEqual(['attachments', 'backup.json', 'data.mdb', 'jwt.secret']);
    expect(await readFile(join(to, 'jwt.secret'), 'utf8')).toBe('secret');
    expect(await readFile(join(to, 'attachments', 'deep', 'a.pdf'), 'utf8')).toBe('pdf');
    const modes = await Promise.all(['', 'jwt.secret', 'attachments'].map((name) => stat(join(to, name))));
    expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o600, 0o750]);
    const original = await notesOf(client);
    expect(await served({ dataDir: to }, notesOf)).toEqual(original);
  });

  it('is a snapshot taken during writes, and does not stop them', async () => {
    const stopWriting = new AbortController();
    const pairs = {
      left: client.db('test').collection<Entry>('left'),
      right: client.db('test').collection<Entry>('right'),
    };
    await client.db('test').createCollection('left');
    await client.db('test').createCollection('right');
    let written = 0;
    const writer = (async () => {
      for (let i = 0; !stopWriting.signal.aborted; i += 1) {
        await client.withSession((session) =>
          session.withTransaction(async () => {
            await pairs.left.insertOne({ _id: i, text: 'x'.repeat(500) }, { session });
            await pairs.right.insertOne({ _id: i, text: 'x'.repeat(500) }, { session });
          }),
        );
        written = i + 1;
      }
    })();
    await expect.poll(() => written, { timeout: PATIENCE }).toBeGreaterThan(5);
    const before = written;
    const counted = await run();
    const after = written;
    stopWriting.abort();
    await writer;
    const ids = await served({ dataDir: to }, async (reader) => {
      const sides = ['left', 'right'].map((name) => reader.db('test').collection<Entry>(name).find().toArray());
      return (await Promise.all(sides)).map((side) => side.map(({ _id }) => _id));
    });
    expect(after).toBeGreaterThan(before);
    expect(ids[0]).toEqual(ids[1]);
    expect(ids[0]).toEqual(Array.from({ length: ids[0]?.length ?? 0 }, (_, i) => i));
    expect(ids[0]?.length).toBeGreaterThanOrEqual(before);
    expect(counted).toMatchObject({ collections: 3, documents: 2000 + 2 * (ids[0]?.length ?? 0) });
  });

  it('reports progress', async () => {
    const steps: [string, number, number][] = [];
    await run({ onProgress: (...step) => steps.push(step) });
    expect(steps.at(-1)).toEqual(['verifying', 2000, 2000]);
    expect(steps.filter(([step]) => step === 'copying').every(([, done, of]) => done <= of)).toBe(true);
  });
});

describe('a backup', () => {
  it('does not need a running database', async () => {
    await stop();
    expect(await run()).toMatchObject({ collections: 1, documents: 2000 });
    expect(await served({ dataDir: to }, notesOf)).toHaveLength(2000);
  });

  it('describes itself, so that a change of its data file is found later', async () => {
    await run();
    const manifest = await readManifest(to);
    expect(manifest).toMatchObject({ ...(await hashOf(to)), documents: { 'test.notes': 2000 } });
    await appendFile(join(to, 'data.mdb'), 'x');
    expect((await hashOf(to)).sha256).not.toBe(manifest?.sha256);
    expect(await readManifest(dataDir)).toBeUndefined();
  });

  it('of a restored folder does not take over the description of the earlier backup', async () => {
    await stop();
    await writeFile(join(dataDir, 'backup.json'), '{}');
    await run();
    expect(await readManifest(to)).toMatchObject({ documents: { 'test.notes': 2000 } });
  });

  it('can be made by a process of its own, which reports what came of it', async () => {
    expect((await reportsOf({ dataDir, to })).at(-1)).toEqual({
      backup: { folder: to, bytes: expect.any(Number) as number, collections: 1, documents: 2000 },
    });
    const [fault] = await reportsOf({ dataDir: join(home, 'nowhere'), to: `${to}-2` });
    expect(fault).toEqual({ fault: expect.stringContaining('There is no data in') as string });
  });

  it('of a process whose parent has gone leaves nothing behind, whatever it was about to report', async () => {
    for (const delay of Array.from({ length: 20 }, (_, index) => 2 * index)) {
      const folder = `${to}-${delay}`;
      const child = fork(processPath, { execArgv: [], stdio: 'ignore' });
      child.send({ dataDir, to: folder });
      await expect.poll(() => existsSync(`${folder}.unfinished`), { timeout: PATIENCE, interval: 1 }).toBe(true);
      await setTimeout(delay);
      child.disconnect();
      expect(await once(child, 'exit')).toEqual([0, null]);
      // Unless it was complete by then.
      await rm(folder, { recursive: true, force: true });
    }
    await expectNoLeftovers();
  });

  it('is placed next to the data folder by default', () => {
    const now = new Date('2026-03-04T05:06:07.890Z');
    expect(defaultBackupFolder(dataDir, now)).toBe(join(home, 'backups', 'shifa-2026-03-04T05-06-07Z'));
  });

  it('does not overwrite anything', async () => {
    await mkdir(to, { recursive: true });
    await writeFile(join(to, 'mine'), 'mine');
    expect((await failureOf(run())).message).toMatch(/already exists and is not empty. Choose another --to/);
    expect(await readdir(to)).toEqual(['mine']);
    expect((await failureOf(run({ to: join(dataDir, 'backup') }))).message).toMatch(/must not be inside/);
    await mkdir(join(home, 'two.unfinished'));
    expect((await failureOf(run({ to: join(home, 'two') }))).message).toMatch(/interrupted or is still running/);
  });

  it('needs data', async () => {
    const error = await failureOf(run({ dataDir: join(home, 'nowhere') }));
    expect(error.message).toMatch(/There is no data in .*nowhere. Set DATA_DIR/);
  });

  it('leaves nothing behind if it is stopped', async () => {
    for (const step of ['copying', 'verifying']) {
      const stopped = new AbortController();
      const onProgress = (now: string): void => (now === step ? stopped.abort() : undefined);
      await failureOf(run({ signal: stopped.signal, onProgress }));
      await expectNoLeftovers();
    }
    expect(await client.db('test').collection('notes').countDocuments()).toBe(2000);
  });

  it('is not kept if the data is damaged', async () => {
    await stop();
    const store = await Store.open(dataDir, true);
    const [entry] = store.range({ start: Buffer.from([3]), end: Buffer.from([4]) }, true);
    await store.writer.run((view) => view.write([{ key: entry?.key ?? Buffer.from([9]), value: undefined }]));
    await store.close();
    const error = await failureOf(run());
    expect(error.message).toMatch(/damaged: test.notes: index 'text_1' lacks an entry.*restore the latest/);
    await expectNoLeftovers();
  });

  it('is not a data folder if it is incomplete', async () => {
    const cut = join(home, 'cut.unfinished');
    await mkdir(cut);
    await writeFile(join(cut, 'data.mdb.copy.unfinished'), 'some of it');
    const error = await failureOf(startEmbeddedMongo({ dataDir: cut }));
    expect(error.message).toMatch(/holds a backup that was not finished. Remove it/);
  });
});

describe('the command backup', () => {
  it.each([
    [{ backup: 1, to: 'somewhere/data.mdb' }, 2],
    [{ backup: 1 }, 14],
    [{ backup: 1, to: '/tmp/x', compact: true }, 238],
  ])('refuses %j', async (command, code) => {
    expect(await failureOf(client.db('admin').command(command))).toMatchObject({ code });
  });

  it('brings no folder back that was removed before it began', async () => {
    const command = { backup: 1, to: join(home, 'stopped.unfinished', 'data.mdb.copy') };
    const { message } = await failureOf(client.db('admin').command(command));
    expect(message).toContain('There is no folder');
    expect(existsSync(join(home, 'stopped.unfinished'))).toBe(false);
  });

  it('removes the folder of a backup that was stopped just before the copy, which the storage engine brings back', async () => {
    const folder = join(home, 'stopped.unfinished');
    const options = readCommandLine(['--dbpath', join(home, 'other')]);
    const engine = await Engine.open({ ...options, address: '', log: () => undefined });
    const copyTo = engine.store.copyTo.bind(engine.store);
    vi.spyOn(engine.store, 'copyTo').mockImplementation(async (file) => {
      await rmdir(folder);
      await copyTo(file);
      expect(existsSync(file)).toBe(true);
    });
    await mkdir(folder);
    const body = { backup: 1, to: join(folder, 'data.mdb.copy') };
    const sent = { engine, connectionId: 1, database: 'admin', name: 'backup', body, sequences: new Map() };
    const call = new Call({ ...sent, sessionId: undefined, txnNumber: undefined });
    const { message } = await failureOf(Promise.resolve(backup.run(call)));
    expect(message).toBe(`The folder ${folder} was removed`);
    expect(existsSync(folder)).toBe(false);
    await engine.close();
  });

  it('works only on the admin database and outside of transactions', async () => {
    const command = { backup: 1, to: join(home, 'copy') };
    expect(await failureOf(client.db('test').command(command))).toMatchObject({ code: 13 });
    await client.withSession(async (session) => {
      session.startTransaction();
      expect(await failureOf(client.db('admin').command(command, { session }))).toMatchObject({ code: 263 });
      await session.abortTransaction();
    });
    await writeFile(join(home, 'copy'), 'there');
    expect(await failureOf(client.db('admin').command(command))).toMatchObject({ code: 96 });
    expect(await readFile(join(home, 'copy'), 'utf8')).toBe('there');
  });
});
