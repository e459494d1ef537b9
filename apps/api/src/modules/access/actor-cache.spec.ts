import { resolvePermissions } from '@shifa/contract';
import { Actor } from '../../platform/domain/actor';
import type { SharedRedis } from '../../platform/redis/shared-redis';
import { Clock } from '../../platform/time/clock';
import { ActorCache } from './actor-cache';

class HeldClock extends Clock {
  at = new Date('2026-04-01T05:00:00Z');
  override now(): Date {
    return this.at;
  }
}

function actor(userId: string): Actor {
  return new Actor({
    userId,
    name: 'Asha',
    role: 'staff',
    laboratoryId: null,
    sessionId: 's',
    mustChangePassword: false,
    permissions: resolvePermissions('staff'),
  });
}

describe('remembering who is behind a session', () => {
  const clock = new HeldClock();
  let loads = 0;
  const load = () => {
    loads += 1;
    return Promise.resolve(actor('u1'));
  };

  beforeEach(() => {
    loads = 0;
    clock.at = new Date('2026-04-01T05:00:00Z');
  });

  it('loads once, and again after half a minute', async () => {
    const cache = new ActorCache(clock);
    await cache.get('s', load);
    await cache.get('s', load);
    expect(loads).toBe(1);
    clock.at = new Date('2026-04-01T05:00:30Z');
    await cache.get('s', load);
    expect(loads).toBe(2);
  });

  it('forgets only the person whose access changed', async () => {
    const cache = new ActorCache(clock);
    await cache.get('s', load);
    cache.forget('u2');
    await cache.get('s', load);
    expect(loads).toBe(1);
    cache.forget('u1');
    await cache.get('s', load);
    expect(loads).toBe(2);
  });

  it('does not keep an actor that was loaded before a change became known', async () => {
    const cache = new ActorCache(clock);
    await cache.get('s', async () => {
      const read = await load();
      cache.forget('u1');
      return read;
    });
    await cache.get('s', load);
    expect(loads).toBe(2);
  });

  it('remembers nothing where other processes may change access', async () => {
    const cache = new ActorCache(clock, {} as SharedRedis);
    await cache.get('s', load);
    await cache.get('s', load);
    expect(loads).toBe(2);
  });
});
