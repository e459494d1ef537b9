import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { MongoError } from '../query/error.js';
import { Conflicts, type Holder } from './conflicts.js';
import { type KeyRange, metaKey } from './key-layout.js';
import type { Change, Entry, WriteView } from './view.js';
import { type CommitTarget, Writer } from './writer.js';

/** A map that commits like the storage engine, and fails on request. */
class FakeStore implements CommitTarget {
  readonly conflicts = new Conflicts();
  epoch = 0;
  /** Thrown once instead of committing. */
  failCommit: Error | undefined;
  /** Thrown once instead of applying a change, after the given number of changes. */
  failChange: { after: number; error: Error } | undefined;
  #durable = new Map<string, Buffer>();
  #working: Map<string, Buffer> | undefined;

  get(key: Buffer): Buffer | undefined {
    return (this.#working ?? this.#durable).get(key.toString('latin1'));
  }

  *range({ start, end }: KeyRange): Generator<Entry> {
    const entries = [...(this.#working ?? this.#durable)].map(([key, value]) => {
      return { key: Buffer.from(key, 'latin1'), value };
    });
    entries.sort((a, b) => a.key.compare(b.key));
    yield* entries.filter(({ key }) => key.compare(start) >= 0 && key.compare(end) < 0);
  }

  count(range: KeyRange): number {
    return [...this.range(range)].length;
  }

  keyAt(range: KeyRange, reverse: boolean, offset: number): Buffer | undefined {
    const keys = [...this.range(range)].map(({ key }) => key);
    return (reverse ? keys.reverse() : keys)[offset];
  }

  async commit(work: () => void): Promise<void> {
    await nextTurn();
    this.#working = new Map(this.#durable);
    try {
      work();
      const working = this.#working;
      await nextTurn();
      const failure = this.failCommit;
      this.failCommit = undefined;
      if (failure) throw failure;
      this.#durable = working;
    } finally {
      this.#working = undefined;
    }
  }

  apply(changes: readonly Change[]): void {
    this.epoch += 1;
    for (const { key, value } of changes) {
      const failure = this.failChange;
      if (failure) {
        failure.after -= 1;
        if (failure.after < 0) {
          this.failChange = undefined;
          throw failure.error;
        }
      }
      if (value) this.#working?.set(key.toString('latin1'), value);
      else this.#working?.delete(key.toString('latin1'));
    }
  }
}

const full = Object.assign(new Error('No space left on device'), { code: 'ENOSPC' });
const keyOf = (name: string): Buffer => metaKey('test', name);
const put =
  (name: string, value = name) =>
  (view: WriteView) => {
    view.write([{ key: keyOf(name), value: Buffer.from(value), guarded: true }]);
    return name;
  };

function setUp() {
  const fakeStore = new FakeStore();
  return { fakeStore, writer: new Writer(fakeStore), stored: (name: string) => fakeStore.get(keyOf(name))?.toString() };
}

describe('a batch that cannot be committed', () => {
  it('fails all its jobs without a trace, but not the next batch', async () => {
    const { fakeStore, writer, stored } = setUp();
    let hooks = 0;
    fakeStore.failCommit = full;
    const names = ['a', 'b', 'c'];
    const jobs = names.map((name) =>
      writer.run((view) => {
        view.afterCommit(() => (hooks += 1));
        return put(name)(view);
      }),
    );
    for (const job of jobs) await expect(job).rejects.toBe(full);
    expect(names.map(stored)).toEqual([undefined, undefined, undefined]);
    expect(hooks).toBe(0);
    expect(await writer.run(put('a'))).toBe('a');
    expect(stored('a')).toBe('a');
  });

  it('also fails a job that failed by itself, and jobs that arrive during the flush succeed', async () => {
    const { fakeStore, writer, stored } = setUp();
    fakeStore.failCommit = full;
    const refused = writer.run(() => {
      throw new MongoError(2, 'no');
    });
    const first = writer.run(put('a'));
    const second = nextTurn().then(() => writer.run(put('b')));
    await expect(refused).rejects.toBe(full);
    await expect(first).rejects.toBe(full);
    expect(await second).toBe('b');
    expect([stored('a'), stored('b')]).toEqual([undefined, 'b']);
  });

  it('is one with a change that the storage engine rejects; none of its later jobs run', async () => {
    const { fakeStore, writer, stored } = setUp();
    fakeStore.failChange = { after: 2, error: full };
    const jobs = ['a', 'b', 'c', 'd'].map((name) => writer.run(put(name)));
    const results = await Promise.allSettled(jobs);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled']);
    expect(['a', 'b', 'c', 'd'].map(stored)).toEqual([undefined, undefined, undefined, 'd']);
  });

  it('does not affect the keys of open transactions, and holds none itself', async () => {
    const { fakeStore, writer } = setUp();
    const holder = (): Holder => {
      return { snapshotSequence: fakeStore.conflicts.sequence, finished: Promise.resolve() };
    };
    const transaction = holder();
    fakeStore.conflicts.open(transaction);
    fakeStore.conflicts.hold([keyOf('held').toString('latin1')], transaction);
    fakeStore.failCommit = full;
    await expect(writer.run(put('free'))).rejects.toBe(full);
    await expect(writer.run(put('held'))).rejects.toThrow('held by an open transaction');
    const later = holder();
    fakeStore.conflicts.open(later);
    fakeStore.conflicts.hold([keyOf('free').toString('latin1')], later);
    fakeStore.conflicts.close(later, [keyOf('free').toString('latin1')]);
    fakeStore.conflicts.close(transaction, [keyOf('held').toString('latin1')]);
    expect(await writer.run(put('held'))).toBe('held');
    expect(await writer.run(put('free'))).toBe('free');
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
