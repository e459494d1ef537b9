import { type Channel, subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { pools } from '../limits/pools';
import { DatabaseHealth } from '../mongo/database-health';
import { Realtime } from '../realtime/realtime';
import { type SocketMessage, socketMessages } from '../realtime/socket-messages';
import {
  type CacheRead,
  cacheReads,
  type MessageAttempt,
  messageAttempts,
  observe,
  type Work,
} from '../observability/observed';

/** How metrics can be read; they are off without either. */
export type MetricsSettings = {
  /** What a client of `/api/metrics` sends as its bearer token. */
  token?: string | undefined;
  /** A port of this machine's own address that needs no token. */
  port?: number | undefined;
};

export const METRICS_SETTINGS = Symbol('metrics-settings');

/** From a cached read to an import, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

type Meters = Awaited<ReturnType<typeof createMeters>>;

/** What the process does, in the text format of Prometheus. Nothing is counted, or even loaded, while it is off. */
@Injectable()
export class Metrics implements OnModuleInit, OnApplicationShutdown {
  private meters: Meters | undefined;
  private endings: (() => void)[] = [];

  constructor(
    private readonly database: DatabaseHealth,
    private readonly realtime: Realtime,
    @Inject(METRICS_SETTINGS) readonly settings: MetricsSettings,
  ) {}

  get isOn(): boolean {
    return this.settings.token !== undefined || this.settings.port !== undefined;
  }

  async onModuleInit(): Promise<void> {
    if (!this.isOn) return;
    const meters = (this.meters = await createMeters(this.realtime));
    this.endings.push(observe((work, run) => time(meters, work, run)));
    this.subscribe(cacheReads, (message) => {
      const { cache, hits, misses } = message as CacheRead;
      meters.cacheReads.inc({ cache, outcome: 'hit' }, hits);
      meters.cacheReads.inc({ cache, outcome: 'miss' }, misses);
    });
    this.subscribe(socketMessages, (message) => {
      meters.socketMessages.inc(message as SocketMessage);
    });
    this.subscribe(messageAttempts, (message) => {
      meters.messages.inc(message as MessageAttempt);
    });
    this.database.followCommands((command, outcome, ms) => {
      meters.commands.observe({ command, outcome }, ms / 1_000);
    });
  }

  onApplicationShutdown(): void {
    for (const end of this.endings) end();
  }

  watch(server: FastifyInstance): void {
    if (!this.isOn) return;
    server.addHook('onResponse', (request, reply, done) => {
      const { method, routeOptions } = request;
      // Paths that no route names are unlimited in number.
      const route = routeOptions.url?.startsWith('/api/') ? routeOptions.url : 'other';
      this.meters?.requests.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
      done();
    });
  }

  private subscribe({ name }: Channel, listener: (message: unknown) => void): void {
    subscribe(name, listener);
    this.endings.push(() => unsubscribe(name, listener));
  }

  /** @returns undefined while metrics are off. */
  async read(): Promise<{ type: string; text: string } | undefined> {
    const { registry } = this.meters ?? {};
    return registry && { type: registry.contentType, text: await registry.metrics() };
  }
}

/** A job that changes something runs transactions, which count as well. */
async function time<Result>(meters: Meters, work: Work, run: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  let outcome = 'failed';
  try {
    const result = await run();
    if (work.failedRows === 0) outcome = 'ok';
    return result;
  } finally {
    const seconds = (performance.now() - startedAt) / 1_000;
    if (work.kind === 'job') meters.jobs.observe({ job: work.name, outcome }, seconds);
    if (work.kind === 'transaction') {
      meters.transactions.observe({ outcome }, seconds);
      meters.retries.inc(Math.max(0, work.attempts - 1));
    }
  }
}

async function createMeters(realtime: Realtime) {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const registry: Registry = new Registry();
  const registers = [registry];
  // Memory, event-loop delay, garbage collection, handles.
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'shifa_sockets',
    help: 'Open sockets of this process.',
    registers,
    collect() {
      this.set(realtime.connections);
    },
  });
  new Gauge({
    name: 'shifa_queue_waiting',
    help: 'Queued tasks, by pool.',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, share] of Object.entries(pools)) this.set({ pool }, share.waitingCount);
    },
  });
  return {
    registry,
    requests: new Histogram({
      name: 'shifa_http_request_seconds',
      help: 'Requests by route, from the first byte to the end of the response.',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS,
      registers,
    }),
    commands: new Histogram({
      name: 'shifa_database_command_seconds',
      help: 'Commands to the database.',
      labelNames: ['command', 'outcome'],
      buckets: BUCKETS,
      registers,
    }),
    transactions: new Histogram({
      name: 'shifa_transaction_seconds',
      help: 'Changes, each with its retries.',
      labelNames: ['outcome'],
      buckets: BUCKETS,
      registers,
    }),
    retries: new Counter({
      name: 'shifa_transaction_retries_total',
      help: 'Retries of changes that conflicted with another one.',
      registers,
    }),
    jobs: new Histogram({
      name: 'shifa_job_seconds',
      help: 'Runs of scheduled jobs.',
      labelNames: ['job', 'outcome'],
      buckets: BUCKETS,
      registers,
    }),
    cacheReads: new Counter({
      name: 'shifa_cache_reads_total',
      help: 'Values that were requested from caches.',
      labelNames: ['cache', 'outcome'],
      registers,
    }),
    socketMessages: new Counter({
      name: 'shifa_socket_messages_total',
      help: 'Events sent to sockets and received from them.',
      labelNames: ['event', 'outcome'],
      registers,
    }),
    messages: new Counter({
      name: 'shifa_messages_total',
      help: 'Attempts to send messages, by email or push.',
      labelNames: ['channel', 'outcome'],
      registers,
    }),
  };
}
