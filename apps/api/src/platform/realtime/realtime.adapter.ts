import type { IncomingMessage, ServerResponse } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { createAdapter } from '@socket.io/redis-adapter';
import type { Server, ServerOptions } from 'socket.io';
import { RequestLimits } from '../http/request-limits';
import { addressKey } from '../limits/address-key';
import { ConcurrencyLimit } from '../limits/concurrency-limit';
import { clientAddress, type ProxyTrust } from '../limits/proxy-trust';
import type { SharedRedis } from '../redis/shared-redis';

/** Whether signed in or not. The people of a laboratory share an address. */
const SOCKETS_PER_ADDRESS = 500;

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
    if (this.redis) server.adapter(createAdapter(this.redis.publisher, this.redis.subscriber));
    this.limit(server.engine);
    return server;
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
