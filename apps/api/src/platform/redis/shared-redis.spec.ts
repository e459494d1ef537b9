import { SharedRedis } from './shared-redis';

describe('without a reachable Redis', () => {
  it('messages between processes are dropped, and the process continues and ends normally', async () => {
    const redis = new SharedRedis('redis://127.0.0.1:1');
    await expect(redis.client.publish('channel', 'message')).rejects.toThrow();
    expect(await redis.publisher.publish('channel', 'message')).toBe(0);
    expect(redis.publisher.options).toBe(redis.client.options);
    await redis.onApplicationShutdown();
  });
});
