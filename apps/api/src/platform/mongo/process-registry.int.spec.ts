import type { Connection } from 'mongoose';
import { connect, testDatabaseUri } from '../../../test/test-database';
import { Caches } from '../cache/caches';
import { Clock } from '../time/clock';
import { ProcessRegistry } from './process-registry';

describe('processes that share a database but no Redis', () => {
  let connection: Connection;
  let now: number;
  let here: ProcessRegistry;
  let there: ProcessRegistry;

  beforeEach(async () => {
    connection = await connect(testDatabaseUri());
    now = 1_000_000;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    [here, there] = [new ProcessRegistry(connection), new ProcessRegistry(connection)];
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await Promise.all([here.onApplicationShutdown(), there.onApplicationShutdown()]);
    await connection.close();
  });

  it('keep nothing until they are alone again', async () => {
    await here.join();
    const cache = new Caches(new Clock(), undefined, undefined, undefined, here).create<number>({ name: 'numbers' });
    let computed = 0;
    const get = () => cache.get('k', () => Promise.resolve({ value: (computed += 1) }));
    expect([await get(), await get()]).toEqual([1, 1]);

    await there.beat();
    await here.beat();
    expect([here.isAlone, await get(), await get()]).toEqual([false, 2, 3]);

    await there.join();
    await there.onApplicationShutdown();
    await here.beat();
    expect([here.isAlone, await get(), await get()]).toEqual([true, 4, 4]);
  });

  it('no longer count one that was killed', async () => {
    await here.join();
    await there.beat();
    await here.beat();
    now += 9_000;
    await here.beat();
    expect(here.isAlone).toBe(false);
    now += 2_000;
    await here.beat();
    expect(here.isAlone).toBe(true);
    expect(await connection.collection('processes').countDocuments()).toBe(1);
  });

  it('keep nothing while they cannot see whether there are others', async () => {
    await here.join();
    expect(here.isAlone).toBe(true);
    now += 3_000;
    expect(here.isAlone).toBe(false);
    const cleared = jest.fn();
    here.whileNotAlone(cleared);
    await here.beat();
    expect(cleared).toHaveBeenCalledTimes(1);
    expect(here.isAlone).toBe(true);
  });
});
