import type { INestApplication } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { createAdapter } from '@socket.io/redis-adapter';
import type { Server, ServerOptions } from 'socket.io';
import type { SharedRedis } from '../redis/shared-redis';

/** socket.io on the port of the HTTP server. With Redis, rooms span all processes. */
export class RealtimeAdapter extends IoAdapter {
  constructor(
    app: INestApplication,
    private readonly redis: SharedRedis | null,
  ) {
    super(app);
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const server = super.createIOServer(port, options) as Server;
    if (this.redis) server.adapter(createAdapter(this.redis.client, this.redis.subscriber));
    return server;
  }
}
