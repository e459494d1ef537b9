import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo } from '@shifa/embedded-mongo';
import { freePort, Server } from './server.js';

/** Two API processes that share a database and a Redis, as behind a balancer. */
export type Network = {
  here: Server;
  there: Server;
  /** The connection string of the database. */
  database: string;
  /** The variables of both, for further processes. */
  shared: Record<string, string>;
  redis: { stop: () => Promise<void>; start: () => Promise<void> };
  remove: () => Promise<void>;
};

/**
 * @param env further variables of the processes.
 * @param args of the database.
 */
export async function startNetwork(env: Record<string, string> = {}, args: readonly string[] = []): Promise<Network> {
  const folder = await mkdtemp(join(tmpdir(), 'shifa-network-'));
  const database = await startEmbeddedMongo({ dataDir: join(folder, 'database'), ephemeral: true, args });
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
