import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { embeddedMongodPath, startEmbeddedMongo } from '../index.js';
import { failureOf } from '../testing/database.js';
import { inNewFolder } from '../testing/folder.js';
import { spawnUnreaped } from '../testing/unreaped.js';
import { FolderLock, ownerOf } from './folder-lock.js';

/** Longer than a new server waits for a running owner. */
const LONG_STOP_MILLISECONDS = 3000;

let folder: string;
inNewFolder((path) => (folder = path));

describe('the owner of a data folder', () => {
  it('is known from taking the folder until releasing it', async () => {
    expect(ownerOf(folder)).toBeUndefined();
    const lock = await FolderLock.take(folder);
    expect(ownerOf(folder)).toMatchObject({ pid: process.pid });
    lock.announce('127.0.0.1:27017');
    expect(ownerOf(folder)).toMatchObject({ pid: process.pid, address: '127.0.0.1:27017' });
    lock.release();
    expect(ownerOf(folder)).toBeUndefined();
  });

  it('excludes others while it runs', async () => {
    const lock = await FolderLock.take(folder);
    expect((await failureOf(FolderLock.take(folder))).message).toContain(`in use by process ${process.pid} since `);
    lock.release();
    const next = await FolderLock.take(folder);
    expect(next.tookOver).toBe(false);
    next.release();
  });

  it('is waited for while it shuts down', async () => {
    const lock = await FolderLock.take(folder);
    lock.announceStop();
    const next = FolderLock.take(folder);
    await sleep(LONG_STOP_MILLISECONDS);
    lock.release();
    expect((await next).tookOver).toBe(false);
    (await next).release();
  });

  it('loses the folder as soon as it is killed, even while it remains a zombie', async () => {
    const args = [embeddedMongodPath, '--dbpath', folder, '--port', '0'];
    const owner = await spawnUnreaped(process.execPath, args);
    await owner.line(/Waiting for connections/);
    process.kill(owner.pid, 'SIGKILL');
    const next = await startEmbeddedMongo({ dataDir: folder });
    expect(ownerOf(folder)).toMatchObject({ pid: next.pid });
    await next.stop();
    expect(() => process.kill(owner.pid, 0)).not.toThrow();
    owner.stop();
  });
});
