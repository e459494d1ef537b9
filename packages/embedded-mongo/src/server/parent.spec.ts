import { mkdtemp, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { embeddedMongodPath } from '../index.js';
import { spawnUnreaped } from '../testing/unreaped.js';
import { isRunning, whenParentIsGone } from './parent.js';

const SYSTEM_TELLS_ZOMBIES = existsSync('/proc/self/stat');

describe('a parent that was killed and is kept as a zombie', () => {
  it.runIf(SYSTEM_TELLS_ZOMBIES)('is gone', async () => {
    const parent = await spawnUnreaped('sleep', ['600']);
    const gone = new Promise<void>((resolve) => whenParentIsGone(parent.pid, resolve));
    expect(isRunning(parent.pid)).toBe(true);
    process.kill(parent.pid, 'SIGKILL');
    await gone;
    expect(() => process.kill(parent.pid, 0)).not.toThrow();
    parent.stop();
  });

  it('ends the server that it started', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'em-'));
    const server = `"${process.execPath}" "${embeddedMongodPath}" --dbpath "${folder}" --port 0 --parent-pid $$`;
    const parent = await spawnUnreaped('sh', ['-c', `${server} & echo "server $!"; wait`]);
    const pid = Number((await parent.line(/^server /)).slice('server '.length));
    await parent.line(/Waiting for connections/);
    process.kill(parent.pid, 'SIGKILL');
    await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false);
    expect(() => process.kill(parent.pid, 0)).not.toThrow();
    parent.stop();
    await rm(folder, { recursive: true, force: true });
  });
});
