import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';

/** A connection that does not answer by then is cut. */
const QUIT_MS = 1_000;

/** The Redis server shared by several API processes. */
@Injectable()
export class SharedRedis implements OnApplicationShutdown {
  private readonly logger = new Logger(SharedRedis.name);
  /** Its commands fail soon after Redis has gone, for requests that need an answer. */
  readonly client: Redis;
  /** Its commands wait until Redis is back. */
  readonly patient: Redis;
  /** For events, which wait until Redis is back. Senders do not handle failures, which would end the process. */
  readonly events: Redis;

  constructor(url: string) {
    this.client = new Redis(url, { maxRetriesPerRequest: 2 });
    this.patient = this.client.duplicate({ maxRetriesPerRequest: null });
    const publish = (channel: string, message: Buffer) =>
      this.patient.publish(channel, message).catch((error: unknown) => {
        this.logger.error(error);
        return 0;
      });
    this.events = new Proxy(this.patient, {
      get: (client, name): unknown => (name === 'publish' ? publish : Reflect.get(client, name)),
    });
    for (const client of [this.client, this.patient]) {
      client.on('error', (error) => {
        this.logger.warn(error);
      });
    }
  }

  /** Whether Redis answers now, as far as is known. */
  get isReachable(): boolean {
    return this.client.status === 'ready';
  }

  async onApplicationShutdown(): Promise<void> {
    const end = async (client: Redis) => {
      // Without a connection, the command would wait for one.
      if (client.status === 'ready') {
        await Promise.race([client.quit().catch(() => undefined), wait(QUIT_MS, undefined, { ref: false })]);
      }
      client.disconnect();
    };
    await Promise.all([this.client, this.patient].map(end));
  }
}
