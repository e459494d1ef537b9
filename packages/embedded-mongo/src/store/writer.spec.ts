import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MongoError } from '../query/error.js';
import { Conflicts, type Holder } from './conflicts.js';
import { folderOfFile } from '../testing/folder.js';
import { metaKey } from './key-layout.js';
import { Store } from './store.js';
import type { WriteView } from './view.js';

const full = Object.assign(new Error('No space left on device'), { code: 'ENOSPC' });
const keyOf = (name: string): Buffer => metaKey('test', name);
const put =
  (name: string, value = name) =>
  (view: WriteView) => {
    view.write([{ key: keyOf(name), value: Buffer.from(value), guarded: true }]);
    return name;
  };

const folder = await folderOfFile();
let store: Store;
beforeEach(async () => {
  store = await Store.open(folder, false);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await store.writer.run((view) => view.write([...view.range(all)].map(({ key }) => ({ key, value: undefined }))));
  await store.close();
});

const all = { start: keyOf(''), end: keyOf('\uffff') };
const stored = (name: string) => store.get(keyOf(name))?.toString();

/** The next commit runs its work and then fails, as if the flush had failed. @param during is called meanwhile */
function failCommit(during = (): void => undefined): void {
  const commit = store.commit.bind(store);
  vi.spyOn(store, 'commit').mockImplementationOnce((work) =>
    commit(() => {
      work();
      during();
      throw full;
    }),
  );
}

describe('a batch that cannot be committed', () => {
  it('fails all its jobs without a trace, but not the next batch', async () => {
    let hooks = 0;
    failCommit();
    const names = ['a', 'b', 'c'];
    const jobs = names.map((name) =>
      store.writer.run((view) => {
        view.afterCommit(() => (hooks += 1));
        return put(name)(view);
      }),
    );
    for (const job of jobs) await expect(job).rejects.toBe(full);
    expect(names.map(stored)).toEqual([undefined, undefined, undefined]);
    expect(hooks).toBe(0);
    expect(await store.writer.run(put('a'))).toBe('a');
    expect(stored('a')).toBe('a');
  });

  it('also fails a job that failed by itself, and jobs that arrive during the flush succeed', async () => {
    const second = new Promise((resolve) => failCommit(() => resolve(store.writer.run(put('b')))));
    const refused = store.writer.run(() => {
      throw new MongoError(2, 'no');
    });
    const first = store.writer.run(put('a'));
    await expect(refused).rejects.toBe(full);
    await expect(first).rejects.toBe(full);
    expect(await second).toBe('b');
    expect([stored('a'), stored('b')]).toEqual([undefined, 'b']);
  });

  it('is one with a change that the storage engine rejects; none of its later jobs run', async () => {
    const apply = store.apply.bind(store);
    const applied = vi.spyOn(store, 'apply').mockImplementation((changes) => {
      if (applied.mock.calls.length === 3) throw full;
      apply(changes);
    });
    const jobs = ['a', 'b', 'c', 'd'].map((name) => store.writer.run(put(name)));
    const results = await Promise.allSettled(jobs);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled']);
    expect(['a', 'b', 'c', 'd'].map(stored)).toEqual([undefined, undefined, undefined, 'd']);
  });

  it('does not affect the keys of open transactions, and holds none itself', async () => {
    const holder = (): Holder => {
      return { snapshotSequence: store.conflicts.sequence, finished: Promise.resolve() };
    };
    const transaction = holder();
    store.conflicts.open(transaction);
    store.conflicts.hold([keyOf('held').toString('latin1')], transaction);
    failCommit();
    await expect(store.writer.run(put('free'))).rejects.toBe(full);
    await expect(store.writer.run(put('held'))).rejects.toThrow('held by an open transaction');
    const later = holder();
    store.conflicts.open(later);
    store.conflicts.hold([keyOf('free').toString('latin1')], later);
    store.conflicts.close(later, [keyOf('free').toString('latin1')]);
    store.conflicts.close(transaction, [keyOf('held').toString('latin1')]);
    expect(await store.writer.run(put('held'))).toBe('held');
    expect(await store.writer.run(put('free'))).toBe('free');
  });
});

describe('the record of recent writes', () => {
  it('is limited to what the oldest open transaction needs, however many writes follow', () => {
    const conflicts = new Conflicts();
    const begin = (): Holder => {
      const holder = { snapshotSequence: conflicts.sequence, finished: Promise.resolve() };
      conflicts.open(holder);
      return holder;
    };
    let open = begin();
    for (let turn = 0; turn < 100; turn += 1) {
      for (let n = 0; n < 10; n += 1) conflicts.recordWrite([keyOf(`${turn}/${n}`), keyOf('always')]);
      const next = begin();
      const written = keyOf(`${turn}/5`).toString('latin1');
      expect(() => conflicts.hold([written], open)).toThrow('Write conflict');
      expect(() => conflicts.hold([keyOf('always').toString('latin1')], open)).toThrow('Write conflict');
      conflicts.hold([written], next);
      conflicts.close(open, []);
      expect(conflicts.remembered).toBeLessThanOrEqual(11);
      open = next;
    }
    conflicts.close(open, []);
    expect(conflicts.remembered).toBe(0);
  });
});
