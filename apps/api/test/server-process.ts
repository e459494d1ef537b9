import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const ENTRY = join(__dirname, '../dist/src/main.js');

/** The built server in a separate process, started as an operator would start it. */
export class ServerProcess {
  private output = '';

  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
  }

  /** @param fileBytes how large a file can become, as on a disk that is full. */
  static spawn(env: Record<string, string>, umask = 0o077, fileBytes?: number): ServerProcess {
    const { PATH } = process.env;
    // POSIX counts blocks of 512 bytes.
    const limit = fileBytes === undefined ? '' : `ulimit -f ${Math.floor(fileBytes / 512)} && `;
    const command = `umask ${umask.toString(8)} && ${limit}exec "$0" "$@"`;
    return new ServerProcess(
      spawn('sh', ['-c', command, process.execPath, ENTRY], {
        env: { PATH, PORT: '0', LOG_LEVEL: 'warn', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
  }

  /** Waits until the server accepts requests, and returns the address that it prints. */
  async ready(): Promise<string> {
    for (;;) {
      const url = /Shifa MS is ready at (\S+)/.exec(this.output)?.[1];
      if (url) return url;
      if (this.hasEnded) throw new Error(`The server ended:\n${this.output}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Waits until the process has ended, and returns its exit code and its output. */
  async ended(): Promise<{ code: number | null; output: string }> {
    if (!this.hasEnded) await once(this.child, 'exit');
    return { code: this.child.exitCode, output: this.output };
  }

  kill(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL' | 'SIGUSR2'): void {
    this.child.kill(signal);
  }

  /** A process that was ended by a signal has no exit code. */
  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }
}
