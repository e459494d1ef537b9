import { execFile, fork } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { embeddedMongodPath, startEmbeddedMongo } from '../index.js';
import { isRunning } from '../testing/unreaped.js';
import { failureOf, served } from '../testing/database.js';
import { PATIENCE } from '../testing/effort.js';
import { inNewFolder } from '../testing/folder.js';

let folder: string;
inNewFolder((path) => (folder = path));

describe('startEmbeddedMongo', () => {
  it('keeps data across a restart, with a socket that only the owner can reach', async () => {
    const first = await served({ dataDir: folder }, async (client, server) => {
      await client.db('shop').collection('notes').insertOne({ text: 'kept' });
      expect((await stat(join(folder, 'run'))).mode & 0o777).toBe(0o700);
      return server;
    });
    expect(await first.exited).toEqual({ code: 0, signal: null });
    const notes = await served({ dataDir: folder }, (client) => client.db('shop').collection('notes').find().toArray());
    expect(notes).toMatchObject([{ text: 'kept' }]);
  });

  it('lets nobody without its password use a port', async () => {
    await served({ dataDir: folder, ephemeral: true, tcp: true }, async (client, server) => {
      const notes = client.db('shop').collection('notes');
      await notes.insertOne({ text: 'kept' });
      const { host } = new URL(server.uri);
      for (const [uri, code] of [
        [`mongodb://${host}/?directConnection=true`, 13],
        [server.uri.replace(/:[^:@]+@/, ':guessed@'), 18],
      ] as const) {
        const stranger = new MongoClient(uri);
        await expect(stranger.db('shop').collection('notes').findOne()).rejects.toMatchObject({ code });
        await expect(stranger.db('shop').collection('notes').deleteMany({})).rejects.toMatchObject({ code });
        await stranger.close();
      }
      expect(await notes.countDocuments()).toBe(1);
    });
  });

  it('puts the socket elsewhere if the path of the data folder is too long', async () => {
    const deep = join(folder, 'x'.repeat(120));
    await served({ dataDir: deep, ephemeral: true }, async (client, server) => {
      expect(decodeURIComponent(server.uri)).toContain(join(tmpdir(), 'embedded-mongo-'));
      expect(await client.db('a').command({ ping: 1 })).toMatchObject({ ok: 1 });
    });
  });

  it('rejects a folder that another process uses, and names that process', async () => {
    const server = await startEmbeddedMongo({ dataDir: folder });
    const error = await failureOf(startEmbeddedMongo({ dataDir: folder }));
    expect(error.message).toMatch(new RegExp(`DBPathInUse: .*in use by process ${server.pid}`));
    await server.stop();
  });

  it('takes over from a process that was killed', async () => {
    const server = await startEmbeddedMongo({ dataDir: folder });
    process.kill(server.pid, 'SIGKILL');
    expect(await server.exited).toEqual({
      code: null,
      signal: 'SIGKILL',
      fault: expect.stringMatching(/exited unexpectedly \(SIGKILL\)/) as string,
    });
    const next = await startEmbeddedMongo({ dataDir: folder });
    await next.stop();
  });

  it('reports a folder written by MongoDB', async () => {
    await writeFile(join(folder, 'WiredTiger'), 'WiredTiger');
    const error = await failureOf(startEmbeddedMongo({ dataDir: folder }));
    expect(error.message).toMatch(/IncompatibleDataFileVersion: .*MONGODB_URI/);
  });

  it('ends when its parent is killed', async () => {
    const script = join(folder, 'parent.mjs');
    const entry = new URL('../../dist/index.js', import.meta.url).href;
    await mkdir(join(folder, 'data'));
    await writeFile(
      script,
      `import { startEmbeddedMongo } from ${JSON.stringify(entry)};
       const { pid } = await startEmbeddedMongo({ dataDir: ${JSON.stringify(join(folder, 'data'))} });
       process.send(pid);
       setInterval(() => undefined, 1000);`,
    );
    const parent = fork(script, { execArgv: [] });
    const pid = await new Promise<number>((resolve, reject) => {
      parent.once('message', (value) => resolve(Number(value)));
      parent.once('close', (code) => reject(new Error(`The parent ended with ${code}`)));
    });
    expect(isRunning(pid)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isRunning(pid), { timeout: PATIENCE }).toBe(false);
    await (await startEmbeddedMongo({ dataDir: join(folder, 'data') })).stop();
  });
});

describe('the executable', () => {
  const run = promisify(execFile);

  it('listens on this machine only', async () => {
    const error = await failureOf(run(embeddedMongodPath, ['--bind_ip', '0.0.0.0', '--dbpath', folder]));
    expect(error).toMatchObject({ code: 2, stdout: expect.stringMatching(/Unknown option '--bind_ip'/) as string });
  });

  it('is marked as executable', async () => {
    expect((await stat(embeddedMongodPath)).mode & 0o111).not.toBe(0);
    expect(await readFile(embeddedMongodPath, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });
});
