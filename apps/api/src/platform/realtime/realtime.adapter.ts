import type { IncomingMessage, ServerResponse } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Server, ServerOptions } from 'socket.io';
import { RequestLimits } from '../http/request-limits';
import { addressKey } from '../limits/address-key';
import { ConcurrencyLimit } from '../limits/concurrency-limit';
import { clientAddress, type ProxyTrust } from '../limits/proxy-trust';
import type { SharedRedis } from '../redis/shared-redis';

/** Whether signed in or not. The people of a laboratory share an address. */
const SOCKETS_PER_ADDRESS = 500;

/** Shorter than the time to shut down, which waits for the read in progress. */
const STREAM_READ_MS = 1_000;
/** The number of events that are kept for processes that cannot read for a while. */
const STREAM_LENGTH = 20_000;
const KEEP_PLACE_MS = 2_000;
const NOBODY = 'nobody';

type Handshaken = {
  request: IncomingMessage;
  once: (event: 'close', listener: () => void) => void;
  close: (discard: true) => void;
};

/** socket.io on the port of the HTTP server, with its limits per address. With Redis, rooms span all processes. */
export class RealtimeAdapter extends IoAdapter {
  constructor(
    private readonly application: INestApplication,
    private readonly redis: SharedRedis | null,
    private readonly trust: ProxyTrust,
  ) {
    super(application);
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const server = super.createIOServer(port, options) as Server;
    if (this.redis) this.share(server, this.redis);
    this.limit(server.engine);
    return server;
  }

  /** Events pass through a stream, from which a process continues to read where it was when Redis comes back. */
  private share(server: Server, redis: SharedRedis): void {
    server.adapter(createAdapter(redis.events, { blockTimeInMs: STREAM_READ_MS, maxLen: STREAM_LENGTH }));
    // A reader knows its place in the stream from the first event on, so each process sends one of no effect.
    const keepPlace = () => server.in(NOBODY).socketsLeave(NOBODY);
    keepPlace();
    const timer = setInterval(keepPlace, KEEP_PLACE_MS).unref();
    server.engine.once('close', () => clearInterval(timer));
  }

  private limit(engine: Server['engine']): void {
    const limits = this.application.get(RequestLimits);
    engine.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
      limits.countFile(clientAddress(request, this.trust)).then(
        () => {
          next();
        },
        () => {
          response.writeHead(429);
          response.end();
        },
      );
    });
    const sockets = new ConcurrencyLimit(SOCKETS_PER_ADDRESS);
    engine.on('connection', (socket: Handshaken) => {
      const release = sockets.acquire(addressKey(clientAddress(socket.request, this.trust)));
      if (release) socket.once('close', release);
      else socket.close(true);
    });
  }
}
