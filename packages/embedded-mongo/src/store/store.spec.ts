import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inNewFolder } from '../testing/folder.js';
import { faultOf } from './data-file.js';
import { recordKey, recordRange } from './key-layout.js';
import { type Snapshot, Store } from './store.js';
import { Random } from './testing/random.js';
import type { Change } from './view.js';

let folder: string;
let store: Store;
inNewFolder((path) => (folder = path));
beforeEach(async () => {
  store = await Store.open(folder, false);
});
afterEach(() => store.close());

const COUNT = 2000;
/** Makes the last commit of the test leave the end of the file unwritten. */
const SHORT_FILE_SEED = 30;

function fill(text: string): Promise<void> {
  const changes = Array.from({ length: COUNT }, (_, n): Change => {
    return { key: recordKey(1, n), value: Buffer.from(`${n} ${text}`.padEnd(300 + (n % 7) * 400)) };
  });
  return store.writer.run((view) => view.write(changes));
}

function clear(): Promise<void> {
  const changes = Array.from({ length: COUNT }, (_, n): Change => ({ key: recordKey(1, n), value: undefined }));
  return store.writer.run((view) => view.write(changes));
}

const fileSize = (): number => statSync(join(folder, 'data.mdb')).size;

describe('the data file', () => {
  it('reuses freed space', async () => {
    await fill('first');
    const once = fileSize();
    for (let round = 0; round < 20; round += 1) {
      await clear();
      await fill(`round ${round}`);
    }
    expect(store.count(recordRange(1))).toBe(COUNT);
    expect(fileSize()).toBeLessThan(once * 3);
  });

  it('grows while a snapshot, which does not change, is open, and stops once the snapshot is released', async () => {
    await fill('first');
    const once = fileSize();
    const snapshot = store.snapshot();
    for (let round = 0; round < 10; round += 1) await fill(`round ${round}`);
    expect(fileSize()).toBeGreaterThan(once * 5);
    const pinned = [...snapshot.range(recordRange(1))];
    expect(pinned).toHaveLength(COUNT);
    expect(pinned.filter(({ value }) => !/^\d+ first *$/.test(value.toString()))).toEqual([]);
    snapshot.release();
    const grown = fileSize();
    for (let round = 0; round < 10; round += 1) await fill(`round ${round}`);
    expect(fileSize()).toBeLessThanOrEqual(grown * 1.1);
  });
});

/** Where the file ends if every page of its latest state is in it. */
function fullSize(): number {
  const bytes = readFileSync(join(folder, 'data.mdb'));
  const [latest = 0] = [0, 4096].sort((a, b) =>
    Number(bytes.readBigUInt64LE(b + 152) - bytes.readBigUInt64LE(a + 152)),
  );
  return (Number(bytes.readBigUInt64LE(latest + 144)) + 1) * 4096;
}

/** The fault of a copy of the data file that lacks its last bytes. */
function faultWithout(bytes: number): string | undefined {
  const copy = join(folder, 'copy');
  writeFileSync(copy, readFileSync(join(folder, 'data.mdb')).subarray(0, fileSize() - bytes));
  return faultOf(copy);
}

it('a data file that ends before pages which a commit allocated and freed again is whole, but not a shorter one', async () => {
  const random = new Random(SHORT_FILE_SEED);
  for (let commit = 0; commit < 20 && fileSize() >= fullSize(); commit += 1) {
    await store.writer.run((view) => {
      for (let part = random.below(4); part >= 0; part -= 1) {
        const [from, count, size] = [random.below(300), 1 + random.below(60), 50 << random.below(10)];
        const value = random.below(2) === 0 ? undefined : Buffer.alloc(size, 7);
        view.write(Array.from({ length: count }, (_, n) => ({ key: recordKey(1, from + n), value })));
      }
    });
  }
  expect(fileSize()).toBeLessThan(fullSize());
  const entries = [...store.range(recordRange(1))];
  await store.close();
  store = await Store.open(folder, false);
  expect([...store.range(recordRange(1))]).toEqual(entries);
  expect(faultWithout(fileSize() - 8 * 4096)).toMatch(/^the file has 32768 bytes but should have at least/);
});

it('a data file that ends within a value is not whole', async () => {
  await fill('first');
  await clear();
  await store.writer.run((view) => view.write([{ key: recordKey(1, 1), value: Buffer.alloc(fileSize()) }]));
  // The pages of the trees move to others that are free, before those of the value.
  for (let n = 0; n < 8; n += 1) {
    await store.writer.run((view) => view.write([{ key: recordKey(1, 2), value: Buffer.from([n]) }]));
  }
  expect([0, 1_000_000].map(faultWithout)).toEqual([undefined, expect.stringMatching(/should have at least/)]);
});

describe('a thousand open snapshots', () => {
  it('reject the next one so that drivers retry, and everything else continues', async () => {
    const snapshots: Snapshot[] = [];
    const write = (n: number): Promise<void> =>
      store.writer.run((view) => view.write([{ key: recordKey(1, n), value: Buffer.from('x') }]));
    for (let n = 0; n < 1000; n += 1) {
      await write(n);
      snapshots.push(store.snapshot());
    }
    expect(() => store.snapshot()).toThrow(
      expect.objectContaining({ code: 246, errorLabels: ['TransientTransactionError'] }),
    );
    await write(1000);
    expect(store.count(recordRange(1))).toBe(1001);
    expect(snapshots.map((snapshot) => snapshot.count(recordRange(1)))).toEqual(
      Array.from({ length: 1000 }, (_, n) => n + 1),
    );
    for (const snapshot of snapshots) snapshot.release();
    store.snapshot().release();
  });
});
