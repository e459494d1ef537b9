import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { metaKey } from '../store/key-layout.js';
import { Store } from '../store/store.js';
import type { ReadView, WriteView } from '../store/view.js';
import { folderOfFile } from '../testing/folder.js';
import { Transaction } from './transaction.js';
import { runs } from '../testing/effort.js';

const store = await Store.open(await folderOfFile(), false);
afterAll(() => store.close());

type Model = Map<number, string>;

interface Change {
  n: number;
  value: string | null;
}

// Keys of one and two bytes, so that one is often a prefix of another.
function keyOf(kind: string, n: number): Buffer {
  return metaKey(kind, n < 40 ? Buffer.from([n]) : Buffer.from([n >> 2, n & 3]));
}

function sorted(kind: string, model: Model): [Buffer, string][] {
  const entries = [...model].map(([n, value]): [Buffer, string] => [keyOf(kind, n), value]);
  return entries.sort(([a], [b]) => a.compare(b));
}

function rangeOf(view: ReadView, start: Buffer, end: Buffer, reverse: boolean): [Buffer, string][] {
  return [...view.range({ start, end }, reverse)].map(({ key, value }) => [key, value.toString()]);
}

const change = fc.record({ n: fc.nat(159), value: fc.option(fc.string({ minLength: 1, maxLength: 3 })) });
const changes = fc.array(change, { maxLength: 80 });

let rounds = 0;

function apply(view: WriteView, kind: string, list: readonly Change[], model?: Model): void {
  for (const { n, value } of list) {
    view.write([{ key: keyOf(kind, n), value: value === null ? undefined : Buffer.from(value) }]);
    if (value === null) model?.delete(n);
    else model?.set(n, value);
  }
}

describe('a transaction’s view', () => {
  it('behaves like a map over the snapshot, and the store equals that map after the commit', async () => {
    await fc.assert(
      fc.asyncProperty(
        changes,
        changes,
        changes,
        fc.nat(159),
        fc.nat(159),
        fc.boolean(),
        async (before, outside, inside, low, high, reverse) => {
          const kind = `kind${(rounds += 1)}`;
          const model: Model = new Map();
          await store.writer.run((view) => apply(view, kind, before, model));
          const transaction = await Transaction.begin(store);
          await store.writer.run((view) => apply(view, kind, outside));
          apply(transaction, kind, inside, model);
          const [start, end] = [keyOf(kind, low), keyOf(kind, high)].sort((a, b) => a.compare(b));
          if (!start || !end) return;
          const wanted = sorted(kind, model).filter(([key]) => key.compare(start) >= 0 && key.compare(end) < 0);
          expect(rangeOf(transaction, start, end, reverse)).toEqual(reverse ? [...wanted].reverse() : wanted);
          expect(transaction.count({ start, end })).toBe(wanted.length);
          const offset = high % (wanted.length + 1);
          const inOrder = reverse ? [...wanted].reverse() : wanted;
          expect(transaction.keyAt({ start, end }, reverse, offset)).toEqual(inOrder[offset]?.[0]);
          for (const n of [low, high]) expect(transaction.get(keyOf(kind, n))?.toString()).toBe(model.get(n));
          await transaction.commit([]);
          for (const n of new Set(inside.map(({ n }) => n))) {
            expect(store.get(keyOf(kind, n))?.toString()).toBe(model.get(n));
          }
        },
      ),
      runs(100),
    );
  });
});

it('a transaction finds its own writes in a range by bisection', async () => {
  const transaction = await Transaction.begin(store);
  const compare = vi.spyOn(Buffer.prototype, 'compare');
  const keyed = (n: number): Buffer => metaKey('own', n.toString().padStart(4, '0'));
  for (let n = 0; n < 2000; n += 1) {
    const key = keyed((n * 7919) % 2000);
    transaction.write([{ key, value: key }]);
    expect(transaction.count({ start: key, end: Buffer.concat([key, Buffer.from([0])]) })).toBe(1);
  }
  // 36 comparisons are three bisections of 2,000 keys.
  expect(compare.mock.calls.length).toBeLessThan(2000 * 36);
  compare.mockRestore();
  transaction.abort();
});
