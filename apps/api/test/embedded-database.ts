import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const PROGRAM = join(dirname(require.resolve('@shifa/embedded-mongo/package.json')), 'bin/embedded-mongod.mjs');

/** The embedded database on a data folder of its own, as the product starts it. Jest cannot load its launcher. */
export class EmbeddedDatabase {
  private constructor(
    readonly dataDir: string,
    readonly uri: string,
    private readonly child: ChildProcess,
  ) {}

  /** @param dataDir by default a new one, in a folder of its own. */
  static async start(dataDir?: string): Promise<EmbeddedDatabase> {
    const folder = dataDir ?? join(await mkdtemp(join(tmpdir(), 'sh-')), 'data');
    const socket = join(folder, 'run', 'mongod.sock');
    mkdirSync(dirname(socket), { recursive: true, mode: 0o700 });
    const quiet = ['--setParameter', 'ttlMonitorSleepSecs=2000000'];
    const child = fork(PROGRAM, ['--dbpath', folder, '--socket', socket, ...quiet], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await once(child, 'message');
    return new EmbeddedDatabase(folder, `mongodb://${encodeURIComponent(socket)}/test?directConnection=true`, child);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.disconnect();
    await exited;
  }

  /** Stops it and removes its folder with everything next to it. */
  async remove(): Promise<void> {
    await this.stop();
    await rm(dirname(this.dataDir), { recursive: true, force: true });
  }
}
