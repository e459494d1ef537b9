import { Clock } from '../time/clock';
import type { SharedRedis } from '../redis/shared-redis';
import { Caches, type Cache, sharingReads } from './caches';

class HeldClock extends Clock {
  at = new Date('2026-04-01T05:00:00Z');
  override now(): Date {
    return this.at;
  }
}

const later = (minutes: number) => new Date(Date.parse('2026-04-01T05:00:00Z') + minutes * 60_000);

const withoutRedis = { isReachable: false, client: { on: () => undefined } };

describe('remembering computed values', () => {
  let clock: HeldClock;
  let caches: Caches;
  let remembered: Cache<number>;
  let computed: number;

  beforeEach(() => {
    clock = new HeldClock();
    caches = new Caches(clock);
    remembered = caches.create<number>({ name: 'numbers' });
    computed = 0;
  });

  const get = (until?: Date) => {
    return remembered.get('k', () => {
      computed += 1;
      return Promise.resolve({ value: computed, ...(until && { until }) });
    });
  };

  it('computes a value once until it is forgotten, for those who ask at the same time too', async () => {
    expect(await Promise.all([get(), get()])).toEqual([1, 1]);
    expect(await get()).toBe(1);
    remembered.invalidate(['another']);
    expect(await get()).toBe(1);
    remembered.invalidate(['k']);
    expect(await get()).toBe(2);
    caches.clear();
    expect(await get()).toBe(3);
  });

  it('does not give what was read before a change to those who ask after it', async () => {
    let finish: (value: { value: number }) => void = () => undefined;
    const before = remembered.get('k', () => new Promise((resolve) => (finish = resolve)));
    remembered.invalidate(['k']);
    const after = get();
    finish({ value: 0 });
    expect(await Promise.all([before, after, get()])).toEqual([0, 1, 1]);
  });

  it('computes again when the clock makes a value wrong, after a quarter of an hour, and when the clock is set back', async () => {
    await get(later(2));
    clock.at = later(1);
    expect(await get()).toBe(1);
    clock.at = later(2);
    expect(await get()).toBe(2);
    clock.at = later(17);
    expect(await get()).toBe(3);
    clock.at = later(0);
    expect(await get()).toBe(4);
  });

  it('forgets the keys in question, and the oldest values when all together are too large', async () => {
    const sizes = caches.create<string>({
      name: 'texts',
      sizeOf: ({ length }) => length,
      maxSize: 10,
      groupOf: (key) => (key === 'a' ? 'first' : 'others'),
    });
    const isKnown = async (key: string, value = 'four') => {
      let isComputed = false;
      await sizes.get(key, () => {
        isComputed = true;
        return Promise.resolve({ value });
      });
      return !isComputed;
    };
    expect([await isKnown('a'), await isKnown('b'), await isKnown('a'), await isKnown('b')]).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect([await isKnown('c'), await isKnown('b'), await isKnown('a')]).toEqual([false, true, false]);
    sizes.invalidateGroups(['others']);
    expect([await isKnown('a'), await isKnown('b')]).toEqual([true, false]);
    expect(await isKnown('large', 'more than ten')).toBe(false);
    expect(await isKnown('large')).toBe(false);
  });

  it('does not keep a failure', async () => {
    const failing = () => remembered.get('k', () => Promise.reject(new Error('no database')));
    await expect(Promise.all([failing(), failing()])).rejects.toThrow('no database');
    expect(await get()).toBe(1);
  });

  it('computes the missing ones of several keys together', async () => {
    const loads: (readonly string[])[] = [];
    const load = (keys: readonly string[]) => {
      loads.push(keys);
      return Promise.resolve((key: string) => ({ value: key.charCodeAt(0) }));
    };
    expect(await remembered.getMany(['a', 'b'], load)).toEqual([97, 98]);
    remembered.invalidate(['a']);
    expect(await remembered.getMany(['c', 'b', 'a'], load)).toEqual([99, 98, 97]);
    expect(loads).toEqual([
      ['a', 'b'],
      ['c', 'a'],
    ]);
  });

  it.each([
    [
      'while Redis cannot be reached',
      () => new Caches(clock, withoutRedis as unknown as SharedRedis).create<number>({ name: 'numbers' }),
    ],
    ['where values are only shared', () => caches.share<number>()],
  ])('shares values within one request at most %s', async (_, create) => {
    remembered = create();
    expect([await get(), await get()]).toEqual([1, 2]);
    expect(await sharingReads(async () => [await get(), await get()])).toEqual([3, 3]);
    expect(await sharingReads(() => get())).toBe(4);
  });
});
