import { resolvePermissions } from '@shifa/contract';
import { Caches } from '../../platform/cache/caches';
import { Actor } from '../../platform/domain/actor';
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
  let clock: HeldClock;
  let cache: ActorCache;
  let loads: number;
  const load = () => {
    loads += 1;
    return Promise.resolve(actor('u1'));
  };

  beforeEach(() => {
    loads = 0;
    clock = new HeldClock();
    cache = new ActorCache(new Caches(clock), clock);
  });

  it('loads once, and again after half a minute', async () => {
    await cache.get('s', load);
    await cache.get('s', load);
    expect(loads).toBe(1);
    clock.at = new Date('2026-04-01T05:00:30Z');
    await cache.get('s', load);
    expect(loads).toBe(2);
  });

  it('loads a session again that nobody was behind', async () => {
    const nobody = () => {
      loads += 1;
      return Promise.resolve(undefined);
    };
    expect([await cache.get('s', nobody), (await cache.get('s', load))?.userId]).toEqual([undefined, 'u1']);
    expect(loads).toBe(2);
  });

  it('removes only the person whose access changed', async () => {
    await cache.get('s', load);
    cache.invalidate(['u2']);
    await cache.get('s', load);
    expect(loads).toBe(1);
    cache.invalidate(['u1']);
    await cache.get('s', load);
    expect(loads).toBe(2);
  });

  it('does not keep an actor that was loaded before a change became known', async () => {
    await cache.get('s', async () => {
      const read = await load();
      cache.invalidate(['u1']);
      return read;
    });
    await cache.get('s', load);
    expect(loads).toBe(2);
  });
});
