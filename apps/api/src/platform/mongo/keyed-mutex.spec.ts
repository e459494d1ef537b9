import { KeyedMutex } from './keyed-mutex';

describe('a mutex', () => {
  it('lets tasks with the same key run one after another, in order; other keys do not wait', async () => {
    const mutex = new KeyedMutex();
    const steps: string[] = [];
    const releaseFirst = await mutex.acquire('a');
    const later = ['second', 'third'].map(async (step) => {
      const release = await mutex.acquire('a');
      steps.push(step);
      release();
    });
    (await mutex.acquire('b'))();
    steps.push('first');
    releaseFirst();
    await Promise.all(later);
    expect(steps).toEqual(['first', 'second', 'third']);
    expect(mutex.keys).toEqual([]);
  });

  it('is not blocked for good by a task that never ends', async () => {
    const mutex = new KeyedMutex(5);
    const releaseStuck = await mutex.acquire('a');
    const release = await mutex.acquire('a');
    release();
    releaseStuck();
    (await mutex.acquire('a'))();
    expect(mutex.keys).toEqual([]);
  });

  it('refuses a task where too many wait', async () => {
    const mutex = new KeyedMutex();
    const acquired = Array.from({ length: 501 }, () => mutex.acquire('a'));
    await expect(mutex.acquire('a')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    for (const release of acquired) (await release)();
  });
});
