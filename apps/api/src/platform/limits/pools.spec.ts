import { DomainError } from '../domain/domain-error';
import { FairShare, type Place } from './fair-share';
import { pools } from './pools';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Claims places until the person is refused. */
function saturate(pool: FairShare, person: string) {
  const places = [];
  for (;;) {
    try {
      places.push(pool.claim(person));
    } catch (error) {
      return { places, error };
    }
  }
}

describe.each(Object.entries(pools))('the pool %s', (_, pool) => {
  it('refuses a person beyond their share with a time to try again, and lets the next one in', async () => {
    const { runningPerPerson, waitingPerPerson } = pool.limits;
    const { places, error } = saturate(pool, 'asha');
    expect(places).toHaveLength(runningPerPerson + waitingPerPerson);
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({ code: 'UNAVAILABLE', details: { message: pool.limits.ownTasks } });
    expect((error as DomainError).details.retryAfter).toBeGreaterThan(0);

    let begun = false;
    const other = pool.run('ravi', () => {
      begun = true;
      return Promise.resolve();
    });
    // At once where a place is kept free; otherwise when the first task ends, before all of the others that wait.
    await turn();
    if (pool.limits.runningPerPerson < pool.limits.running) expect(begun).toBe(true);
    places[0]?.leave();
    await other;
    expect(pool.isIdle).toBe(false);
    for (const place of places) place.leave();
    expect(pool.isIdle).toBe(true);
  });

  it('refuses everybody while too many tasks wait, without a time that is missing', () => {
    const people = Array.from({ length: pool.limits.waiting + pool.limits.running }, (__, index) => `person ${index}`);
    const places = people.map((person) => pool.claim(person));
    expect(() => pool.claim('one more')).toThrow(new DomainError('UNAVAILABLE'));
    for (const place of places) place.leave();
    expect(pool.isIdle).toBe(true);
  });
});

describe('a fair share', () => {
  const limits = { running: 2, runningPerPerson: 2, waitingPerPerson: 5, waiting: 20, retryAfter: 1, ownTasks: 'x' };

  it('gives turns to people one after another, however many tasks each has', async () => {
    const share = new FairShare(limits);
    const begun: string[] = [];
    const running: Place[] = [];
    for (const person of ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'c']) {
      const place = share.claim(person);
      void place.turn.then(() => {
        begun.push(person);
        running.push(place);
      });
    }
    for (let ended = 0; ended < 8; ended += 1) {
      await turn();
      running.shift()?.leave();
    }
    // In the order in which they came: a a a a a b b c.
    expect(begun).toEqual(['a', 'a', 'b', 'a', 'c', 'b', 'a', 'a']);
    expect(share.isIdle).toBe(true);
  });

  it('forgets a task that is withdrawn while it waits, and counts a place that is left twice once', async () => {
    const share = new FairShare({ ...limits, running: 1 });
    const first = share.claim('a');
    const stop = new AbortController();
    const second = share.claim('a', stop.signal);
    const third = share.claim('a');
    stop.abort(new Error('gone'));
    await expect(second.turn).rejects.toThrow('gone');
    second.leave();
    second.leave();
    first.leave();
    first.leave();
    await third.turn;
    third.leave();
    expect(share.isIdle).toBe(true);
  });

  it('frees the place of a task that fails', async () => {
    const share = new FairShare(limits);
    await expect(share.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(share.isIdle).toBe(true);
  });
});
