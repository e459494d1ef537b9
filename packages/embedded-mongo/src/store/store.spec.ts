import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inNewFolder } from '../testing/folder.js';
import { recordKey, recordRange } from './key-layout.js';
import { type Snapshot, Store } from './store.js';
import type { Change } from './view.js';

let folder: string;
let store: Store;
inNewFolder((path) => (folder = path));
beforeEach(async () => {
  store = await Store.open(folder, false);
});
afterEach(() => store.close());

const COUNT = 2000;

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
