import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo } from '@shifa/embedded-mongo';
import { freePort, seededFolder, Server } from './server.js';

/** Two API processes that share a database and a Redis, as behind a balancer. */
export type Network = {
  here: Server;
  there: Server;
  /** The connection string of the database. */
  database: string;
  databasePid: number;
  /** The variables of both, for further processes. */
  shared: Record<string, string>;
  redis: { pid: () => number; stop: () => Promise<void>; start: () => Promise<void> };
  remove: () => Promise<void>;
};

type Options = {
  /** Of the database. */
  args?: readonly string[];
  /** Data to begin with: a data folder that is copied. By default the demo network. */
  dataDir?: string;
  /** Whether the database waits for the disk, which only measurements need. */
  isDurable?: boolean;
};

/** @param env further variables of the processes. */
export async function startNetwork(
  env: Record<string, string> = {},
  { args = [], dataDir = seededFolder(), isDurable = false }: Options = {},
): Promise<Network> {
  const folder = await mkdtemp(join(tmpdir(), 'shifa-network-'));
  if (dataDir !== undefined) await cp(dataDir, join(folder, 'database'), { recursive: true });
  const database = await startEmbeddedMongo({ dataDir: join(folder, 'database'), ephemeral: !isDurable, args });
  const redis = await startRedis(folder);
  const shared = {
    MONGODB_URI: database.uri,
    REDIS_URL: redis.url,
    JWT_SECRET: 'one secret that both processes know',
    SEED: 'demo',
    ...env,
  };
  const here = await Server.start(shared);
  const there = await Server.start(shared);
  return {
    here,
    there,
    database: database.uri,
    databasePid: database.pid,
    shared,
    redis,
    remove: async () => {
      await Promise.all([here.remove(), there.remove()]);
      await Promise.all([database.stop(), redis.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The Redis of the system: `redis-server` has to be there. */
async function startRedis(folder: string): Promise<Network['redis'] & { url: string }> {
  // While it is away, a client that connects from the port to itself would take one that the system gives to clients.
  const port = await freePort(20_000 + Math.floor(Math.random() * 10_000));
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
    await acceptsConnections(child);
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: () => child?.pid ?? 0,
    start,
    stop: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function acceptsConnections(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`redis-server ended with exit code ${String(code)}`)));
    child.stdout?.on('data', (text: Buffer) => {
      if (text.toString().includes('Ready to accept connections')) resolve();
    });
  });
}
