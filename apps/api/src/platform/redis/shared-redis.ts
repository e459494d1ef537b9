import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';

/** The Redis that several API processes share. */
@Injectable()
export class SharedRedis implements OnApplicationShutdown {
  readonly client: Redis;
  /** A connection that listens can do nothing else. */
  readonly subscriber: Redis;

  constructor(url: string) {
    this.client = new Redis(url, { maxRetriesPerRequest: 2 });
    this.subscriber = this.client.duplicate();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.client.quit(), this.subscriber.quit()]);
  }
}
