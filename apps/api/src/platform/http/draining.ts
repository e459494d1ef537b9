import { Server as TcpServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/** Requests that take longer are cut off, because process managers kill a process that does not end. */
const FINISH_REQUESTS_MS = 3_000;

/**
 * Takes the process out of service without failing a request: it says that it is not ready, serves what load balancers
 * still send, stops accepting connections, and finishes the requests in progress.
 */
@Injectable()
export class Draining {
  private started = false;
  private requests = 0;
  private whenFinished: (() => void) | undefined;
  private stopAccepting: () => void = () => undefined;

  get isDraining(): boolean {
    return this.started;
  }

  watch(server: FastifyInstance): void {
    // Not `close` of the HTTP server, which also cuts idle connections, just when a proxy may send a request on one.
    this.stopAccepting = () => TcpServer.prototype.close.call(server.server);
    server.addHook('onRequest', (_request, { raw }, done) => {
      this.requests += 1;
      raw.once('close', () => {
        this.requests -= 1;
        if (this.requests === 0) this.whenFinished?.();
      });
      done();
    });
    // A proxy does not use the connection again.
    server.addHook('onSend', (_request, reply, payload, done) => {
      if (this.started) reply.header('Connection', 'close');
      done(null, payload);
    });
  }

  /** @param graceMs how long load balancers may take to notice that the process is not ready. */
  async drain(graceMs: number): Promise<void> {
    this.started = true;
    if (graceMs > 0) await wait(graceMs);
    // What has connected by now is accepted first; otherwise it would be reset.
    await nextTurn();
    this.stopAccepting();
    if (this.requests === 0) return;
    const finished = new Promise<void>((resolve) => (this.whenFinished = resolve));
    await Promise.race([finished, wait(FINISH_REQUESTS_MS, undefined, { ref: false })]);
  }
}
