import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TestApp } from '../test-app';
import { CommandChecker } from './rules';
import { Relay } from './relay';

const scripts = join(__dirname, '../../../../scripts');
const run = async (script: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(scripts, script), ...args]);

/** db:backup copies the embedded database only. */
it('MongoDB would refuse nothing that db:export and db:import send', async () => {
  const app = await TestApp.start();
  const home = await mkdtemp(join(tmpdir(), 'shifa-tools-'));
  const relay = await Relay.start(app.mongodbUri, new CommandChecker());
  try {
    await app.laboratory();
    const source = new URL(app.mongodbUri).pathname.slice(1);
    const folder = join(home, 'export');
    await run('db-export.mjs', '--from', relay.uri(source), '--to', folder);
    await run('db-import.mjs', '--from', folder, '--to', relay.uri(`${source}-2`));
    await run('db-import.mjs', '--from', folder, '--to', relay.uri(`${source}-2`), '--replace');
    expect([...relay.names]).toEqual(expect.arrayContaining(['find', 'insert', 'createIndexes']));
    expect(relay.checker.broken).toEqual([]);
  } finally {
    await relay.stop();
    await app.close();
    await rm(home, { recursive: true, force: true });
  }
});
