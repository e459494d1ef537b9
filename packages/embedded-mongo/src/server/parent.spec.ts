import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { embeddedMongodPath } from '../index.js';
import { PATIENCE } from '../testing/effort.js';
import { spawnUnreaped } from '../testing/unreaped.js';
import { isRunning } from './parent.js';

const SHOWS_ZOMBIES = existsSync('/proc/self/stat');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'em-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a parent that was killed and remains a zombie', () => {
  it.runIf(SHOWS_ZOMBIES)('ends the server that was given its number', async () => {
    const parent = await spawnUnreaped('sleep', ['600']);
    const args = [embeddedMongodPath, '--dbpath', folder, '--port', '0', '--parent-pid', String(parent.pid)];
    const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(server, 'exit');
    await once(server.stdout, 'data');
    process.kill(parent.pid, 'SIGKILL');
    expect(await exited).toEqual([0, null]);
    expect(() => process.kill(parent.pid, 0)).not.toThrow();
    parent.stop();
  });

  it('ends the server that it started', async () => {
    const server = `"${process.execPath}" "${embeddedMongodPath}" --dbpath "${folder}" --port 0 --parent-pid $$`;
    const parent = await spawnUnreaped('sh', ['-c', `${server} & echo "server $!"; wait`]);
    const pid = Number((await parent.line(/^server /)).slice('server '.length));
    await parent.line(/Waiting for connections/);
    process.kill(parent.pid, 'SIGKILL');
    await expect.poll(() => isRunning(pid), { timeout: PATIENCE }).toBe(false);
    expect(() => process.kill(parent.pid, 0)).not.toThrow();
    parent.stop();
  });
});
