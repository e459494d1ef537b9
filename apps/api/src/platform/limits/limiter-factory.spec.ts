import { Redis } from 'ioredis';
import type { SharedRedis } from '../redis/shared-redis';
import { LimiterFactory } from './limiter-factory';

describe('a limiter while Redis is away', () => {
  it('counts in this process, and does not wait', async () => {
    // Its commands would wait for ever.
    const client = new Redis('redis://127.0.0.1:1', { maxRetriesPerRequest: null });
    client.on('error', () => undefined);
    const limiter = new LimiterFactory({ client } as SharedRedis).create({ keyPrefix: 'k', points: 1, duration: 60 });
    expect((await limiter.consume('a')).remainingPoints).toBe(0);
    await expect(limiter.consume('a')).rejects.toMatchObject({ remainingPoints: 0 });
    client.disconnect();
  });
});
