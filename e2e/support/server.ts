import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const startLimitMs = 110_000;
const libfaketime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

/** `E2E_CLOCK=210` tries the journeys 210 minutes later than now. It needs Debian's `faketime`. */
const clockOffsetMinutes = Number(process.env['E2E_CLOCK'] ?? 0);
export const clockOffsetMs = clockOffsetMinutes * 60_000;
const movedClock: Record<string, string> =
  clockOffsetMinutes === 0
    ? {}
    : {
        LD_PRELOAD: libfaketime,
        FAKETIME: `${clockOffsetMinutes < 0 ? '' : '+'}${clockOffsetMinutes * 60}`,
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      };

/** A data folder with the demo network, from which no server runs: seeding it takes several times as long as a copy. */
export const seededFolder = (): string | undefined => process.env['E2E_SEEDED'];

/** A data folder to begin with: of the demo network, unless the server is to have other data. */
async function newDataDir(env: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shifa-e2e-'));
  const isOther = 'MONGODB_URI' in env || (env['SEED'] ?? 'demo') !== 'demo';
  const seeded = seededFolder();
  if (seeded !== undefined && !isOther) await cp(seeded, folder, { recursive: true });
  return folder;
}

/** The folder of an installation: it has `apps/api/dist`. */
export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** The built product on a free port, with its own data folder and its own process group. */
export class Server {
  private process: ChildProcess | undefined;
  private printed = '';

  private constructor(
    readonly dataDir: string,
    private readonly port: number,
    private readonly env: Record<string, string>,
  ) {}

  /**
   * @param env additional environment variables, such as the address of another database
   * @param dataDir a data folder that is there already; removed with the server like a new one
   */
  static async start(env: Record<string, string> = {}, dataDir?: string): Promise<Server> {
    const folder = dataDir ?? (await newDataDir(env));
    const server = new Server(folder, await freePort(), env);
    await server.run();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.process?.pid ?? 0;
  }

  /** Starts the server, or restarts it with the same data and port, of this or another installation. */
  async run(installation = REPOSITORY): Promise<void> {
    this.printed = '';
    const child = spawn(process.execPath, [join(installation, 'apps/api/dist/src/main.js')], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        ...movedClock,
        NODE_ENV: 'production',
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
        LOG_LEVEL: 'warn',
        ...this.env,
      },
    });
    this.process = child;
    await new Promise<void>((resolve, reject) => {
      const tooLate = setTimeout(() => reject(this.fault("wasn't ready in time")), startLimitMs);
      const listen = (chunk: Buffer) => {
        this.printed += chunk.toString();
        if (!this.printed.includes('is ready at')) return;
        clearTimeout(tooLate);
        resolve();
      };
      child.stdout.on('data', listen);
      child.stderr.on('data', listen);
      child.once('exit', (code) => reject(this.fault(`ended with exit code ${String(code)}`)));
    });
  }

  /** Kills the whole process group at once and without warning, as a power cut would. */
  async cutPower(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Kills a process of the group alone: this one, or that of its embedded database. */
  async kill(pid: number): Promise<void> {
    const child = this.process;
    if (!child) return;
    const exited = once(child, 'exit');
    process.kill(pid, 'SIGKILL');
    await exited;
  }

  /** Shuts the server down cleanly; `run` starts it again. */
  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  /** Shuts the server down cleanly and removes its data. */
  async remove(): Promise<void> {
    await this.end('SIGTERM');
    await rm(this.dataDir, { recursive: true, force: true });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.process;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    process.kill(signal === 'SIGKILL' ? -child.pid : child.pid, signal);
    await exited;
  }

  private fault(what: string): Error {
    return new Error(`The server ${what}. It printed:\n${this.printed}`);
  }
}

/** @param port one that must be free; by default any. */
export async function freePort(port = 0): Promise<number> {
  const probe = createServer().listen(port, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port was found.');
  return address.port;
}
