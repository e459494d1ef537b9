import { Logger } from '@nestjs/common';
import type { ActorResolver } from '../domain/actor';
import { LimiterFactory } from '../limits/limiter-factory';
import { Clock } from '../time/clock';
import { ClientBroadcasts } from './client-broadcasts';
import { Realtime } from './realtime';
import { RealtimeGateway } from './realtime.gateway';

describe('a socket whose person cannot be determined', () => {
  const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation();
  beforeEach(() => logged.mockClear());
  afterAll(() => logged.mockRestore());

  async function connected(resolve: ActorResolver['resolve']) {
    const actors = { resolve, timeLeft: () => Promise.resolve(60_000) } as Partial<ActorResolver>;
    const gateway = new RealtimeGateway(
      actors as ActorResolver,
      new Realtime(),
      new ClientBroadcasts(),
      new Clock(),
      new LimiterFactory(),
    );
    const socket = {
      connected: true,
      data: { userId: 'somebody', sessionId: 'session' },
      nsp: { adapter: { rooms: new Map() } },
      rooms: new Set<string>(),
      join: () => Promise.resolve(),
      once: () => undefined,
      disconnect: () => (socket.connected = false),
    };
    await gateway.handleConnection(socket as never);
    return socket;
  }

  it('is disconnected, and the failure is logged as an error', async () => {
    const failure = new Error('The database is away');
    const socket = await connected(() => Promise.reject(failure));
    expect(socket.connected).toBe(false);
    expect(logged.mock.calls).toEqual([[failure]]);
  });

  it('is disconnected without an error where the session has ended', async () => {
    const socket = await connected(() => Promise.resolve(undefined));
    expect(socket.connected).toBe(false);
    expect(logged).not.toHaveBeenCalled();
  });
});
