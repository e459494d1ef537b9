import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';

/** The Redis server shared by several API processes. */
@Injectable()
export class SharedRedis implements OnApplicationShutdown {
  readonly client: Redis;
  /** A separate connection, because a subscribed connection cannot send other commands. */
  readonly subscriber: Redis;

  constructor(url: string) {
    this.client = new Redis(url, { maxRetriesPerRequest: 2 });
    this.subscriber = this.client.duplicate();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.client.quit(), this.subscriber.quit()]);
  }
}
