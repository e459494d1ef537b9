import { EventEmitter } from 'node:events';
import type { SharedRedis } from '../redis/shared-redis';
import { EVERYTHING, SharedChanges } from './shared-changes';

describe('changes while Redis is away', () => {
  afterEach(() => jest.restoreAllMocks());

  it('do not wait after a while, and make others remove everything once it is back', async () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const xadd = jest.fn<Promise<void>, string[]>(() => Promise.resolve());
    const redis = { isReachable: false, client: new EventEmitter(), patient: { xadd } };
    const changes = new SharedChanges(redis as unknown as SharedRedis, () => undefined);
    now = 6_000;
    const tell = await changes.announce([{ cache: 'numbers' }]);
    tell();
    expect(await changes.refresh()).toBe(false);
    expect(xadd).not.toHaveBeenCalled();

    redis.isReachable = true;
    redis.client.emit('ready');
    redis.client.emit('ready');
    const messages = xadd.mock.calls.map((call) => JSON.parse(call.at(-1) ?? '') as { changes: unknown });
    expect(messages.map(({ changes: told }) => told)).toEqual([[{ cache: EVERYTHING }]]);
  });
});
