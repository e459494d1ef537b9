import { SharedRedis } from './shared-redis';

describe('without a reachable Redis', () => {
  it('requests fail, events wait, and the process continues and ends normally', async () => {
    const redis = new SharedRedis('redis://127.0.0.1:1');
    await expect(redis.client.publish('channel', 'message')).rejects.toThrow();
    expect(redis.events.options.maxRetriesPerRequest).toBeNull();
    expect(redis.isReachable).toBe(false);
    const outcome: unknown[] = [];
    void redis.events.publish('channel', 'message').then((receivers) => outcome.push(receivers));
    await expect(redis.client.publish('channel', 'message')).rejects.toThrow();
    expect(outcome).toEqual([]);
    await redis.onApplicationShutdown();
  });
});
