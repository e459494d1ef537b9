import { SharedRedis } from '../redis/shared-redis';
import { Realtime } from './realtime';
import { roomOf } from './rooms';

describe('a change of permissions while Redis is away', () => {
  it('closes the sockets of the person at once, without asking processes that cannot answer', async () => {
    const redis = new SharedRedis('redis://127.0.0.1:1');
    const asked = jest.fn();
    const closed: string[] = [];
    const server = {
      on: jest.fn(),
      serverSideEmitWithAck: asked,
      in: (room: string) => ({ disconnectSockets: () => closed.push(room) }),
    };
    const realtime = new Realtime(redis);
    realtime.attach(server as never, () => Promise.resolve());
    await realtime.syncRooms('somebody');
    expect(closed).toEqual([roomOf.person('somebody')]);
    expect(asked).not.toHaveBeenCalled();
    await redis.onApplicationShutdown();
  });
});
