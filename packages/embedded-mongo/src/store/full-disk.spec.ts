import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { embeddedMongodPath } from '../index.js';
import { failureOf, served } from '../testing/database.js';
import { inNewFolder } from '../testing/folder.js';

const OUT_OF_DISK_SPACE = 14031;
/** The unit of `ulimit -f`. */
const BLOCK = 1024;
const LIMIT_BLOCKS = 1500;

let folder: string;
let server: ChildProcess;
let client: MongoClient;

inNewFolder((path) => (folder = path));
beforeEach(async () => {
  // A process limit simulates a full disk: both prevent a file from growing, and the limit needs no privileges.
  const socket = join(folder, 'mongod.sock');
  const command = `ulimit -f ${LIMIT_BLOCKS}; exec "$0" "$@"`;
  const program = ['-c', command, process.execPath, embeddedMongodPath];
  const options = ['--dbpath', join(folder, 'data'), '--socket', socket];
  server = spawn('bash', [...program, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise<void>((resolve, reject) => {
    server.stdout?.on('data', (text) => String(text).includes('Waiting for connections') && resolve());
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}`)));
  });
  client = await MongoClient.connect(`mongodb://${encodeURIComponent(socket)}/?directConnection=true`);
});
afterEach(async () => {
  await client.close();
  await endServer();
});

async function endServer(): Promise<void> {
  server.kill();
  // It may have ended by itself.
  if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
}

describe('a full disk', () => {
  it('fails the write, not the data', async () => {
    const notes = client.db('test').collection<{ _id: number; text: string }>('notes');
    await notes.createIndexes([{ key: { text: 1 }, unique: true, partialFilterExpression: { text: { $lt: 'b' } } }]);
    const acknowledged: number[] = [];
    const text = 'x'.repeat(20_000);
    let failure: (Error & { code?: unknown }) | undefined;
    for (let id = 0; id < 1000 && !failure; id += 1) {
      await notes.insertOne({ _id: id, text }).then(
        () => acknowledged.push(id),
        (error: unknown) => (failure = error as Error),
      );
    }
    expect(failure).toMatchObject({
      code: OUT_OF_DISK_SPACE,
      message: expect.stringMatching(/Nothing was written: the disk of .* is full or failing/) as string,
    });
    expect(acknowledged.length).toBeGreaterThan(10);
    await notes.insertOne({ _id: -1, text: 'small' });
    await notes.deleteOne({ _id: -1 });

    // The server keeps answering, and writes that fit succeed.
    expect(await notes.countDocuments()).toBe(acknowledged.length);
    expect(await notes.findOne({ _id: 0 })).toEqual({ _id: 0, text });
    expect(
      await failureOf(
        notes.insertMany([
          { _id: 5000, text },
          { _id: 5001, text },
        ]),
      ),
    ).toMatchObject({ code: OUT_OF_DISK_SPACE });
    expect(await client.db('test').command({ validate: 'notes' })).toMatchObject({
      valid: true,
      nrecords: acknowledged.length,
    });

    const backup = join(folder, 'copy');
    await client
      .db('admin')
      .command({ backup: 1, to: backup })
      .catch((error: unknown) => {
        expect(error).toMatchObject({ code: OUT_OF_DISK_SPACE });
      });
    expect((await readdir(folder)).filter((name) => name.startsWith('copy.'))).toEqual([]);

    await client.close();
    await endServer();
    expect((await stat(join(folder, 'data', 'data.mdb'))).size).toBeLessThanOrEqual(LIMIT_BLOCKS * BLOCK);
    await served({ dataDir: join(folder, 'data') }, async (again) => {
      const kept = again.db('test').collection<{ _id: number; text: string }>('notes');
      expect((await kept.find().toArray()).map(({ _id }) => _id)).toEqual(acknowledged);
      await kept.insertOne({ _id: 9999, text });
      const nrecords = acknowledged.length + 1;
      expect(await again.db('test').command({ validate: 'notes' })).toMatchObject({ valid: true, nrecords });
    });
  });
});
