import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { damagedData } from '../store/folder.js';
import { socketPathFor } from './socket-path.js';

/** The executable that takes mongod's command line, for whoever starts one by its path. */
export const embeddedMongodPath = fileURLToPath(new URL('../../bin/embedded-mongod.mjs', import.meta.url));

export interface EmbeddedMongoOptions {
  /** The folder of the data; made when it is not there. One process at a time may hold it. */
  dataDir: string;
  /** Skips the flush to disk: for tests. */
  ephemeral?: boolean;
  /** More of its command line, such as `--setParameter ttlMonitorSleepSecs=1`. */
  args?: readonly string[];
  /** Told what the server prints, a line at a time. */
  onLog?: (line: string) => void;
}

export interface EmbeddedMongoExit {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** What happened and what to do, when it was not told to end. */
  fault?: string;
}

/** A running embedded database. */
export interface EmbeddedMongo {
  /** The connection string for any driver. */
  readonly uri: string;
  readonly pid: number;
  /** Flushes, ends the process, and resolves when it is gone. */
  stop(): Promise<void>;
  /** Resolves when the process is gone, whoever ended it. */
  readonly exited: Promise<EmbeddedMongoExit>;
}

const STOP_MILLISECONDS = 10_000;
const LINES_KEPT = 20;

/**
 * Starts the database in a process of its own, which ends with this one, however that ends. Resolves when it answers.
 * @throws Error with what the server printed when it cannot start, such as a data folder that another process holds.
 */
export async function startEmbeddedMongo(options: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
  const dataDir = resolve(options.dataDir);
  const socketPath = process.platform === 'win32' ? undefined : socketPathFor(dataDir);
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
      else void lastWords(child).then(() => done({ code, signal, fault: faultOf(code, signal, dataDir, lines) }));
    });
  });
  const listening = await firstMessage(child, exited, lines);
  return {
    uri: serverUri(socketPath, `127.0.0.1:${String(listening)}`),
    pid: child.pid ?? 0,
    exited,
    stop: () => stop(child, exited),
  };
}

/** The signals by which the storage ends the process when a page of its file makes no sense. */
const DAMAGE: readonly (NodeJS.Signals | null)[] = ['SIGABRT', 'SIGSEGV', 'SIGBUS'];

function faultOf(
  code: number | null,
  signal: NodeJS.Signals | null,
  dataDir: string,
  lines: readonly string[],
): string {
  const how = signal ?? `exit code ${code}`;
  if (!DAMAGE.includes(signal)) return `The embedded database has ended (${how}): ${lines.join('\n')}`;
  return `The embedded database has ended (${how}): ${damagedData(dataDir, lines.at(-1) ?? 'no reason given')}`;
}

// What it printed before it died may arrive after the news of its death.
async function lastWords({ stdout, stderr }: ChildProcess): Promise<void> {
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
    ...(socketPath ? ['--socket', socketPath] : ['--port', '0']),
    ...(ephemeral ? ['--storageEngine', 'ephemeralForTest'] : []),
    '--parent-pid',
    String(process.pid),
    ...args,
  ];
}

/** The connection string of a server: over its socket, else over TCP. */
export function serverUri(socketPath: string | undefined, hostAndPort: string): string {
  return `mongodb://${socketPath === undefined ? hostAndPort : encodeURIComponent(socketPath)}/?directConnection=true`;
}

/** Where the server listens; a failure before that comes with its last words. */
async function firstMessage(
  child: ChildProcess,
  exited: Promise<EmbeddedMongoExit>,
  lines: readonly string[],
): Promise<unknown> {
  const message = new Promise<unknown>((done, fail) => {
    child.once('message', (value: { listening: unknown }) => done(value.listening));
    child.once('error', fail);
  });
  const gone = exited.then(({ code, signal, fault }) => {
    if (fault !== undefined && DAMAGE.includes(signal)) throw new Error(fault);
    const reason = lines.join('\n').replace(/^exception in initAndListen: (.*), terminating$/m, '$1');
    throw new Error(`The embedded database did not start (${signal ?? `exit code ${code}`}): ${reason}`);
  });
  // When the server ends later, nobody waits here any more.
  gone.catch(() => undefined);
  return Promise.race([message, gone]);
}

async function stop(child: ChildProcess, exited: Promise<EmbeddedMongoExit>): Promise<void> {
  // Closing the channel asks for a clean end on every system; signals do not on Windows.
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MILLISECONDS);
  await exited;
  clearTimeout(timer);
}
