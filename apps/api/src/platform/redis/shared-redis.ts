import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';

/** The Redis server shared by several API processes. */
@Injectable()
export class SharedRedis implements OnApplicationShutdown {
  private readonly logger = new Logger(SharedRedis.name);
  readonly client: Redis;
  /** A separate connection, because a subscribed connection cannot send other commands. */
  readonly subscriber: Redis;
  /** The client, for senders that do not wait for the result: unhandled, a failure would end the process. */
  readonly publisher: Redis;

  constructor(url: string) {
    this.client = new Redis(url, { maxRetriesPerRequest: 2 });
    this.subscriber = this.client.duplicate();
    const publish = (channel: string, message: string) =>
      this.client.publish(channel, message).catch((error: unknown) => {
        this.logger.error(error);
        return 0;
      });
    this.publisher = new Proxy(this.client, {
      get: (client, name): unknown => (name === 'publish' ? publish : Reflect.get(client, name)),
    });
    for (const client of [this.client, this.subscriber]) {
      client.on('error', (error) => {
        this.logger.warn(error);
      });
    }
  }

  async onApplicationShutdown(): Promise<void> {
    const end = async (client: Redis) => {
      await client.quit().catch(() => undefined);
      // Otherwise, a client without a connection would continue to look for one.
      client.disconnect();
    };
    await Promise.all([this.client, this.subscriber].map(end));
  }
}
