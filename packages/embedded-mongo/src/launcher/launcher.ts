import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { damagedData } from '../store/folder.js';

/** The executable of the server. */
export const embeddedMongodPath = fileURLToPath(new URL('../../bin/embedded-mongod.mjs', import.meta.url));

export interface EmbeddedMongoOptions {
  /** The data folder; created if it does not exist. Only one process at a time may use it. */
  dataDir: string;
  /** Skips the flush to disk; for tests. */
  ephemeral?: boolean;
  /** Listens on a port with a password rather than on a socket: always on Windows, whose sockets drivers do not use. */
  tcp?: boolean;
  /** Additional command-line arguments, such as `--setParameter ttlMonitorSleepSecs=1`. */
  args?: readonly string[];
  /** Receives the server's output, line by line. */
  onLog?: (line: string) => void;
}

export interface EmbeddedMongoExit {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** What happened and what to do about it, if the server was not told to stop. */
  fault?: string;
}

export interface EmbeddedMongo {
  /** The connection string for any MongoDB driver. */
  readonly uri: string;
  readonly pid: number;
  /** Stops the server, flushing all data, and resolves once the process is gone. */
  stop(): Promise<void>;
  /** Resolves when the process is gone, for whatever reason. */
  readonly exited: Promise<EmbeddedMongoExit>;
}

const STOP_MILLISECONDS = 10_000;
const LINES_KEPT = 20;

/**
 * Starts the database in a process of its own, which ends when this process ends, for whatever reason. Resolves once
 * the database accepts connections.
 * @throws Error with the server's output if it cannot start, for example because another process uses the data
 * folder.
 */
export async function startEmbeddedMongo(options: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
  const dataDir = resolve(options.dataDir);
  const usesPort = options.tcp ?? process.platform === 'win32';
  const socketPath = usesPort ? undefined : socketPathFor(dataDir);
  const child = fork(embeddedMongodPath, argumentsFor(dataDir, socketPath, options), {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n').filter(Boolean)) {
        options.onLog?.(line);
        lines.push(line);
        if (lines.length > LINES_KEPT) lines.shift();
      }
    });
  }
  const exited = new Promise<EmbeddedMongoExit>((done) => {
    child.once('exit', (code, signal) => {
      if (code === 0) done({ code, signal });
      else void outputEnded(child).then(() => done({ code, signal, fault: faultOf(code, signal, dataDir, lines) }));
    });
  });
  const address = await firstMessage(child, exited, lines);
  return {
    uri: serverUri(address),
    pid: child.pid ?? 0,
    exited,
    stop: () => stop(child, exited),
  };
}

/** The signals by which the storage engine ends the process when it finds a corrupt page in its file. */
const DAMAGE: readonly (NodeJS.Signals | null)[] = ['SIGABRT', 'SIGSEGV', 'SIGBUS'];

function faultOf(
  code: number | null,
  signal: NodeJS.Signals | null,
  dataDir: string,
  lines: readonly string[],
): string {
  const how = signal ?? `exit code ${code}`;
  if (!DAMAGE.includes(signal)) return `The embedded database exited unexpectedly (${how}): ${lines.join('\n')}`;
  return `The embedded database exited unexpectedly (${how}): ${damagedData(dataDir, lines.at(-1) ?? 'no reason given')}`;
}

// Output that was printed before the process died may arrive after its exit event.
async function outputEnded({ stdout, stderr }: ChildProcess): Promise<void> {
  for (const stream of [stdout, stderr]) if (stream && !stream.closed) await once(stream, 'close');
}

function argumentsFor(
  dataDir: string,
  socketPath: string | undefined,
  { ephemeral, args = [] }: EmbeddedMongoOptions,
): string[] {
  return [
    '--dbpath',
    dataDir,
    ...(socketPath ? ['--socket', socketPath] : ['--port', '0', '--auth']),
    ...(ephemeral ? ['--ephemeral'] : []),
    ...args,
  ];
}

/** The connection string of a server on a socket, given by its path, or on `host:port` or `user:password@host:port`. */
export function serverUri(address: string): string {
  const auth = !isAbsolute(address) && address.includes('@') ? '&authMechanism=PLAIN&authSource=%24external' : '';
  return `mongodb://${isAbsolute(address) ? encodeURIComponent(address) : address}/?directConnection=true${auth}`;
}

/** The address the server listens on; a failure before that includes the server's last output. */
async function firstMessage(
  child: ChildProcess,
  exited: Promise<EmbeddedMongoExit>,
  lines: readonly string[],
): Promise<string> {
  const message = new Promise<string>((done, fail) => {
    child.once('message', (value: { address: string }) => done(value.address));
    child.once('error', fail);
  });
  const gone = exited.then(({ code, signal, fault }) => {
    if (fault !== undefined && DAMAGE.includes(signal)) throw new Error(fault);
    const reason = lines.join('\n').replace(/^exception in initAndListen: (.*), terminating$/m, '$1');
    throw new Error(`The embedded database did not start (${signal ?? `exit code ${code}`}): ${reason}`);
  });
  // When the server exits later, nothing is waiting for this promise any more.
  gone.catch(() => undefined);
  return Promise.race([message, gone]);
}

async function stop(child: ChildProcess, exited: Promise<EmbeddedMongoExit>): Promise<void> {
  // Closing the channel requests a clean shutdown on every system; signals do not do that on Windows.
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MILLISECONDS);
  await exited;
  clearTimeout(timer);
}

/** A socket's path, including its terminating zero, is limited to 108 bytes on Linux and 104 on macOS. */
const MAX_BYTES = 103;

/**
 * The path of the socket for a data folder, in a directory that only its owner can enter: inside the data folder or,
 * if that path would be too long, in the system's temporary folder.
 * @throws Error if the directory belongs to another user.
 */
function socketPathFor(dataDir: string): string {
  const inside = join(dataDir, 'run', 'mongod.sock');
  if (Buffer.byteLength(inside) <= MAX_BYTES) return inPrivateFolder(join(dataDir, 'run'));
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return inPrivateFolder(join(tmpdir(), `embedded-mongo-${hash}`));
}

function inPrivateFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid } = lstatSync(folder);
  if (!lstatSync(folder).isDirectory() || uid !== process.getuid?.()) {
    throw new Error(`The folder ${folder} for the database's socket belongs to another user; remove it`);
  }
  // It may have existed already with other permissions.
  chmodSync(folder, 0o700);
  return join(folder, 'mongod.sock');
}
