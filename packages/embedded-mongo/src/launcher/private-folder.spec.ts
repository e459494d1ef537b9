import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { embeddedMongodPath } from '../index.js';
import { inNewFolder } from '../testing/folder.js';
import { makePrivate } from './private-folder.js';

const modeOf = (path: string): number => lstatSync(path).mode & 0o7777;

let home: string;
inNewFolder((path) => (home = path));

describe('makePrivate', () => {
  it('creates a folder for its owner only', () => {
    expect(makePrivate(join(home, 'a', 'b'))).toBe(false);
    expect([modeOf(join(home, 'a')), modeOf(join(home, 'a', 'b'))]).toEqual([0o700, 0o700]);
  });

  it('closes a folder and its files to others, and says so once', () => {
    const folder = join(home, 'data');
    mkdirSync(folder);
    writeFileSync(join(folder, 'data.mdb'), '');
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'data.mdb'), 0o664);
    expect(makePrivate(folder)).toBe(true);
    expect([modeOf(folder), modeOf(join(folder, 'data.mdb'))]).toEqual([0o700, 0o600]);
    expect(makePrivate(folder)).toBe(false);
  });

  it('changes neither the target of a link nor a folder that everyone shares', () => {
    const target = join(home, 'target');
    writeFileSync(target, '');
    chmodSync(target, 0o644);
    const shared = join(home, 'shared');
    mkdirSync(shared);
    chmodSync(shared, 0o1777);
    symlinkSync(target, join(shared, 'link'));
    expect(makePrivate(shared)).toBe(false);
    expect([modeOf(target), modeOf(shared)]).toEqual([0o644, 0o1777]);
  });
});

describe('the server', () => {
  it('creates all its files for its owner only, whatever the umask', async () => {
    const folder = join(home, 'data');
    const command = `umask 0 && exec "$0" "$@"`;
    const args = ['-c', command, process.execPath, embeddedMongodPath, '--dbpath', folder, '--port', '0'];
    const server = spawn('sh', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(server, 'exit');
    await once(server.stdout, 'data');
    const paths = [folder, ...readdirSync(folder).map((name) => join(folder, name))];
    expect(paths.length).toBeGreaterThan(3);
    expect(paths.map((path) => [path, modeOf(path) & 0o077])).toEqual(paths.map((path) => [path, 0]));
    server.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });
});
